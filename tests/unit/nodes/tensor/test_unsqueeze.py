"""Unsqueeze against the shapes it must give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.tensor.unsqueeze import Unsqueeze
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(
    ("dim", "shape"),
    [(0, (1, 3, 4)), (1, (3, 1, 4)), (2, (3, 4, 1)), (-1, (3, 4, 1)), (-2, (3, 1, 4)), (-3, (1, 3, 4))],
)
def test_inserts_a_size_of_one(tmp_path: Path, kind: torch.dtype, dim: int, shape: tuple[int, ...]) -> None:
    value = strided((3, 4), kind)
    out = call(Unsqueeze, tmp_path, {"tensor": value}, {"dim": dim})["tensor"]
    assert out.shape == shape
    assert out.reshape(-1).tolist() == value.reshape(-1).tolist()


def test_gradient_and_mutants(tmp_path: Path) -> None:
    agreement.check(
        Unsqueeze, tmp_path, {"tensor": strided((3, 4), torch.float64)}, {"dim": 1}, lambda x: x.reshape(3, 1, 4)
    )


def test_one_number_and_no_number(tmp_path: Path) -> None:
    assert call(Unsqueeze, tmp_path, {"tensor": 3.0})["tensor"].tolist() == [3.0]
    assert call(Unsqueeze, tmp_path, {"tensor": torch.zeros(0)}, {"dim": -1})["tensor"].shape == (0, 1)


@pytest.mark.parametrize("dim", [3, -4])
def test_a_place_beyond_the_end_is_refused(tmp_path: Path, dim: int) -> None:
    why = agreement.refusal(Unsqueeze, tmp_path, {"tensor": random((2, 1))}, {"dim": dim})
    assert (why.code, why.params["first"], why.params["last"]) == ("dim_out_of_range", -3, 2)
