"""Reduce against torch, and against Python for plain numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.flow.reduce import Reduce
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def reduce(root: Path, items: Any, operation: str, dim: int = 0) -> Any:
    out = call(Reduce, root, {"items": items}, {"operation": operation, "dim": dim})
    assert out["count"] == len(items)
    return out["result"]


OF_TENSORS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "sum": lambda rows: rows.sum(0),
    "mean": lambda rows: rows.mean(0),
    "min": lambda rows: rows.amin(0),
    "max": lambda rows: rows.amax(0),
}


@pytest.mark.parametrize("operation", OF_TENSORS)
def test_works_item_by_item_with_gradients(tmp_path: Path, operation: str) -> None:
    items = [random((3, 4), torch.float64, seed).requires_grad_() for seed in (1, 2, 3)]
    expected = OF_TENSORS[operation](torch.stack(items))
    result = reduce(tmp_path, items, operation)
    mutants.check(mutants.equals(expected), result)
    weights = random((3, 4), torch.float64, 9)
    wanted = torch.autograd.grad((expected * weights).sum(), items)
    for got, want in zip(torch.autograd.grad((result * weights).sum(), items), wanted, strict=True):
        mutants.check(mutants.equals(want), got)


@pytest.mark.parametrize("dim", [0, 1, -1])
def test_joins_along_a_dimension(tmp_path: Path, dim: int) -> None:
    items = [random((2, 3), seed=1), strided((2, 3), seed=2)]
    mutants.check(mutants.equals(torch.cat(items, dim)), reduce(tmp_path, items, "concat", dim))
    mutants.check(mutants.equals(torch.stack(items, dim)), reduce(tmp_path, items, "stack", dim))


def test_joins_parts_of_other_lengths(tmp_path: Path) -> None:
    items = [random((2, 3)), random((2, 0)), random((2, 5))]
    assert torch.equal(reduce(tmp_path, items, "concat", 1), torch.cat(items, 1))


@pytest.mark.parametrize(
    ("items", "operation", "result"),
    [
        ([1, 2, 6], "sum", 9),
        ([1, 2, 6], "mean", 3.0),
        ([1, 2.5, True], "sum", 4.5),
        ([4, -2, 6], "min", -2),
        ([4, -2, 6.5], "max", 6.5),
        ([2**70, 1], "sum", 2**70 + 1),
        (["a", None], "first", "a"),
        (["a", {"b": 1}], "last", {"b": 1}),
        ([[1, "a"], [], [2]], "concat", [1, "a", 2]),
    ],
)
def test_plain_values(tmp_path: Path, items: list[Any], operation: str, result: Any) -> None:
    got = reduce(tmp_path, items, operation)
    assert (got, type(got)) == (result, type(result))


def test_a_number_that_is_none_is_not_passed_over(tmp_path: Path) -> None:
    assert math.isnan(reduce(tmp_path, [1.0, math.nan, 3.0], "max"))
    assert math.isnan(reduce(tmp_path, [math.nan, 1.0, 3.0], "min"))


@pytest.mark.parametrize(
    ("items", "operation", "result"),
    [
        ([torch.tensor(1), torch.tensor(4)], "mean", torch.tensor(2.5)),
        ([torch.tensor([True, False]), torch.tensor([True, True])], "sum", torch.tensor([2, 1])),
        ([torch.tensor(True), torch.tensor(False)], "max", torch.tensor(True)),
        ([torch.tensor(1), torch.tensor(0.5)], "sum", torch.tensor(1.5)),
        ([torch.tensor(1), torch.tensor(2)], "concat", torch.tensor([1, 2])),
        ([np.array([1, 2]), [3, 4]], "sum", torch.tensor([4, 6])),
        (torch.tensor([[1.0, 2.0], [3.0, 4.0]]), "sum", torch.tensor([4.0, 6.0])),
        ([torch.zeros(2, 0), torch.zeros(2, 0)], "mean", torch.zeros(2, 0)),
    ],
)
def test_types(tmp_path: Path, items: Any, operation: str, result: torch.Tensor) -> None:
    torch.testing.assert_close(reduce(tmp_path, items, operation), result)


@pytest.mark.parametrize(
    ("items", "operation", "dim", "code", "params"),
    [
        ([], "first", 0, "list_empty", {"port": "items"}),
        ([1, "a"], "sum", 0, "items_not_numbers", {"place": 1, "found": "str"}),
        ([None], "stack", 0, "items_not_numbers", {"place": 0, "found": "NoneType"}),
        (
            [torch.ones(2), torch.ones(3)],
            "mean",
            0,
            "items_differ",
            {"first": "2", "place": 1, "found": "3"},
        ),
        (
            [torch.ones(2, 3), torch.ones(3, 3)],
            "concat",
            1,
            "items_differ",
            {"first": "2 x 3", "place": 1, "found": "3 x 3"},
        ),
        (
            [torch.ones(2), torch.ones(())],
            "stack",
            0,
            "items_differ",
            {"first": "2", "place": 1, "found": "one number"},
        ),
        ([torch.ones(2)], "stack", 2, "dim_out_of_range", {"dim": 2, "shape": "2", "first": -2, "last": 1}),
        ([torch.ones(2)], "concat", -2, "dim_out_of_range", {"dim": -2, "shape": "2", "first": -1, "last": 0}),
        ([torch.ones(2) * 1j], "max", 0, "items_not_ordered", {"operation": "max"}),
        ("abc", "sum", 0, "not_a_list", {"port": "items", "found": "str"}),
    ],
)
def test_what_is_wrong_is_named(
    tmp_path: Path, items: Any, operation: str, dim: int, code: str, params: dict[str, Any]
) -> None:
    with pytest.raises(NodeError) as caught:
        reduce(tmp_path, items, operation, dim)
    assert (caught.value.reason.code, dict(caught.value.reason.params)) == (code, params)
