"""Argmax against torch.argmax and a search by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.tensor.argmax import Argmax
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path

NUMBERS = tuple(kind for kind in KINDS if kind is not torch.bool)


@pytest.mark.parametrize("kind", NUMBERS, ids=str)
@pytest.mark.parametrize(("dim", "keepdim"), [(0, False), (1, True), (-1, False), (-3, True)])
def test_is_the_place_of_the_largest(tmp_path: Path, kind: torch.dtype, dim: int, keepdim: bool) -> None:
    value = torch.randperm(60, generator=torch.Generator().manual_seed(3)).reshape(3, 4, 5).to(kind)
    agreement.check(
        Argmax,
        tmp_path,
        {"tensor": value},
        {"dim": dim, "keepdim": keepdim},
        lambda x: (
            torch.sort(x, dim).indices.narrow(dim, -1, 1) if keepdim else torch.sort(x, dim).indices.select(dim, -1)
        ),
    )


def test_the_index_is_int64(tmp_path: Path) -> None:
    out = call(Argmax, tmp_path, {"tensor": strided((2, 3))})["tensor"]
    assert out.dtype is torch.int64
    assert out.shape == (2,)


def test_truth_values_and_one_number(tmp_path: Path) -> None:
    assert call(Argmax, tmp_path, {"tensor": torch.tensor([[False, True], [True, False]])})["tensor"].tolist() == [1, 0]
    assert call(Argmax, tmp_path, {"tensor": torch.tensor(3.0)})["tensor"].item() == 0


def test_nothing_to_compare_is_refused(tmp_path: Path) -> None:
    assert call(Argmax, tmp_path, {"tensor": torch.zeros(0, 3)}, {"dim": 1})["tensor"].shape == (0,)
    why = agreement.refusal(Argmax, tmp_path, {"tensor": torch.zeros(0, 3)}, {"dim": 0})
    assert (why.code, why.params["dim"]) == ("dim_empty", 0)


def test_complex_numbers_and_a_missing_dimension_are_refused(tmp_path: Path) -> None:
    assert agreement.refusal(Argmax, tmp_path, {"tensor": random((3,), torch.complex64)}).code == "complex_unfit"
    assert agreement.refusal(Argmax, tmp_path, {"tensor": random((3,))}, {"dim": 1}).code == "dim_out_of_range"
