"""Closing never loses work: what runs is asked about, and edits that no server has are back at the next start."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING

from tests.support.devtools import WAIT_S
from tests.support.windows import until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.windows import Desk

LINK = "document.querySelector('[data-testid=link]')?.dataset.status"
NODES = "document.querySelectorAll('.react-flow__node').length"


FATES = "[...document.querySelectorAll('[data-fate]')].map((one) => one.dataset.fate).join()"
DIALOG = "document.querySelector('[data-testid=quit-dialog]') !== null"


def long_runs(desk: Desk, repo: Path, folder: Path, count: int, epochs: int = 100_000) -> list[str]:
    """Runs that, with so many epochs, end only when they are stopped; their ids, the one that executes first."""
    graph = json.loads((repo / "assets/examples/digits-cnn.json").read_text())
    for node in graph["nodes"]:
        node["data"].get("params", {}).update({"epochs": epochs} if node["type"] == "TrainingLoop" else {})
    (folder / "long.json").write_text(json.dumps(graph))
    told = []
    for at in range(count):
        code, out, _ = desk.cdui("run", str(folder / "long.json"), "--detach", "--json", "--name", f"long {at}")
        assert code == 0
        told.append(json.loads(out)["run_id"])
    return told


def _statuses(desk: Desk) -> dict[str, str]:
    return {run["id"]: run["status"] for run in json.loads(desk.cdui("status", "--json")[1])["runs"]}


def test_what_runs_is_asked_about_goes_on_and_is_told_about_at_the_next_start(
    desk: Desk, repo: Path, tmp_path: Path
) -> None:
    desk.open()
    runs = long_runs(desk, repo, tmp_path, 3)
    until(lambda: "queued" in _statuses(desk).values() and "running" in _statuses(desk).values(), "one waits")
    desk.close()
    desk.page.wait(DIALOG)
    assert len(desk.shown()) == 1  # no box of the system beside it
    desk.page.wait("document.querySelectorAll('[data-testid^=quit-run-]').length === 3")
    desk.key("Escape")
    desk.page.wait(f"!({DIALOG})")
    assert desk.page.evaluate(LINK) == "up"
    desk.close()
    desk.page.wait("document.activeElement?.dataset.testid === 'quit-go'")
    desk.key("Return")  # the choice that loses nothing has the focus
    assert desk.ended() == 0
    assert set(_statuses(desk).values()) == {"running", "queued"}
    desk.page.close()
    desk.open("cdui://runs")
    desk.page.wait("document.querySelector('[data-testid=meanwhile]')?.dataset.count === '3'")
    desk.page.wait("document.querySelectorAll('[data-testid=meanwhile] li').length === 3")
    desk.click("[data-testid=meanwhile-read]")
    desk.page.wait("document.querySelector('[data-testid=meanwhile]') === null")
    # the server is this window's again: stopping them is what the person says, and for good
    desk.close()
    desk.click("[data-testid=quit-stop]")
    desk.page.wait(f"{FATES} === 'stops,keeps_place,keeps_place'")
    desk.click("[data-testid=quit-always]")
    desk.click("[data-testid=quit-go]")
    assert desk.ended() == 0
    until(lambda: not desk.processes(), "no process left")
    kept = json.loads((desk.home / "settings.json").read_text())
    assert kept["window"]["on_quit"] == "stop"
    left = json.loads((desk.home / "window-state.json").read_text())["left"]
    assert (left["runs"], left["stopped"]) == ([runs[0]], True)


def test_a_page_that_hangs_is_asked_about_by_a_box_of_the_system(desk: Desk, repo: Path, tmp_path: Path) -> None:
    desk.open()
    long_runs(desk, repo, tmp_path, 1)
    page = desk.renderer()
    os.kill(page, signal.SIGSTOP)
    desk.close()
    asked = until(lambda: len(desk.shown()) == 2 and desk.shown(), "a question")
    front = until(lambda: [one for one in asked if desk.x("getactivewindow") == [one]], "it has the focus")

    def is_answered() -> bool:
        # a busy machine loses keys before a box has the focus
        desk.x("windowactivate", "--sync", front[0])
        desk.key("Return")
        return len(desk.shown()) < 2

    until(is_answered, "the box is closed")
    assert desk.window is not None
    assert desk.window.wait(WAIT_S) == 0
    os.kill(page, signal.SIGCONT)  # it sees that its window is gone
    assert set(_statuses(desk).values()) <= {"running", "queued"}
    assert desk.cdui("stop", "--now")[0] == 0
    until(lambda: not desk.processes(), "no process left")


def test_edits_without_a_server_are_asked_about_and_come_back(desk: Desk, repo: Path) -> None:
    desk.open(str(repo / "assets/examples/iris-mlp.json"))
    count = desk.page.wait(f"{NODES} > 3 && {NODES}")
    desk.page.wait("location.hash.length > 4")  # it is saved, under a name of its own
    port = json.loads((desk.home / "window-state.json").read_text())["port"]
    assert desk.cdui("stop")[0] == 0
    desk.page.wait(f"{LINK} === 'away'")
    # deleting a card is an edit like any other
    desk.click(".react-flow__node")
    desk.key("Delete")
    desk.page.wait(f"{NODES} === {count - 1}")
    desk.page.wait("document.querySelector('[data-testid=save-state]')?.dataset.status === 'away'")
    desk.close()
    desk.page.wait(DIALOG)
    desk.key("Return")
    desk.page.wait(f"!({DIALOG})")
    desk.close()
    desk.click("[data-testid=quit-anyway]")
    assert desk.ended() == 0
    until(lambda: not desk.processes(), "no process left")
    desk.page.close()
    desk.environ["CODEFYUI_PORT"] = str(port)
    desk.open()
    desk.page.wait(f"{NODES} === {count - 1}")
