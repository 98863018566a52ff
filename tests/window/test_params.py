"""The fields of params: what people type is what the graph gets, whatever its type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SCRIPT = """def run(inputs, params):
    total = inputs["in1"]
    for _ in range(2):
        total = total * 2
    return total"""


@pytest.mark.parametrize(
    ("lang", "scheme", "told"),
    [
        ("en", "dark", ["How many inputs.", "Allowed: 1 to 8.", "Row 1, column 1"]),
        ("zh-TW", "light", ["輸入數。", "允許的範圍：1 到 8。", "第 1 列，第 1 欄"]),
    ],
)
def test_scripts_and_numbers_of_several_lines_are_saved_and_run_as_they_were_typed(
    flow: Callable[..., dict[str, Any]], lang: str, scheme: str, told: list[str]
) -> None:
    seen = flow("params", lang_wanted=lang, scheme=scheme)
    assert seen == {
        "kept": "def run(inputs, params):\n    return inputs\n#",
        "typed": SCRIPT,
        "left": True,
        "files": ["dot.png", "dot-2.png", "dot.png", 0],
        "devices": ["auto", "cpu", "cuda", "mps", "cpu", "cuda:3"],
        "atFiles": [],
        "pulled": ["4", "4", "1", "1"],
        "about": told[0],
        "whys": [told[1]],
        "stays": "[[1, 2], [3",
        "rows": "[\n  [1, 2],\n  [3, 4]\n]",
        "findings": [],
        "gave": ["4.0000", "16.0000"],
        "saved": [[[1, 2], [3, 4]], SCRIPT],
        "atCells": [],
        "cell": told[2],
        "cells": "[\n  [1, 2],\n  [3, 5],\n  [0, 7],\n  [-1, 0]\n]",
        "listed": f"{SCRIPT}\n    # end",
    }
