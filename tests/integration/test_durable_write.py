"""A checkpoint write that is killed at any system call leaves the old file or the new one, whole."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, BinaryIO

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.durable_file import write_durably

if TYPE_CHECKING:
    from pathlib import Path

_CHILD = """
import json, os, signal, sys
from pathlib import Path
import torch
from app.nodes import durable_file
from app.nodes._torch.checkpoint_file import write_checkpoint

torch.set_num_threads(1)
calls, at, after = 0, 0, False

def deadly(real):
    def wrapped(*args, **kwargs):
        global calls
        calls += 1
        if calls == at and not after:
            os.kill(os.getpid(), signal.SIGKILL)
        answer = real(*args, **kwargs)
        if calls == at and after:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer
    return wrapped

class Os:
    def __getattr__(self, name):
        real = getattr(os, name)
        return deadly(real) if name in ("open", "write", "fsync", "close", "replace") else real

durable_file.os = Os()
new = {"epoch": 2, "weights": torch.full((1000,), 2.0)}
statuses = {}
for at in range(1, 10_000):
    for after in (False, True):
        target = Path(sys.argv[1]) / f"{at}-{after}.pt"
        torch.save({"epoch": 1, "weights": torch.full((1000,), 1.0)}, target)
        pid = os.fork()
        if pid == 0:
            write_checkpoint(target, new)
            os._exit(0)
        statuses[target.name] = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if statuses[target.name] == 0:
        break
print(json.dumps(statuses))
"""


@pytest.mark.chaos
def test_killed_at_each_system_call(tmp_path: Path, repo: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(tmp_path)], cwd=repo, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    statuses: dict[str, int] = json.loads(done.stdout)
    *killed, last, final = statuses.values()
    assert (last, final) == (0, 0)
    assert len(killed) > 10
    assert set(killed) == {-signal.SIGKILL}
    epochs = []
    for name in statuses:
        content = torch.load(tmp_path / name, weights_only=True)
        assert content["weights"].tolist() == [float(content["epoch"])] * 1000
        epochs.append(content["epoch"])
    # the new file appears at one moment and stays: with the return of replace
    switch = epochs.index(2)
    assert epochs == [1] * switch + [2] * (len(epochs) - switch)
    assert len(epochs) - switch == 9


def test_a_failed_fill_leaves_nothing_and_no_new_file(tmp_path: Path) -> None:
    target = tmp_path / "x.bin"
    target.write_bytes(b"old")

    def fill(sink: object) -> None:
        raise ValueError("cannot be written")

    with pytest.raises(ValueError, match="cannot be written"):
        write_durably(target, fill)
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["x.bin"]


def test_the_folder_is_made_and_the_longest_names_work(tmp_path: Path) -> None:
    def fill(sink: BinaryIO) -> None:
        assert sink.write(b"new") == 3

    target = tmp_path / "a" / "b" / ("n" * 255)
    write_durably(target, fill)
    assert target.read_bytes() == b"new"
    assert len(list(target.parent.iterdir())) == 1


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(NodeError) as caught:
        write_durably(tmp_path / "a" / "x", lambda sink: None)
    assert caught.value.reason.code == "file_unwritable"
