"""The control plane as the window keeps it: found, brought up, brought up again, and ended only where it is its own."""

from __future__ import annotations

import os
import signal
import socket
from typing import TYPE_CHECKING

import pytest

from app.cli import server_process
from app.cli.home import Server
from app.cli.pace import RealPace
from app.cli.words import CliError
from app.desktop import keeper as module
from app.desktop.keeper import CRASH_S, CRASHES, Finding, Keeper, Seen, Work, page_url
from tests.support.server_process import server, spawn, wait_for_info
from tests.support.windows import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.cli.client import Plane


class Later:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.at_s = 0.0

    def now(self) -> float:
        return self.at_s

    def pause(self, seconds: float) -> None:
        self.at_s += seconds


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CODEFYUI_USER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("CODEFYUI_PORT", "0")
    monkeypatch.setenv("CODEFYUI_LANG", "en")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    yield tmp_path
    keeper = Keeper(tmp_path, RealPace())
    if (left := keeper.plane.alive()) is not None:
        keeper.owned = left.boot_id
        assert keeper.stop()


def test_it_is_brought_up_watched_and_ended(home: Path) -> None:
    keeper = Keeper(home, RealPace())
    assert keeper.look() == Seen(None)
    finding = Finding(keeper)
    assert finding.within(600) is None  # one that has to be brought up is not waited for
    found = finding.result()
    assert Finding(keeper).within(600) == found
    assert keeper.look() == Seen(page_url(found.url), found.boot_id)
    assert keeper.is_ours()
    assert keeper.work() == Work(0, 0)
    assert keeper.find_or_start() == found
    assert str(keeper.port) in found.url
    assert keeper.stop()
    assert keeper.look() == Seen(None)
    assert not keeper.is_ours()
    assert keeper.work() == Work(0, 0)
    assert not keeper.stop()


def test_a_killed_one_is_told_from_a_stopped_one_and_comes_back_where_it_was(home: Path) -> None:
    keeper = Keeper(home, RealPace())
    first = keeper.find_or_start()
    os.kill(first.pid, signal.SIGKILL)
    assert server_process.wait_gone(keeper.plane, first.pid, 10)
    assert keeper.look() == Seen(None, has_crashed=True)
    again = keeper.revive()
    assert again is not None
    assert again.url == first.url
    assert again.boot_id != first.boot_id
    assert keeper.is_ours()


def test_one_that_is_held_counts_as_there(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cli.client.HEALTH_S", (0.2,))
    keeper = Keeper(home, RealPace())
    there = keeper.find_or_start()
    os.kill(there.pid, signal.SIGSTOP)
    try:
        assert keeper.look() == Seen(page_url(there.url), there.boot_id)
        with pytest.raises(CliError) as caught:
            keeper.find_or_start()
        assert caught.value.key == "server_silent"
    finally:
        os.kill(there.pid, signal.SIGCONT)


def test_somebody_else_s_is_found_and_left_alone(home: Path) -> None:
    with server(home) as other:
        keeper = Keeper(home, RealPace(), owned="an earlier one")
        assert keeper.find_or_start().pid == other.process.pid
        assert not keeper.is_ours()
        assert not keeper.stop()
        # one that an earlier window brought up is the next one's to end
        keeper.owned = other.info["boot_id"]
        assert keeper.is_ours()
        keeper.disown()
        assert not keeper.is_ours()
        other.signal()
        assert other.ended()[0] == 0


def test_one_that_came_for_a_run_stays_for_the_window(home: Path) -> None:
    process = spawn(home, "--port", "0", "--until-idle", "60")
    try:
        wait_for_info(home, process)
        keeper = Keeper(home, RealPace())
        assert keeper.find_or_start().pid == process.pid
        until(lambda: "staying: asked to" in (home / "logs" / "server.log").read_text(), "it stays")
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def _taken() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0))


def test_a_port_that_is_taken_is_no_reason_for_no_window(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with _taken() as other:
        monkeypatch.setenv("CODEFYUI_PORT", str(other.getsockname()[1]))
        with _taken() as free:
            remembered: int = free.getsockname()[1]
        keeper = Keeper(home, RealPace(), port=remembered)
        assert keeper.find_or_start().url.endswith(f":{remembered}")
        assert keeper.stop()
        with _taken() as third:
            keeper = Keeper(home, RealPace(), port=third.getsockname()[1])
            found = keeper.find_or_start()
            assert keeper.port not in (0, remembered, third.getsockname()[1])
            assert found.url.endswith(f":{keeper.port}")


def test_what_else_is_wrong_is_said_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[list[str]] = []

    def bring_up(plane: Plane, arguments: list[str]) -> tuple[Server, bool]:
        tried.append(arguments)
        return server_process.bring_up(plane, arguments)

    monkeypatch.setattr(module, "bring_up", bring_up)
    monkeypatch.setenv("CODEFYUI_PORT", "none")
    keeper = Keeper(home, RealPace(), port=8765)
    with pytest.raises(CliError) as caught:
        keeper.find_or_start()
    assert caught.value.key == "start_failed"
    assert "CODEFYUI_PORT" in str(caught.value)
    assert tried == [[]]


def test_crashes_in_a_row_are_not_mended_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pace = Later()
    keeper = Keeper(tmp_path, pace)
    starts: list[float] = []
    there = Server("http://127.0.0.1:1", 1, "0", "b")

    def find_or_start() -> Server:
        starts.append(pace.at_s)
        return there

    monkeypatch.setattr(keeper, "find_or_start", find_or_start)
    for _ in range(CRASHES):
        assert keeper.revive() == there
        pace.at_s += 1
    assert keeper.revive() is None
    pace.at_s = CRASH_S + 0.5  # the first of them is long ago
    assert keeper.revive() == there
    assert keeper.revive() is None
    assert starts == [0.0, 1.0, 2.0, CRASH_S + 0.5]


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/"),
        ("http://0.0.0.0:8000", "http://127.0.0.1:8000/"),
        ("http://[::]:8000", "http://[::1]:8000/"),
        ("http://[::1]:8000", "http://[::1]:8000/"),
        ("http://box.local:8000", "http://box.local:8000/"),
    ],
)
def test_the_page_s_address_is_one_that_a_browser_can_go_to(url: str, page: str) -> None:
    assert page_url(url) == page
