"""Queue on...: a graph is queued with options of its own, and again with others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])
def test_a_graph_is_queued_with_what_is_chosen(flow: Callable[..., dict[str, Any]], lang: str, scheme: str) -> None:
    assert flow("queue_on", lang_wanted=lang, scheme=scheme) == {
        "isRefusedHere": True,
        "findings": [],
        "runsWith": [True, True, True],
        "remembered": ["3", "1", "", True],
        "taken": ["11", "two of a kind"],
        "made": [["two of a kind", ["night"], 11, "cpu"]] * 2,
        "last": [12, "two of a kind", ["night"]],
    }
