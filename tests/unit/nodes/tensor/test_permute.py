"""Permute against the items it moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.tensor.permute import Permute
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(("text", "dims"), [("2,0,1", (2, 0, 1)), ("(-1,1,0)", (2, 1, 0)), ("0, 1, 2", (0, 1, 2))])
def test_moves_every_item(tmp_path: Path, kind: torch.dtype, text: str, dims: tuple[int, ...]) -> None:
    value = strided((2, 3, 4), kind)
    out = call(Permute, tmp_path, {"tensor": value}, {"dims": text})["tensor"]
    assert out.shape == tuple(value.shape[dim] for dim in dims)
    for index in torch.cartesian_prod(*(torch.arange(size) for size in value.shape)).tolist():
        assert out[tuple(index[dim] for dim in dims)] == value[tuple(index)]


def test_gradient_and_mutants(tmp_path: Path) -> None:
    agreement.check(
        Permute,
        tmp_path,
        {"tensor": strided((2, 3, 4), torch.float64)},
        {"dims": "1,2,0"},
        lambda x: x.movedim(0, 2),
    )


def test_one_number_and_no_number(tmp_path: Path) -> None:
    assert call(Permute, tmp_path, {"tensor": torch.tensor(3.0)}, {"dims": "0"})["tensor"].shape == ()
    assert call(Permute, tmp_path, {"tensor": torch.zeros(0, 2)}, {"dims": "1,0"})["tensor"].shape == (2, 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [("0,2,1", "dim_out_of_range"), ("0,0", "dim_twice"), ("0", "dims_not_all"), ("x", "dims_malformed")],
)
def test_what_names_no_order_is_refused(tmp_path: Path, text: str, code: str) -> None:
    assert agreement.refusal(Permute, tmp_path, {"tensor": random((2, 3))}, {"dims": text}).code == code
