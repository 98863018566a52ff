"""Softmax against its definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.tensor.softmax import Softmax
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


def softmax(root: Path, value: torch.Tensor, dim: int = -1) -> torch.Tensor:
    result: torch.Tensor = call(Softmax, root, {"tensor": value}, {"dim": dim})["tensor"]
    return result


@pytest.mark.parametrize("dim", [0, 1, 2, -1, -3])
def test_is_exp_over_the_sum(tmp_path: Path, dim: int) -> None:
    value = strided((2, 3, 4), torch.float64)
    expected = value.exp() / value.exp().sum(dim, keepdim=True)
    mutants.check(mutants.equals(expected), softmax(tmp_path, value, dim))


def test_gradient(tmp_path: Path) -> None:
    value = random((3, 4), torch.float64).requires_grad_()
    weight = random((3, 4), torch.float64, 2)
    torch.autograd.backward((softmax(tmp_path, value, 0) * weight).sum())
    share = value.detach().softmax(0)
    assert value.grad is not None
    mutants.check(mutants.equals(share * (weight - (share * weight).sum(0))), value.grad)


@pytest.mark.parametrize("value", [torch.tensor([1, 2, 3]), torch.tensor([True, False, True])])
def test_whole_numbers_become_floats(tmp_path: Path, value: torch.Tensor) -> None:
    assert torch.equal(softmax(tmp_path, value), value.float().softmax(0))


def test_large_scores_do_not_overflow(tmp_path: Path) -> None:
    assert softmax(tmp_path, torch.tensor([1000.0, 1000.0])).tolist() == [0.5, 0.5]


def test_one_number_and_no_number(tmp_path: Path) -> None:
    assert softmax(tmp_path, torch.tensor(3.0)).item() == 1.0
    assert softmax(tmp_path, torch.zeros(2, 0)).shape == (2, 0)


@pytest.mark.parametrize(("shape", "dim"), [((2, 3), 2), ((2, 3), -3), ((), 1)])
def test_a_missing_dimension_is_named(tmp_path: Path, shape: tuple[int, ...], dim: int) -> None:
    with pytest.raises(NodeError) as caught:
        softmax(tmp_path, torch.zeros(shape), dim)
    assert caught.value.reason.code == "dim_out_of_range"
    assert caught.value.reason.params["dim"] == dim
