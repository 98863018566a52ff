"""RowSelector against indexing in torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.data.row_selector import RowSelector
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path

LABELS = ["king", "queen, the", "man", "king"]


def rows(root: Path, value: Any, labels: Any = None, **params: Any) -> torch.Tensor:
    result: torch.Tensor = call(
        RowSelector, root, {"tensor": value, **({"labels": labels} if labels is not None else {})}, params
    )["tensor"]
    return result


@pytest.mark.parametrize("shape", [(4,), (4, 3), (4, 2, 5)])
def test_by_place_with_gradient(tmp_path: Path, shape: tuple[int, ...]) -> None:
    value = random(shape).requires_grad_()
    picked = rows(tmp_path, value, indices="3, 0,-2,，3")
    mutants.check(mutants.equals(value[[3, 0, 2, 3]]), picked)
    (gradient,) = torch.autograd.grad(picked.sum(), value)
    assert gradient.reshape(4, -1)[:, 0].tolist() == [1, 0, 1, 2]


@pytest.mark.parametrize("kind", KINDS)
def test_by_name_the_first_such_row(tmp_path: Path, kind: torch.dtype) -> None:
    value = strided((4, 3), kind)
    picked = rows(tmp_path, value, LABELS, names='man, king, "queen, the"', indices="1")
    assert torch.equal(picked, value[[2, 0, 1]])
    assert picked.dtype is kind


def test_labels_that_are_numbers(tmp_path: Path) -> None:
    assert rows(tmp_path, torch.arange(3), torch.tensor([7, 8, 9]), names="9").tolist() == [2]


@pytest.mark.parametrize(
    ("value", "labels", "settings", "code", "params"),
    [
        (torch.tensor(1.0), None, {}, "table_needed", {"port": "tensor", "shape": "one number"}),
        (torch.ones(4), None, {"indices": "a"}, "row_index_malformed", {"indices": "a"}),
        (torch.ones(4), None, {"indices": ""}, "row_index_malformed", {"indices": ""}),
        (torch.ones(4), None, {"indices": "4"}, "row_index_out_of_range", {"index": 4, "count": 4}),
        (torch.ones(0, 2), None, {}, "row_index_out_of_range", {"index": 0, "count": 0}),
        (torch.ones(4), None, {"names": "man"}, "row_names_missing", {}),
        (
            torch.ones(3),
            LABELS,
            {"names": "man"},
            "lengths_differ",
            {"a": "tensor", "a_count": 3, "b": "labels", "b_count": 4},
        ),
        (torch.ones(2), ["b", "a"], {"names": "c"}, "row_missing", {"name": "c", "labels": "a, b"}),
        (torch.ones(2), 5, {"names": "c"}, "not_a_list", {"port": "labels", "found": "int"}),
        ("x", None, {}, "not_a_tensor", {"port": "tensor", "found": "str"}),
    ],
)
def test_what_is_wrong_is_named(
    tmp_path: Path, value: Any, labels: Any, settings: dict[str, str], code: str, params: dict[str, Any]
) -> None:
    with pytest.raises(NodeError) as caught:
        rows(tmp_path, value, labels, **settings)
    assert (caught.value.reason.code, dict(caught.value.reason.params)) == (code, params)
