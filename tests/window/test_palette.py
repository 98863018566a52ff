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
