"""Runs side by side: curves, differences alone, a parallel plot, a table; one look a run in all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])
def test_runs_are_compared_in_every_view(flow: Callable[..., dict[str, Any]], lang: str, scheme: str) -> None:
    seen = flow("runs_compare", lang_wanted=lang, scheme=scheme)
    assert seen == {
        "colours": 3,
        "cells": [["0.01", "0.05*", "0.01"], ["9*", "6", "6"]],  # the newest run stands first
        "tips": True,
        "brushed": [2, 0, False, 1],
        "axes": True,
        "stays": True,
        "address": True,
        "findings": [],
    }
