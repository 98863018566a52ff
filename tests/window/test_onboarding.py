"""The first start, with the mouse and with the keyboard: nobody needs a document, and nothing stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_the_first_steps_are_seen_as_they_are_taken(flow: Callable[..., dict[str, Any]], by: str) -> None:
    assert flow("onboarding", by=by) == {
        "language": "en",
        "theme": "system",
        "device": "cpu",
        "count": "0 of 4",
        "focus": "template-digits-cnn.json",
        "name": "鳶尾花 MLP",
        "half": ["run", "look"],
        "asksAgain": False,
        "left": False,
        "again": [],
        "closed": False,
        "findings": [],
    }
