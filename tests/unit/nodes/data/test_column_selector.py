"""ColumnSelector against indexing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.data.column_selector import ColumnSelector
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


def selected(root: Path, value: Any, columns: Any = None, **params: Any) -> torch.Tensor:
    inputs = {"tensor": value} if columns is None else {"tensor": value, "columns": columns}
    result: torch.Tensor = call(ColumnSelector, root, inputs, params)["tensor"]
    return result


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(
    ("indices", "places"), [("0", [0]), ("2,0", [2, 0]), (" -1 , 1 ", [3, 1]), ("1,1", [1, 1]), ("３，0,", [3, 0])]
)
def test_by_place(tmp_path: Path, kind: torch.dtype, indices: str, places: list[int]) -> None:
    value = strided((5, 4), kind)
    assert torch.equal(selected(tmp_path, value, indices=indices), value[:, places])


@pytest.mark.parametrize(
    ("names", "places"), [("b", [1]), ("c, a", [2, 0]), ('"d, e",a', [3, 0]), ("a\nc", [0, 2]), (" b ,,", [1])]
)
def test_by_name(tmp_path: Path, names: str, places: list[int]) -> None:
    value = random((5, 4))
    assert torch.equal(selected(tmp_path, value, ["a", "b", "c", "d, e"], names=names, indices="9"), value[:, places])


def test_gradient_and_mutants(tmp_path: Path) -> None:
    value = random((3, 4), torch.float64).requires_grad_()
    out = selected(tmp_path, value, indices="2,0")
    mutants.check(mutants.equals(value.detach()[:, [2, 0]]), out.detach())
    (grad,) = torch.autograd.grad((out * torch.tensor([2.0, 5.0], dtype=torch.float64)).sum(), value)
    mutants.check(mutants.equals(torch.tensor([5.0, 0.0, 2.0, 0.0], dtype=torch.float64).expand(3, 4)), grad)


def test_other_ranks(tmp_path: Path) -> None:
    assert selected(tmp_path, torch.tensor([7, 8, 9]), indices="1,2").tolist() == [8, 9]
    assert selected(tmp_path, torch.zeros(2, 0, 3), indices="0").shape == (2, 0, 1)


@pytest.mark.parametrize(
    ("columns", "params", "code", "words"),
    [
        (None, {"indices": ""}, "column_index_malformed", {"indices": ""}),
        (None, {"indices": "a"}, "column_index_malformed", {"indices": "a"}),
        (None, {"indices": "1.5"}, "column_index_malformed", {"indices": "1.5"}),
        (None, {"indices": "3"}, "column_index_out_of_range", {"index": 3, "count": 3}),
        (None, {"indices": "-4"}, "column_index_out_of_range", {"index": -4, "count": 3}),
        (None, {"names": "a"}, "columns_missing", {}),
        (["a", "b", "c"], {"names": "a,x"}, "column_missing", {"column": "x", "columns": "a, b, c"}),
        (["a"], {"names": "a"}, "lengths_differ", {"a": "tensor", "a_count": 3, "b": "columns", "b_count": 1}),
    ],
)
def test_what_is_wrong_is_named(
    tmp_path: Path, columns: Any, params: dict[str, Any], code: str, words: dict[str, Any]
) -> None:
    with pytest.raises(NodeError) as caught:
        selected(tmp_path, torch.zeros(2, 3), columns, **params)
    assert (caught.value.reason.code, dict(caught.value.reason.params)) == (code, words)


def test_one_number_has_no_columns(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        selected(tmp_path, torch.tensor(1.0))
    assert caught.value.reason.code == "table_needed"
