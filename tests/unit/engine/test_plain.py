"""Containers in answers: whole while they are small, their first rows while they are long."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from app.core.events.masking import Mask
from app.engine.inspector import answer
from app.engine.plain import whole_parts


class Rude:
    def __repr__(self) -> str:
        raise RuntimeError


def test_a_mapping_is_whole_or_not_there() -> None:
    chart = {"kind": "line", "series": [{"name": "a", "y": [1, float("nan")]}], "t": torch.tensor([1.5, 2.0])}
    found = answer(chart)
    assert (found["type"], found["value"]["series"], found["value"]["t"]) == (
        "dict",
        [{"name": "a", "y": [1, None]}],
        [1.5, 2.0],
    )
    assert "value" not in answer({"a": list(range(5000))})
    assert "value" not in answer({"a": "x" * 500_000})
    deep: Any = {}
    for _ in range(50):
        deep = {"in": deep}
    assert "value" not in answer(deep)


def test_a_long_list_begins_and_says_that_it_is_cut() -> None:
    rows = [{"name": f"n{row}", "score": row / 2} for row in range(1000)]
    found = answer(rows, max_elements=30)
    assert (found["length"], found["values"], found["truncated"]) == (1000, rows[:10], True)
    assert answer([1, "two", None, [3, 4]]) | {"repr": ""} == {
        "type": "list", "length": 4, "repr": "", "values": [1, "two", None, [3, 4]], "truncated": False,
    }  # fmt: skip
    assert "values" not in whole_parts([[0] * 100], 50)


def test_what_has_no_plain_form_is_described() -> None:
    found = whole_parts({"big": torch.zeros(1000), "odd": Rude(), "n": np.float32(0.5), "s": {1}}, 100)["value"]
    assert (found["big"], found["odd"], found["n"]) == ("<tensor [1000] float32>", "<Rude>", 0.5)


def test_secrets_in_parts_are_masked() -> None:
    mask = Mask(["hunter2"])
    assert "hunter2" not in str(answer({"key": ["hunter2"], "hunter2": 1}, mask=mask))
    assert "hunter2" not in str(answer(["hunter2", {"hunter2": "hunter2"}], mask=mask))
