"""The tray's menu for windows without a tray, and what is told of runs that end while nobody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("lang", "scheme", "idle", "told"),
    [
        ("en", "dark", "Nothing is running", ["the first: Succeeded", "Press to open it."]),
        ("zh-TW", "light", "閒置中", ["the first：成功", "按一下即可開啟。"]),
    ],
)
def test_queue_and_runs_are_at_hand_in_the_status_bar_and_ends_are_told(
    flow: Callable[..., dict[str, Any]], lang: str, scheme: str, idle: str, told: list[str]
) -> None:
    assert flow("tray", lang_wanted=lang, scheme=scheme) == {
        "idle": idle,
        "findings": [],
        "stopped": "cancelled",
        "told": [told],
        "left": 0,
        "isAt": True,
    }
