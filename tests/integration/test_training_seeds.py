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
