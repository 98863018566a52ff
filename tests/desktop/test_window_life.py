"""The window as a person has it, under a real X server: it opens, runs a graph, outlives its server, and goes."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING

from tests.support.windows import until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.windows import Desk

LINK = "document.querySelector('[data-testid=link]')?.dataset.status"


def test_a_graph_file_is_opened_run_by_a_click_and_closed_again(desk: Desk, repo: Path) -> None:
    desk.open(str(repo / "assets/examples/iris-mlp.json"))
    desk.page.wait("document.querySelectorAll('.react-flow__node').length > 3")
    assert len(desk.shown()) == 1
    # what this very window wrote down while it began is not what another one left
    desk.page.wait("document.querySelector('[data-testid=save-state][data-status=clean]') !== null")
    assert desk.page.evaluate("document.querySelectorAll('[data-testid=toast]').length") == 0
    desk.click("[data-testid=run]")
    desk.page.wait("document.querySelector('[data-testid=stop]:not(:disabled)') !== null")
    desk.page.wait("document.querySelectorAll('.react-flow__node [data-status=completed]').length > 3")
    desk.page.wait("document.querySelector('[data-testid=stop]:disabled') !== null")
    desk.close()
    assert desk.ended() == 0
    # the server that the window brought up ends with it, and so does every process of the browser
    until(lambda: not desk.processes(), "no process left")
    left = json.loads((desk.home / "window-state.json").read_text())
    assert left["place"] == {"x": 80, "y": 50, "width": 1440, "height": 900}
    assert not (desk.home / "window.json").exists()


def test_a_killed_server_is_back_and_the_page_was_never_gone(desk: Desk) -> None:
    desk.open()
    before = desk.server()
    desk.page.evaluate("window.mark = 'the same page'")
    os.kill(before["pid"], signal.SIGKILL)
    desk.page.wait(f"{LINK} !== 'up'")
    desk.page.wait(f"{LINK} === 'up'")
    after = desk.server()
    assert after["url"] == before["url"]
    assert after["boot_id"] != before["boot_id"]
    assert desk.page.evaluate("window.mark") == "the same page"


def test_a_stopped_server_stays_stopped_until_it_is_asked_for(desk: Desk) -> None:
    desk.open()
    desk.page.evaluate("location.hash = '#/runs'; window.mark = 'the same page'")
    url = desk.server()["url"]
    assert desk.cdui("stop")[0] == 0
    desk.page.wait(f"{LINK} !== 'up'")
    assert desk.page.evaluate("window.mark") == "the same page"
    # the page that goes on has a button for it
    desk.click("[data-testid=banner-start]")
    desk.page.wait(f"{LINK} === 'up'")
    assert desk.page.evaluate("window.mark") == "the same page"
    assert desk.server()["url"] == url
    assert desk.cdui("stop")[0] == 0
    desk.page.wait(f"{LINK} !== 'up'")
    desk.page.evaluate("void location.reload()")
    desk.page.wait("document.documentElement.dataset.note === 'away'")
    assert desk.page.evaluate("document.querySelector('h1').innerText") == "The server is not running"
    desk.click("[data-testid=note-retry]")
    desk.page.wait(f"{LINK} === 'up'")
    assert desk.server()["url"] == url
    assert desk.page.evaluate("location.hash") == "#/runs"


def test_a_second_start_brings_the_window_back_with_what_it_was_given(desk: Desk) -> None:
    desk.open()
    desk.x("windowminimize", "--sync", desk.shown()[0])
    until(lambda: not desk.shown(), "minimized")
    assert desk.cdui("cdui://settings/general") == (0, "", "")
    until(desk.shown, "the window is back")
    desk.page.wait("location.hash === '#/settings/general'")
    code, out, _ = desk.cdui("start")
    assert code == 0
    assert out.startswith("Already running")
    # `start` asked for a server that stays: closing leaves it
    desk.close()
    assert desk.ended() == 0
    assert desk.cdui("status")[1].splitlines()[0].startswith("Server")
    assert desk.cdui("stop")[0] == 0


def test_a_crashed_page_says_so_and_comes_back(desk: Desk) -> None:
    desk.open()
    os.kill(desk.renderer(), signal.SIGKILL)
    desk.page.wait("document.documentElement.dataset.note === 'crash'")
    desk.click("[data-testid=note-retry]")
    desk.page.wait(f"{LINK} === 'up'")
    assert desk.window is not None
    assert desk.window.poll() is None


def test_a_killed_window_leaves_the_server_and_the_next_one_takes_it_over(desk: Desk) -> None:
    desk.open()
    before = desk.server()
    desk.processes()
    assert desk.window is not None
    desk.window.kill()
    desk.window.communicate()
    until(lambda: len(desk.processes()) == 1, "the server alone")
    desk.page.close()
    desk.open()
    assert desk.server() == before
    desk.close()
    assert desk.ended() == 0
    until(lambda: not desk.processes(), "no process left")
