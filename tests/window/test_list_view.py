"""The graph as a list: all that the canvas can do, by keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])
def test_a_graph_is_built_run_and_mended_in_the_list_by_keyboard(
    flow: Callable[..., dict[str, Any]], lang: str, scheme: str
) -> None:
    seen = flow("list_view", lang_wanted=lang, scheme=scheme)
    assert seen == {
        "saidStart": True,
        "missing": "cut wide missing",
        "value": "3",
        "findings": [],
        "roles": {"count": True, "rows": True, "cells": True, "stops": 1},
        "ran": ["idle", "completed", "completed", "completed"],
        "told": "input_not_fed",
        "second": "start out trigger",
        "selected": 1,
        "left": ["start", "tensor-input", "scalar-multiply"],
        "cards": ["node-scalar-multiply", "node-start", "node-tensor-input"],
    }
