"""One window a folder, whoever dies; a second start hands over and is answered."""

from __future__ import annotations

import json
import queue
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.desktop.instance import FILE_NAME, Instance, Request, hand_over, holder_pid
from app.desktop.openings import Opening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOLD = (
    "import sys, pathlib; from app.desktop.instance import Instance; "
    "i = Instance.take(pathlib.Path(sys.argv[1])); print(i is not None, flush=True); sys.stdin.read()"
)


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[Instance]:
    taken = Instance.take(tmp_path)
    assert taken is not None
    yield taken
    taken.close()


def _other(folder: Path, repo: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)],
        cwd=repo, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_another_process_is_kept_out_until_the_holder_dies(tmp_path: Path, repo: Path) -> None:
    with _other(tmp_path, repo) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "True\n"
        assert Instance.take(tmp_path) is None
        first.kill()
        first.wait()
    mine = Instance.take(tmp_path)
    assert mine is not None
    with _other(tmp_path, repo) as second:
        assert second.stdout is not None
        assert second.stdout.readline() == "False\n"
        second.communicate("")
    mine.close()
    mine.close()


def test_a_request_arrives_whole_and_is_answered(instance: Instance, tmp_path: Path) -> None:
    asked: queue.SimpleQueue[Request] = queue.SimpleQueue()
    instance.listen(asked.put)
    request = Request([Opening("file", "/tmp/圖.json"), Opening("link", "#/runs")], keeps_server=True)
    assert hand_over(tmp_path, request)
    assert asked.get(timeout=5) == request
    assert hand_over(tmp_path, Request([]))
    assert asked.get(timeout=5) == Request([])
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600


def test_nobody_without_the_token_is_listened_to(instance: Instance, tmp_path: Path) -> None:
    asked: queue.SimpleQueue[Request] = queue.SimpleQueue()
    instance.listen(asked.put)
    told = json.loads((tmp_path / FILE_NAME).read_text())
    wrong = [
        b"POST / HTTP/1.1\r\nHost: x\r\n\r\n",
        json.dumps({"token": "x" * 32, "openings": []}).encode() + b"\n",
        json.dumps({"openings": []}).encode() + b"\n",
        json.dumps({"token": 5}).encode() + b"\n",
        b"[" * 100_000 + b"\n",
        b"\xff\xfe\n",
        b"",
    ]
    for line in wrong:
        with socket.create_connection(("127.0.0.1", told["port"]), timeout=5) as link:
            link.sendall(line)
            link.shutdown(socket.SHUT_WR)
            assert link.recv(100) == b""
    assert asked.empty()
    assert hand_over(tmp_path, Request([]))  # it still listens


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"port": 0, "token": "x", "pid": 1}', '{"port": "8", "token": "", "pid": 1}']
)
def test_a_file_that_says_nothing_is_no_window(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    assert not hand_over(tmp_path, Request([]))
    assert holder_pid(tmp_path) is None


def test_a_window_that_is_gone_answers_nothing(instance: Instance, tmp_path: Path) -> None:
    instance.listen(lambda request: None)
    left = (tmp_path / FILE_NAME).read_text()
    instance.close()
    assert not (tmp_path / FILE_NAME).exists()
    (tmp_path / FILE_NAME).write_text(left)
    assert not hand_over(tmp_path, Request([]))
