"""A window that is narrow or low: graphs can be switched, and the canvas has room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])
def test_a_small_window_leaves_room_for_the_graph(flow: Callable[..., dict[str, Any]], lang: str, scheme: str) -> None:
    seen = flow("small_window", lang_wanted=lang, scheme=scheme)
    assert seen == {
        "graphs": ["first", "second"],
        "wide": True,
        "isList": False,
        "canvas": True,
        "behindDialog": 0,
        "findings": [],
    }
