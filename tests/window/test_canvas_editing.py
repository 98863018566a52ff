"""The canvas as an editor: pieces, frames, notes, wires; with the mouse and with the keyboard, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(("lang", "written", "name"), [("en", "Everything", "Steps"), ("zh-TW", "全部", "步驟")])
def test_pieces_are_copied_framed_and_moved(
    flow: Callable[..., dict[str, Any]], lang: str, written: str, name: str
) -> None:
    seen = flow("canvas_pieces", lang_wanted=lang, scheme="dark" if lang == "en" else "light")
    assert seen == {
        "before": {"nodes": 11, "wires": 14},
        "pasted": {"nodes": 12, "wires": 14},
        "withInputs": {"nodes": 13, "wires": 19},
        "undone": {"nodes": 11, "wires": 14},
        "there": {"nodes": 11, "wires": 14},
        "written": [written, "One\nTwo"],
        "dragged": True,
        "named": [name],
        "focused": "optimizer",
        "moved": [8, 24],
        "back": [0, 0],
        "findings": [],
    }
