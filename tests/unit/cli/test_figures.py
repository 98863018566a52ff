"""The final table of metrics: a row per name, and per node where several log one name."""

from __future__ import annotations

from typing import Any

import pytest

from app.cli.figures import Figures


def _points(*points: tuple[str, Any, str]) -> dict[str, Any]:
    return {
        "type": "metric",
        "payload": {"points": [{"name": n, "value": v, "step": 1, "node_id": i} for n, v, i in points]},
    }


def test_two_nodes_with_one_name_have_a_row_each() -> None:
    figures = Figures()
    figures.take(_points(("loss", 0.5, "b"), ("loss", 0.25, "a"), ("acc", 0.9, "a")))
    figures.take(_points(("loss", 0.125, "b")))
    assert figures.rows({"loss": 0.125, "acc": 0.9, "late": None}) == [
        ("acc", "0.9"),
        ("late", "-"),
        ("loss (a)", "0.25"),
        ("loss (b)", "0.125"),
    ]


@pytest.mark.parametrize("payload", [None, [], {"points": None}, {"points": [1, {}, {"name": 5}]}, {"elided": True}])
def test_odd_points_are_passed_over(payload: Any) -> None:
    figures = Figures()
    figures.take({"type": "metric", "payload": payload})
    figures.take({"type": "node_status", "payload": {"points": [{"name": "x", "value": 1}]}})
    assert figures.rows({"loss": 1.5}) == [("loss", "1.5")]
