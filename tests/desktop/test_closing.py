"""Closing never loses work: what runs is asked about, and edits that no server has are back at the next start."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.support.windows import until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.windows import Desk

LINK = "document.querySelector('[data-testid=link]')?.dataset.status"
NODES = "document.querySelectorAll('.react-flow__node').length"


def _answer(desk: Desk, key: str) -> None:
    """Answer the question that stands before the window."""
    asked = until(lambda: len(desk.shown()) == 2 and desk.shown(), "a question")
    front = until(lambda: [one for one in asked if desk.x("getactivewindow") == [one]], "it has the focus")
    desk.x("windowactivate", "--sync", front[0])
    desk.key(key)
    until(lambda: len(desk.shown()) < 2, "it was answered")


def test_what_runs_is_asked_about_and_goes_on(desk: Desk, repo: Path, tmp_path: Path) -> None:
    desk.open()
    graph = json.loads((repo / "assets/examples/digits-cnn.json").read_text())
    for node in graph["nodes"]:
        node["data"].get("params", {}).update({"epochs": 100_000} if node["type"] == "TrainingLoop" else {})
    (tmp_path / "long.json").write_text(json.dumps(graph))
    assert desk.cdui("run", str(tmp_path / "long.json"), "--detach")[0] == 0
    desk.close()
    _answer(desk, "Escape")
    assert desk.page.evaluate(LINK) == "up"
    assert desk.window is not None
    assert desk.window.poll() is None
    desk.close()
    _answer(desk, "Return")
    assert desk.ended() == 0
    told = json.loads(desk.cdui("status", "--json")[1])
    assert told["answers"] is True
    assert [run["status"] for run in told["runs"]] in (["running"], ["queued"])
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
    _answer(desk, "Escape")
    desk.close()
    _answer(desk, "Return")
    assert desk.ended() == 0
    until(lambda: not desk.processes(), "no process left")
    desk.page.close()
    desk.environ["CODEFYUI_PORT"] = str(port)
    desk.open()
    desk.page.wait(f"{NODES} === {count - 1}")
