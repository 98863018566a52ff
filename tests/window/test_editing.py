"""Editing: built from nothing, saved by itself, kept through the death of server and window."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.support.own_nodes import BREAKER, put
from tests.support.server_process import REPO

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.server_process import Running


LOOKS = pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])
WAYS = pytest.mark.parametrize(("by", "lang", "scheme"), [("mouse", "en", "dark"), ("keyboard", "zh-TW", "light")])


@LOOKS
def test_a_graph_is_built_from_nothing(flow: Callable[..., dict[str, Any]], lang: str, scheme: str) -> None:
    seen = flow("build", lang_wanted=lang, scheme=scheme)
    assert seen == {"wires": 2, "afterUndo": 1, "refused": True, "allowed": True, "findings": []}


@pytest.mark.parametrize(("lang", "scheme"), [("en", "light"), ("zh-TW", "dark")])
def test_a_graph_is_built_run_undone_queued_and_followed_on_the_canvas_without_a_mouse(
    flow: Callable[..., dict[str, Any]], lang: str, scheme: str
) -> None:
    seen = flow("build_keys", lang_wanted=lang, scheme=scheme)
    assert len(seen.pop("figures")) == 2
    assert seen == {
        "unseen": [],
        "joined": 2,
        "wrong": 0,
        "findings": [],
        "moved": [8, 24],
        "steps": 9,
        "log": True,
    }


@WAYS
def test_a_graph_that_cannot_run_or_fails_leads_to_its_node(
    flow: Callable[..., dict[str, Any]], server: Running, by: str, lang: str, scheme: str
) -> None:
    put(server.home, breaker=BREAKER)
    status, answer = server.ask("POST", "/api/nodes/reload")
    assert status == 200, answer
    seen = flow("run_fails", by=by, lang_wanted=lang, scheme=scheme)
    assert seen == {
        "runs": 0,
        "atProblem": ["node-s"],
        "told": True,
        "said": True,
        "leads": [["node-b"]] * 3,
        "inside": 0,
        "apart": True,
        "listed": 3,
        "findings": [],
    }


@WAYS
def test_two_windows_never_write_over_each_other(
    flow: Callable[..., dict[str, Any]], server: Running, by: str, lang: str, scheme: str
) -> None:
    seen = flow("saving", by=by, lang_wanted=lang, scheme=scheme)
    file = {"en": "Iris_MLP", "zh-TW": "鳶尾花_MLP"}[lang]
    assert seen == {
        "afterReload": "7",
        "ours": "7",
        "names": [f"open-{file}.json", f"open-{file}_2.json"],
        "findings": [],
        "renamed": True,
        "compared": [["TrainingLoop · epochs", "9", "8"]],
        "gone": {
            "en": "The other one was deleted. Keeping yours saves it again.",
            "zh-TW": "另一個版本已被刪除。保留您的版本會重新儲存。",
        }[lang],
        "off": True,
    }
    assert [_epochs(server, name) for name in (file, f"{file}_2")] == [8, 12]


def test_what_was_edited_while_the_server_was_dead_is_not_lost(
    flow: Callable[..., dict[str, Any]], server: Running
) -> None:
    seen = flow("away", pid=str(server.process.pid), python=sys.executable, home=str(server.home), root=str(REPO))
    assert seen == {"epochs": "11", "saved": 11}


def _epochs(server: Running, name: str) -> Any:
    status, document = server.ask("GET", f"/api/graph/load/{quote(name)}")
    assert status == 200
    return next(node for node in document["nodes"] if node["type"] == "TrainingLoop")["data"]["params"]["epochs"]
