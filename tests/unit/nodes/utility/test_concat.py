"""Concat against its two halves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.utility.concat import Concat
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("dim", [0, 1, 2, -1, -3])
def test_one_lies_after_the_other(tmp_path: Path, kind: torch.dtype, dim: int) -> None:
    shape = [3, 4, 2]
    shape[dim] = 5
    a, b = strided((3, 4, 2), kind, 1), random((shape[0], shape[1], shape[2]), kind, 2)
    out = call(Concat, tmp_path, {"tensor_a": a, "tensor_b": b}, {"dim": dim})["tensor"]
    size = a.shape[dim]
    assert torch.equal(out.narrow(dim, 0, size), a)
    assert torch.equal(out.narrow(dim, size, 5), b)
    assert out.shape[dim] == size + 5


def test_gradient_and_mutants(tmp_path: Path) -> None:
    agreement.check(
        Concat,
        tmp_path,
        {"tensor_a": strided((3, 4), torch.float64, 1), "tensor_b": random((3, 2), torch.float64, 2)},
        {"dim": 1},
        lambda a, b: torch.nn.functional.pad(a, (0, 2)) + torch.nn.functional.pad(b, (4, 0)),
    )


def test_mixed_types_and_no_items(tmp_path: Path) -> None:
    out = call(Concat, tmp_path, {"tensor_a": [1, 2], "tensor_b": torch.tensor([0.5])})["tensor"]
    assert out.tolist() == [1.0, 2.0, 0.5]
    assert call(Concat, tmp_path, {"tensor_a": torch.zeros(0), "tensor_b": torch.ones(1)})["tensor"].tolist() == [1.0]


@pytest.mark.parametrize(
    ("a", "b", "dim", "code"),
    [
        *(((), (2,), 0, "rank_unfit"), ((2,), (), 0, "rank_unfit"), ((2, 3), (2,), 0, "rank_unfit")),
        *(((2, 3), (2, 4), 0, "concat_shapes_differ"), ((2, 3), (2, 3), 2, "dim_out_of_range")),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, a: tuple[int, ...], b: tuple[int, ...], dim: int, code: str
) -> None:
    inputs = {"tensor_a": torch.zeros(a), "tensor_b": torch.zeros(b)}
    assert agreement.refusal(Concat, tmp_path, inputs, {"dim": dim}).code == code
