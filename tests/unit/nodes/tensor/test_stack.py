"""Stack against its two halves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.tensor.stack import Stack
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("dim", [0, 1, 2, -1, -3])
def test_both_lie_along_the_new_dimension(tmp_path: Path, kind: torch.dtype, dim: int) -> None:
    a, b = strided((3, 4), kind, 1), random((3, 4), kind, 2)
    out = call(Stack, tmp_path, {"tensor_a": a, "tensor_b": b}, {"dim": dim})["tensor"]
    assert torch.equal(out.select(dim, 0), a)
    assert torch.equal(out.select(dim, 1), b)
    assert out.shape[dim] == 2


def test_gradient_and_mutants(tmp_path: Path) -> None:
    agreement.check(
        Stack,
        tmp_path,
        {"tensor_a": strided((3, 4), torch.float64, 1), "tensor_b": random((3, 4), torch.float64, 2)},
        {"dim": 1},
        lambda a, b: torch.cat((a[:, None], b[:, None]), 1),
    )


def test_one_number_no_number_and_mixed_types(tmp_path: Path) -> None:
    assert call(Stack, tmp_path, {"tensor_a": 1, "tensor_b": 2.5})["tensor"].tolist() == [1.0, 2.5]
    empty = torch.zeros(0)
    assert call(Stack, tmp_path, {"tensor_a": empty, "tensor_b": empty})["tensor"].shape == (2, 0)


def test_other_shapes_and_places_are_refused(tmp_path: Path) -> None:
    a = random((2, 3))
    assert agreement.refusal(Stack, tmp_path, {"tensor_a": a, "tensor_b": a[:1]}).code == "stack_shapes_differ"
    why = agreement.refusal(Stack, tmp_path, {"tensor_a": a, "tensor_b": a}, {"dim": 3})
    assert (why.code, why.params["last"]) == ("dim_out_of_range", 2)
