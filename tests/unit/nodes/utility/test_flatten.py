"""Flatten against torch.flatten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.utility.flatten import Flatten
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


def flatten(root: Path, value: torch.Tensor, start: int = 1) -> torch.Tensor:
    result: torch.Tensor = call(Flatten, root, {"tensor": value}, {"start_dim": start})["tensor"]
    return result


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(
    ("start", "shape"), [(0, (120,)), (1, (2, 60)), (2, (2, 3, 20)), (3, (2, 3, 4, 5)), (-2, (2, 3, 20))]
)
def test_merges_the_last_dimensions(tmp_path: Path, kind: torch.dtype, start: int, shape: tuple[int, ...]) -> None:
    value = strided((2, 3, 4, 5), kind)
    out = flatten(tmp_path, value, start)
    assert out.shape == shape
    assert out.reshape(-1).tolist() == value.reshape(-1).tolist()


def test_gradient_and_mutants(tmp_path: Path) -> None:
    value = random((2, 3, 4), torch.float64).requires_grad_()
    out = flatten(tmp_path, value)
    mutants.check(mutants.equals(value.detach().view(2, 12)), out.detach())
    weight = random((2, 12), torch.float64, 2)
    torch.autograd.backward((out * weight).sum())
    assert value.grad is not None
    mutants.check(mutants.equals(weight.view(2, 3, 4)), value.grad)


def test_one_number_and_no_number(tmp_path: Path) -> None:
    assert flatten(tmp_path, torch.tensor(3.0), 0).shape == (1,)
    assert flatten(tmp_path, torch.zeros(0, 2, 3)).shape == (0, 6)


@pytest.mark.parametrize(("shape", "start"), [((3,), 1), ((2, 3), -3), ((), 1)])
def test_a_missing_dimension_is_named(tmp_path: Path, shape: tuple[int, ...], start: int) -> None:
    with pytest.raises(NodeError) as caught:
        flatten(tmp_path, torch.zeros(shape), start)
    assert caught.value.reason.code == "dim_out_of_range"
