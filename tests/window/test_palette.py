"""Finding a node type and adding it: quick add and the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

LOOKS = pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])


@LOOKS
def test_quick_add_is_used_without_a_mouse(flow: Callable[..., dict[str, Any]], lang: str, scheme: str) -> None:
    seen = flow("quick_add", lang_wanted=lang, scheme=scheme)
    data, training = {"en": ("Data", "Training"), "zh-TW": ("資料", "訓練")}[lang]
    assert seen == {
        "rows": 12,
        "row": {"en": ["DataLoader", data], "zh-TW": ["資料載入器", "DataLoader", data]}[lang],
        "stays": "quick-add-input",
        "apart": True,
        "tab": ["quick-add-category-all", "quick-add-input", "quick-add-input", "quick-add-category-Training"],
        "training": [training],
        "findings": [],
    }


def test_the_palette_has_at_hand_what_a_person_uses(flow: Callable[..., dict[str, Any]]) -> None:
    """Favourites by mouse and key, what was used last, what a type says of itself, and what is new on the server."""
    assert flow("palette") == {
        "findings": [],
        "card": ["TrainingLoop", ["Inputs", "Outputs", "Params"], 14],
        "stays": True,
        "byKey": "Optimizer",
        "afterEscape": "palette-item-Optimizer",
        "star": "palette-star-item-Optimizer",
        "meanwhile": [],
        "quick": ["Loss", "Optimizer", "DataLoader"],
        "sawEmpty": False,
        "kept": [["DataLoader", "Optimizer"], ["Loss"], "false"],
        "fresh": "1 個新節點",
        "canvas": ["node-loss", "node-optimizer"],
    }
