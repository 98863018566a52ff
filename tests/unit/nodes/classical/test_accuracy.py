"""Accuracy: counting, comparing as text, its metric."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from app.core.vocab.errors import NodeError
from app.nodes.classical.accuracy import Accuracy
from tests.support.nodes import RecordingSinks, call, run_context

if TYPE_CHECKING:
    from pathlib import Path


def accuracy(root: Path, predictions: Any, labels: Any) -> dict[str, Any]:
    return call(Accuracy, root, {"predictions": predictions, "labels": labels})


@pytest.mark.parametrize(
    ("predictions", "labels", "correct"),
    [
        (["a", "b", "c"], ["a", "x", "c"], 2),
        ([1, 2, 3], ["1", "2", 4], 2),
        (torch.tensor([1, 2]), [1, 2], 2),
        (("a",), ["A"], 0),
        ([None], ["None"], 1),
    ],
)
def test_counts_pairs_of_equal_text(tmp_path: Path, predictions: Any, labels: Any, correct: int) -> None:
    total = len(labels)
    wanted = {"accuracy": correct / total, "correct": correct, "total": total}
    assert accuracy(tmp_path, predictions, labels) == wanted


def test_no_pairs_give_zero(tmp_path: Path) -> None:
    assert accuracy(tmp_path, [], []) == {"accuracy": 0.0, "correct": 0, "total": 0}


def test_the_metric_is_recorded_once_at_step_one(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    inputs = {"predictions": ["a", "b", "c", "d"], "labels": ["a", "b", "c", "x"]}
    out = call(Accuracy, tmp_path, inputs, run=run_context(tmp_path, sinks))
    assert sinks.series("accuracy") == [(1, 0.75)]
    assert [point.node_id for point in sinks.metrics] == ["n1"]
    assert json.loads(json.dumps(out)) == {"accuracy": 0.75, "correct": 3, "total": 4}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"))))
def test_agrees_with_counting(tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]]) -> None:
    out = accuracy(tmp_path_factory.getbasetemp(), [a for a, _ in pairs], [b for _, b in pairs])
    assert out["correct"] == len([1 for a, b in pairs if a == b])
    assert out["total"] == len(pairs)


def test_lengths_that_differ_are_named(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        accuracy(tmp_path, ["a"], [])
    assert caught.value.reason.params == {"a": "predictions", "a_count": 1, "b": "labels", "b_count": 0}


@pytest.mark.parametrize("value", [None, "text", 5, {"a": 1}, torch.tensor(1)])
def test_what_is_no_list_is_named(tmp_path: Path, value: Any) -> None:
    with pytest.raises(NodeError) as caught:
        accuracy(tmp_path, value, [])
    assert caught.value.reason.code == "not_a_list"
    assert caught.value.reason.params["port"] == "predictions"
