"""Squeeze against the shapes it must give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.tensor.squeeze import Squeeze
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(
    ("dim", "shape"),
    [(-1, (3, 4)), (0, (3, 1, 4)), (2, (1, 3, 4)), (1, (1, 3, 1, 4)), (-2, (1, 3, 4)), (-4, (3, 1, 4))],
)
def test_drops_what_has_size_one(tmp_path: Path, kind: torch.dtype, dim: int, shape: tuple[int, ...]) -> None:
    value = strided((1, 3, 1, 4), kind)
    out = call(Squeeze, tmp_path, {"tensor": value}, {"dim": dim})["tensor"]
    assert out.shape == shape
    assert out.reshape(-1).tolist() == value.reshape(-1).tolist()


def test_gradient_and_mutants(tmp_path: Path) -> None:
    agreement.check(
        Squeeze, tmp_path, {"tensor": strided((3, 1, 4), torch.float64)}, {"dim": 1}, lambda x: x.reshape(3, 4)
    )


def test_one_number_and_no_number(tmp_path: Path) -> None:
    assert call(Squeeze, tmp_path, {"tensor": torch.tensor(3.0)}, {"dim": 0})["tensor"].shape == ()
    assert call(Squeeze, tmp_path, {"tensor": torch.zeros(1, 0)})["tensor"].shape == (0,)


@pytest.mark.parametrize("dim", [2, -3])
def test_a_missing_dimension_is_refused(tmp_path: Path, dim: int) -> None:
    assert agreement.refusal(Squeeze, tmp_path, {"tensor": random((2, 1))}, {"dim": dim}).code == "dim_out_of_range"
