"""One server per folder, also after a kill and on file systems without locks."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.vocab.errors import Conflict, Unavailable
from app.runs.lock import FILE_NAME, HEARTBEAT_NAME, STALE_S, InstanceLock, machine_boot_id

if TYPE_CHECKING:
    from pathlib import Path

_HOLD = """
import sys, pathlib
from app.runs.lock import InstanceLock
lock = InstanceLock.take(pathlib.Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""

_FORK = """
import os, sys, pathlib
from app.runs.lock import InstanceLock
lock = InstanceLock.take(pathlib.Path(sys.argv[1]))
if os.fork():
    print("held", flush=True)
sys.stdin.read()
"""


def _holder(repo: Path, folder: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(folder)], cwd=repo, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    return child


def _no_locks(descriptor: int) -> None:
    raise OSError(errno.ENOLCK, "no locks here")


def _end(child: subprocess.Popen[str]) -> None:
    child.communicate(timeout=20)


@pytest.mark.req("DN-016")
def test_a_second_process_is_refused_with_the_first_ones_pid(repo: Path, tmp_path: Path) -> None:
    child = _holder(repo, tmp_path)
    with pytest.raises(Conflict) as refused:
        InstanceLock.take(tmp_path)
    assert refused.value.reason.code == "folder_in_use"
    assert refused.value.reason.params["pid"] == child.pid
    assert refused.value.reason.params["host"] == socket.gethostname()
    _end(child)
    InstanceLock.take(tmp_path).release()


def test_the_lock_of_a_killed_process_is_free(repo: Path, tmp_path: Path) -> None:
    child = _holder(repo, tmp_path)
    os.kill(child.pid, signal.SIGKILL)
    _end(child)
    assert (tmp_path / FILE_NAME).exists()
    InstanceLock.take(tmp_path).release()


def test_a_forked_child_of_a_killed_holder_does_not_keep_the_lock(repo: Path, tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", _FORK, str(tmp_path)],
        cwd=repo,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    os.kill(child.pid, signal.SIGKILL)
    child.wait(20)
    InstanceLock.take(tmp_path).release()
    _end(child)  # closes the pipe that the forked child reads from, which ends it


def test_the_same_process_is_refused_too_and_a_release_frees_it(tmp_path: Path) -> None:
    first = InstanceLock.take(tmp_path)
    with pytest.raises(Conflict) as refused:
        InstanceLock.take(tmp_path)
    assert refused.value.reason.params["pid"] == os.getpid()
    first.release()
    first.release()
    InstanceLock.take(tmp_path).release()


def test_the_file_says_who_holds_it(tmp_path: Path) -> None:
    lock = InstanceLock.take(tmp_path / "deeper")
    assert json.loads((tmp_path / "deeper" / FILE_NAME).read_text()) == {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "boot_id": machine_boot_id(),
    }
    assert (tmp_path / "deeper" / FILE_NAME).stat().st_mode & 0o777 == 0o600
    lock.release()


def _beat(folder: Path, age_s: float, **who: object) -> Path:
    path = folder / HEARTBEAT_NAME
    path.write_text(json.dumps({"pid": 1, "host": "elsewhere", "boot_id": "x", **who}))
    now = path.stat().st_mtime
    os.utime(path, (now - age_s, now - age_s))
    return path


def test_without_file_locks_a_fresh_heartbeat_refuses(tmp_path: Path) -> None:
    _beat(tmp_path, STALE_S - 10)
    with pytest.raises(Conflict) as refused:
        InstanceLock.take(tmp_path, _no_locks)
    assert (refused.value.reason.params["pid"], refused.value.reason.params["host"]) == (1, "elsewhere")
    assert set(os.listdir(tmp_path)) == {HEARTBEAT_NAME, FILE_NAME}


@pytest.mark.parametrize(
    ("age_s", "who"),
    [
        (STALE_S + 10, {}),
        (0, {"host": socket.gethostname(), "boot_id": "an earlier start", "pid": os.getpid()}),
        (0, {"host": socket.gethostname(), "boot_id": machine_boot_id(), "pid": 2**22 + 1}),
    ],
    ids=["old", "before a reboot", "process gone"],
)
def test_without_file_locks_a_dead_heartbeat_is_taken_over(
    tmp_path: Path, age_s: float, who: dict[str, object]
) -> None:
    path = _beat(tmp_path, age_s, **who)
    lock = InstanceLock.take(tmp_path, _no_locks)
    assert json.loads(path.read_text())["pid"] == os.getpid()
    lock.release()
    assert set(os.listdir(tmp_path)) == {FILE_NAME}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable) as refused:
        InstanceLock.take(tmp_path / "file" / "below")
    assert refused.value.reason.code == "folder_unusable"
