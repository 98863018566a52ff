"""Editing: built from nothing, saved by itself, kept through the death of server and window."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tests.support.server_process import REPO

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.server_process import Running


def test_a_graph_is_built_from_nothing(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("build")
    assert seen == {"wires": 2, "afterUndo": 1, "refused": True, "allowed": True, "findings": []}


def test_two_windows_never_write_over_each_other(flow: Callable[..., dict[str, Any]], server: Running) -> None:
    seen = flow("saving")
    assert seen == {
        "afterReload": "7",
        "ours": "7",
        "names": ["open-Iris_MLP.json", "open-Iris_MLP_2.json"],
        "findings": [],
        "renamed": True,
        "compared": [["TrainingLoop · epochs", "9", "8"]],
        "gone": "The other one was deleted. Keeping yours saves it again.",
        "off": True,
    }
    assert [_epochs(server, name) for name in ("Iris_MLP", "Iris_MLP_2")] == [8, 12]


def test_what_was_edited_while_the_server_was_dead_is_not_lost(
    flow: Callable[..., dict[str, Any]], server: Running
) -> None:
    seen = flow("away", pid=str(server.process.pid), python=sys.executable, home=str(server.home), root=str(REPO))
    assert seen == {"epochs": "11", "saved": 11}


def _epochs(server: Running, name: str) -> Any:
    status, document = server.ask("GET", f"/api/graph/load/{name}")
    assert status == 200
    return next(node for node in document["nodes"] if node["type"] == "TrainingLoop")["data"]["params"]["epochs"]
