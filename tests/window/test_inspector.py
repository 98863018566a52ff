"""The Inspector: what nodes gave, in numbers and pictures, and everything that can be read of a selection."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from tests.support.own_nodes import GIVER, put
from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.server_process import Running


def plot_bytes() -> int:
    """Of the picture that the node gives."""
    plot = io.BytesIO()
    Image.new("RGB", (1600, 900), (200, 30, 30)).save(plot, "PNG")
    return len(plot.getvalue())


@pytest.fixture
def server(tmp_path: Path, ui: Path) -> Iterator[Running]:
    """A server that has the node, and keeps the outputs of one run of it."""
    del ui
    put(tmp_path / "data", giver=GIVER)
    with serving(tmp_path / "data", CODEFYUI_RUN_OUTPUT_STORE_MAX_MB="60") as started:
        yield started


def test_what_a_node_gave_is_read_cell_by_cell(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("inspector_outputs")
    assert seen == {
        "cells": ["[0, 0, 3, 5] = 0.0345", "[1, 2, 3, 5] = 0.8678"],
        "figures": ["0.0000", "0.9993", "0.4997", "0.2887", "1", "0", "0", "0.4997"],
        "bins": 32,
        "coarse": [[63, 64], "one row in 32, one column in 47"],
        "close": [[8, 8], "[0, 0] = 0"],
        "odd": ["NaN 1", "Inf 1", "[0, 1] = NaN"],
        "slice": ["1, 2, 0:2, 3", ["0.8353", "0.8457"]],
        "too_large": ["slice_too_large", "0:2000:32, 0:3000:47", "[63, 64]"],
        "wrong": "slice_malformed",
        "text": "the first 20,000 of 30,000 characters",
        "items": ["1.5000", "two", "–", "true"],
        "one": "0.2500",
        "model": ["Linear", "10", "8", "2"],
        "bad": ["picture_unreadable", "view-chart"],
        "chart": ["bar", 4, ["a", "b"]],
        "clip": ["The file of this video cannot be shown here. Run the graph again to write it anew.", "64 × 48"],
        "table": "the first 6,666 of 9,000 items",
        "pictures": [["1", 16, "16 × 16"], ["", 800, ""]],
        "segment": [["[2, 3, 16, 16]", "[2, 768]"], 0],
        "copied": True,
        "files": [
            ["g-images.npy", 128 + 4 * 2 * 3 * 16 * 16],
            ["g-plot.png", plot_bytes()],
            ["g-text.txt", 60_000],
            ["g-items.csv", len('\ufeffvalue\r\n1.5\r\ntwo\r\n""\r\nTrue\r\n'.encode())],
        ],
        "findings": [],
    }


@pytest.mark.parametrize(
    ("lang", "scheme", "evicted"),
    [
        ("en", "dark", "These outputs made room for those of newer runs. Run again to record them."),
        ("zh-TW", "light", "這些輸出已讓位給較新的執行。請再執行一次以重新錄製。"),
    ],
)
def test_everything_that_can_be_read_is_read_by_keyboard(
    flow: Callable[..., dict[str, Any]], lang: str, scheme: str, evicted: str
) -> None:
    seen = flow("inspector_states", lang_wanted=lang, scheme=scheme)
    assert seen == {
        "told": ["no_run", "outputs_not_recorded", "outputs_evicted"],
        "ports": 12,
        "implied": True,
        "steps": ["scores", "scale 0.5000", "done"],
        "cell": "[3] = 3.0000",
        "gradients": [
            ["gradient-images", "healthy"],
            ["gradient-odd", "none"],
            ["gradient-weight", "none"],
            ["gradient-bias", "none"],
        ],
        "edge": "[2, 3, 16, 16] float32",
        "runs": 2,
        "words": evicted,
        "mixed": True,
        "results": ["value0.2500", 4],
        "findings": [],
    }
