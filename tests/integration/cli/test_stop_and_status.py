"""`cdui stop` and `cdui status` as processes: they find the server of this user and never touch another process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.support.fake_plane import RUN_ID

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.integration.cli.conftest import Desk


NAMED = {"url": "http://127.0.0.1:9", "pid": 1, "version": "1", "boot_id": "b"}
DAMAGED = [
    json.dumps({**NAMED, **change}) for change in ({"pid": -1}, {"pid": 10**30}, {"url": "\x1b"}, {"boot_id": ["b"]})
]


@pytest.fixture
def bystander() -> Iterator[subprocess.Popen[bytes]]:
    """A process that has nothing to do with us; its command line holds what a server's would."""
    code = "import sys; print('up', flush=True); sys.stdin.read()"
    process = subprocess.Popen([sys.executable, "-c", code, "--server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    yield process
    process.communicate(timeout=10)


def _name(desk: Desk, pid: int, url: str = "http://127.0.0.1:9") -> None:
    told = {"url": url, "pid": pid, "version": "1", "boot_id": "b"}
    (desk.home / "server.json").write_text(json.dumps(told))


def test_stop_ends_the_server_and_waits_for_it(desk: Desk) -> None:
    server = desk.serve()
    done = desk.cdui("stop")
    assert (done.returncode, done.stdout) == (0, "Stopped.\n")
    assert server.wait(10) == 0


def test_stop_now_kills_one_that_does_not_listen(desk: Desk) -> None:
    server = desk.serve(ignore_term=True)
    done = desk.cdui("stop", "--now")
    assert (done.returncode, done.stdout) == (0, "Stopped.\n")
    assert server.wait(10) == -9


def test_stop_without_a_server_is_no_error(desk: Desk) -> None:
    done = desk.cdui("stop")
    assert (done.returncode, done.stdout) == (0, "No server is running.\n")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"pid": "x", "url": 1}', "\x00", '{"pid": null}', *DAMAGED])
def test_a_broken_server_json_reads_as_no_server(desk: Desk, content: str) -> None:
    (desk.home / "server.json").write_text(content)
    for command in ("stop", "status"):
        done = desk.cdui(command)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("No server is running.")


@pytest.mark.parametrize("now", [[], ["--now"]])
def test_a_pid_that_went_to_another_program_is_left_alone(
    desk: Desk, bystander: subprocess.Popen[bytes], now: list[str]
) -> None:
    _name(desk, bystander.pid)
    # the file is older than the process: the pid was given away since
    os.utime(desk.home / "server.json", (1_000_000_000, 1_000_000_000))
    done = desk.cdui("stop", *now)
    assert (done.returncode, done.stdout) == (0, "No server is running.\n")
    assert bystander.poll() is None


def test_a_server_of_another_boot_is_left_alone(desk: Desk, bystander: subprocess.Popen[bytes]) -> None:
    desk.serve(foreign=True)
    url = json.loads((desk.home / "server.json").read_text())["url"]
    _name(desk, bystander.pid, url)
    os.utime(desk.home / "server.json", (1_000_000_000, 1_000_000_000))
    assert desk.cdui("stop", "--now").returncode == 0
    assert bystander.poll() is None
    assert desk.servers[0].poll() is None


def test_status_shows_server_queue_runs_and_devices(desk: Desk) -> None:
    server = desk.serve()
    done = desk.cdui("status")
    url = json.loads((desk.home / "server.json").read_text())["url"]
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        f"Server   {url}  pid {server.pid}  version 9.9.9",
        "Queue    1 running, 2 waiting (paused)",
        "Devices  cpu",
        "",
        "Newest 1 of 7 runs:",
        f"  {RUN_ID}  succeeded    2026-01-01 00:00:00  fake",
    ]


def test_status_has_chinese_words_in_even_columns(desk: Desk) -> None:
    desk.serve()
    done = desk.cdui("status", extra={"CODEFYUI_LANG": "zh-TW"})
    assert done.stdout.splitlines()[-1] == f"  {RUN_ID}  成功         2026-01-01 00:00:00  fake"


def test_status_as_json(desk: Desk) -> None:
    assert json.loads(desk.cdui("status", "--json").stdout) == {"running": False}
    desk.serve()
    found = json.loads(desk.cdui("status", "--json").stdout)
    assert (found["running"], found["version"], found["queue"]["waiting"]) == (True, "9.9.9", ["a", "b"])


def test_keep_runs_is_refused_with_a_code(desk: Desk) -> None:
    server = desk.serve()
    done = desk.cdui("stop", "--keep-runs")
    assert done.returncode == 2
    assert "[not_available]" in done.stderr
    assert server.poll() is None


@pytest.fixture
def held(desk: Desk) -> Iterator[int]:
    """The pid of a real server that was stopped by SIGSTOP."""
    assert desk.cdui("start", "--port", "0").returncode == 0
    pid: int = json.loads((desk.home / "server.json").read_text())["pid"]
    os.kill(pid, signal.SIGSTOP)
    yield pid
    desk.cdui("stop", "--now")


def test_a_server_that_does_not_answer_is_not_called_none(desk: Desk, held: int) -> None:
    began = f"{datetime.fromtimestamp((desk.home / 'server.json').stat().st_mtime, UTC):%Y-%m-%d %H:%M:%S} UTC"
    done = desk.cdui("status")
    assert done.returncode == 0
    assert done.stdout.startswith(f"A server is there (pid {held}, started {began}) and does not answer.")
    found = json.loads(desk.cdui("status", "--json").stdout)
    assert (found["running"], found["answers"], found["pid"], found["queue"]) == (True, False, held, None)
    for command in (("start",), ("run", str(desk.graph))):
        done = desk.cdui(*command)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"pid {held}" in done.stderr
        assert "does not answer" in done.stderr
    os.kill(held, signal.SIGCONT)
    assert json.loads(desk.cdui("status", "--json").stdout)["answers"] is True


def test_stop_now_ends_a_server_that_is_held(desk: Desk, held: int) -> None:
    assert desk.cdui("stop").returncode == 1
    done = desk.cdui("stop", "--now")
    assert (done.returncode, done.stdout) == (0, "Stopped.\n")
    assert not psutil.pid_exists(held) or psutil.Process(held).status() == psutil.STATUS_ZOMBIE
    assert desk.cdui("status").stdout.startswith("No server is running.")
