"""The window as a whole: menus, keys, answers and notices, and what it says when something is in its way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("lang", "scheme", "undo"),
    [("en", "dark", "Undo: delete TrainingLoop"), ("zh-TW", "light", "復原：刪除 TrainingLoop")],
)
def test_menus_answers_and_notices(flow: Callable[..., dict[str, Any]], lang: str, scheme: str, undo: str) -> None:
    seen = flow("shell_menus", lang_wanted=lang, scheme=scheme)
    assert seen == {
        "disabled": "true",
        "undo": undo,
        "toasts": 0,
        "parts": ["menu-file", "nav-canvas", "palette-search", "canvas", "palette-search"],
        "checked": "#/runs",
        "findings": [],
    }


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "dark")])
def test_everything_is_found_by_its_name(flow: Callable[..., dict[str, Any]], lang: str, scheme: str) -> None:
    seen = flow("shell_finder", lang_wanted=lang, scheme=scheme)
    assert seen.pop("first") in {"finder-node-loop", "finder-node-train"}
    assert seen == {"focus": "palette-search", "inSearch": "shortcuts-search", "keys": 1, "findings": []}


def test_several_graphs_are_open_in_one_window(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("shell_tabs")
    assert seen == {
        "apart": {"epochs": "30", "phases": 0, "undo": "Undo"},
        "back": {"epochs": "7", "undo": "Undo: change parameter TrainingLoop"},
        "moved": ["Iris_MLP_2", "*Iris_MLP"],
        "dragged": ["*Iris_MLP", "Iris_MLP_2"],
        "remembered": ["*Iris_MLP", "Iris_MLP_2"],
        "lazy": "7",
        "once": ["*Iris_MLP", "Iris_MLP_2"],
        "left": ["*Untitled"],
        "address": "#/g",
        "astray": {
            "nowhere": "The address #/nonsense/1 leads to no place in this program.",
            "run": "This run is not there",
            "graph": 'There is no saved graph "none.json". Look at the list of saved graphs.'
            " What was open before is shown instead.",
            "back": "/#/g/Iris_MLP_2.json",
            "path": "/#/runs/none/log",
            "begun": "/#/g/Iris_MLP_2.json",
            "findings": [],
        },
        "findings": [],
    }


def test_longer_words_fit_and_all_of_them_are_from_the_files(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("shell_layout")
    assert seen["wrong"] == []
    # below 700 px keys change nothing on the canvas; the list that is offered can be changed
    assert seen.pop("narrow") == [1, False, True]
    assert seen == {"drawer": [False, True], "widths": [292, 328, 292, 328], "hidden": True, "wrong": []}
