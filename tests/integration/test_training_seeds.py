"""The same seeds give the same metrics in two processes, and other seeds give others."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from tests.support.training import loop, make_loader, make_model

if TYPE_CHECKING:
    from pathlib import Path

_CHILD = """
import json, sys
from pathlib import Path
from tests.support.training import loop, make_loader, make_model
model = make_model(int(sys.argv[2]))
ours = loop(Path(sys.argv[1]), {"batch_metrics": True}, model=model, validate=make_loader(seed=8))
print(json.dumps([[p.name, p.step, p.value.hex()] for p in ours.sinks.metrics]))
"""


_RUN = """
import hashlib, json, sys
from pathlib import Path
import tests.integration.test_engine_resume as engine
root = Path(sys.argv[1])
if __name__ == "__main__":
    outcome, sinks = engine.run(root, int(sys.argv[2]), seed=int(sys.argv[3]))
    import torch
    state = torch.load(root / "data" / "output" / "end.pt", weights_only=True)
    digest = hashlib.sha256(b"".join(name.encode() + tensor.numpy().tobytes() for name, tensor in state.items()))
    points = [[p.node_id, p.name, p.step, p.value.hex()] for p in sinks.metrics]
    print(json.dumps([outcome.status.value, points, digest.hexdigest()]))
"""


def whole_run(repo: Path, root: Path, workers: int, seed: int) -> list[Any]:
    """A run of real nodes in a process of its own: how it ended, its metrics to the last bit, its weights' digest."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN, str(root), str(workers), str(seed)],
        cwd=repo,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_seeded_run_is_the_same_in_another_process(tmp_path: Path, repo: Path) -> None:
    """The nodes that a user wires, loader workers among them; a loader without workers serves the same batches."""
    first = whole_run(repo, tmp_path / "a", workers=0, seed=21)
    assert first[0] == "succeeded"
    assert [point[1:3] for point in first[1]].count(["train_loss", 3]) == 1
    assert whole_run(repo, tmp_path / "b", workers=2, seed=21) == first
    other = whole_run(repo, tmp_path / "c", workers=0, seed=22)
    assert other[1] != first[1]
    assert other[2] != first[2]


def metrics(repo: Path, root: Path, seed: int) -> list[list[Any]]:
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(root), str(seed)], cwd=repo, capture_output=True, text=True, check=True
    )
    found: list[list[Any]] = json.loads(done.stdout.splitlines()[-1])
    return found


def here(root: Path, seed: int) -> list[list[Any]]:
    ours = loop(root, {"batch_metrics": True}, model=make_model(seed), validate=make_loader(seed=8))
    return [[p.name, p.step, p.value.hex()] for p in ours.sinks.metrics]


def test_two_processes(tmp_path: Path, repo: Path) -> None:
    first = metrics(repo, tmp_path / "a", 3)
    assert first == here(tmp_path / "b", 3)
    other = here(tmp_path / "c", 4)
    assert [row[:2] for row in other] == [row[:2] for row in first]
    assert other != first
