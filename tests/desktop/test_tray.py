"""The tray of a real desktop: a window that hides there comes back, and its menu does what it says."""

from __future__ import annotations

import json
import subprocess
import threading
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.test_closing import DIALOG, long_runs
from tests.support.windows import Desk, until, x_display

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

AUTOSTART = "autostart/codefyui.desktop"


@pytest.fixture(scope="module")
def tray_display() -> Iterator[str]:
    """A display of its own: a tray that comes and goes is for no other test."""
    with x_display() as name:
        yield name


@pytest.fixture
def host(tray_display: str) -> Iterator[subprocess.Popen[bytes]]:
    """A tray in the upper right corner."""
    with subprocess.Popen(
        ["trayer", "--edge", "top", "--align", "right", "--SetDockType", "true", "--expand", "true", "--width", "10",
         "--height", "28"],
        env={"DISPLAY": tray_display}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        yield process
        process.terminate()


@pytest.fixture
def desk(tmp_path: Path, tray_display: str, host: subprocess.Popen[bytes], ui: None) -> Iterator[Desk]:
    """One user on it, with a configuration of their own."""
    del ui, host
    made = Desk(tmp_path / "home", tray_display, XDG_CONFIG_HOME=str(tmp_path / "config"))
    until(lambda: made.x("search", "--onlyvisible", "--class", "trayer"), "a tray")
    yield made
    made.leave()


class Mark:
    """The program's mark in the tray, and its menu as a person uses it. plain: what the menu holds without runs."""

    plain = ("text", "line", "open", "pause", "line", "login", "quit")
    busy = ("text", "line", "open", "pause", "line", "stop", "line", "login", "quit")
    LINE = 2

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._row = 0.0

    def press(self, key: str, rows: tuple[str, ...] = plain) -> None:
        """Press a row by the mouse, once the menu holds these rows."""
        desk = self._desk

        def opened() -> str | None:
            menu = self._open()
            if menu and self._is_like(self._size(menu)[1], rows):
                return menu
            desk.key("Escape")
            return None

        menu = until(opened, f"a menu with {rows}")
        above = rows[: rows.index(key)]
        lines = above.count("line")
        x, y = desk.corner(menu)
        down = lines * self.LINE + (len(above) - lines) * self._row + self._row / 2
        desk.x("mousemove", x + 60, y + round(down), "click", 1)

    def _open(self) -> str:
        desk = self._desk
        panel = desk.x("search", "--onlyvisible", "--class", "trayer")[0]
        x, y = desk.corner(panel)
        width, height = self._size(panel)
        others = set(desk.x("search", "--onlyvisible", "--class", "codefyui"))
        desk.x("mousemove", x + width - 14, y + height // 2)
        threading.Event().wait(0.3)  # a tray has to see the pointer come before it sees the press
        desk.x("click", 3)
        try:
            return until(lambda: next(iter(set(self._family()) - others), ""), "a menu", 3.0)  # type: ignore[no-any-return] # a word of xdotool
        except AssertionError:
            return ""

    def _family(self) -> list[str]:
        return self._desk.x("search", "--onlyvisible", "--class", "codefyui")

    def _size(self, window: str) -> tuple[int, int]:
        said = dict(word.split("=") for word in self._desk.x("getwindowgeometry", "--shell", window))
        return int(said["WIDTH"]), int(said["HEIGHT"])

    def _is_like(self, height: int, rows: tuple[str, ...]) -> bool:
        """The height of a row is that of the first menu, which is a plain one."""
        lines = rows.count("line")
        self._row = self._row or (height - lines * self.LINE) / (len(rows) - lines)
        return abs(lines * self.LINE + (len(rows) - lines) * self._row - height) < self._row / 2


def _hide(desk: Desk) -> None:
    """Close the window, whose tray keeps it; a busy machine loses keys."""

    def is_hidden() -> bool:
        desk.close()
        try:
            return bool(until(lambda: not desk.shown(), "it is hidden", 8.0))
        except AssertionError:
            return False

    until(is_hidden, "it is hidden")
    assert desk.window is not None
    assert desk.window.poll() is None


def _queue(desk: Desk) -> dict[str, Any]:
    with urllib.request.urlopen(desk.server()["url"] + "/api/queue") as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def test_the_menu_of_the_tray_does_what_it_says(desk: Desk, repo: Path, tmp_path: Path) -> None:
    desk.open()
    mark = Mark(desk)
    _hide(desk)
    mark.press("open")
    until(desk.shown, "it is back")
    mark.press("pause")
    until(lambda: _queue(desk)["paused"], "paused")
    mark.press("pause")  # where Resume is now
    until(lambda: not _queue(desk)["paused"], "resumed")
    mark.press("login")
    entry = tmp_path / "config" / AUTOSTART
    until(entry.exists, "it starts at login")
    assert '"--in-tray"' in entry.read_text()
    (run,) = long_runs(desk, repo, tmp_path, 1)
    mark.press("stop", Mark.busy)
    until(lambda: not _queue(desk)["running"], "stopped")
    assert [row["status"] for row in json.loads(desk.cdui("status", "--json")[1])["runs"] if row["id"] == run] in (
        [],
        ["cancelled"],
    )
    mark.press("login")
    until(lambda: not entry.exists(), "no more")
    # a window that is hidden comes forward to ask, and only then
    long_runs(desk, repo, tmp_path, 1)
    _hide(desk)
    mark.press("quit", Mark.busy)
    desk.page.wait(DIALOG)
    until(desk.shown, "the window that asks")
    desk.click("[data-testid=quit-stop]")
    desk.click("[data-testid=quit-go]")
    assert desk.ended() == 0
    until(lambda: not desk.processes(), "no process left")


def test_a_run_that_ends_while_nobody_looks_is_told_and_a_press_leads_to_it(
    desk: Desk, repo: Path, tmp_path: Path
) -> None:
    desk.open()
    _hide(desk)
    before = set(desk.x("search", "--onlyvisible", "--class", "codefyui"))
    (run,) = long_runs(desk, repo, tmp_path, 1, epochs=3)
    told = until(lambda: set(desk.x("search", "--onlyvisible", "--class", "codefyui")) - before, "it is told", 120)
    (bubble,) = told
    x, y = desk.corner(bubble)
    desk.x("mousemove", x + 60, y + 40, "click", 1)
    until(desk.shown, "the window")
    desk.page.wait(f"location.hash === '#/runs/{run}/log'")
    desk.page.wait("document.querySelector('[data-testid=run-status]')?.dataset.status === 'succeeded'")


def test_a_window_is_never_lost_with_its_tray(desk: Desk, host: subprocess.Popen[bytes]) -> None:
    desk.window = desk.popen("--window", "--in-tray")
    desk.page.wait("document.querySelector('[data-testid=link][data-status=up]') !== null")
    assert desk.shown() == []
    assert desk.cdui() == (0, "", "")  # a second start brings it up
    until(desk.shown, "it is there")
    _hide(desk)
    host.terminate()
    host.wait()
    until(desk.shown, "it is back where the tray went")
    desk.close()  # and closing closes now
    assert desk.ended() == 0
    until(lambda: not desk.processes(), "no process left")
