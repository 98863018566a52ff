"""Reshape against torch.reshape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from app.core.vocab.errors import NodeError
from app.nodes.utility.reshape import Reshape
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


def reshape(root: Path, value: torch.Tensor, shape: str) -> torch.Tensor:
    result: torch.Tensor = call(Reshape, root, {"tensor": value}, {"shape": shape})["tensor"]
    return result


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("shape", ["4,6", "-1,3", "2,-1,2", "24", "2,3,4", "-1"])
def test_keeps_the_order(tmp_path: Path, kind: torch.dtype, shape: str) -> None:
    value = strided((4, 6), kind)
    sizes = [int(size) for size in shape.split(",")]
    assert torch.equal(reshape(tmp_path, value, shape), value.reshape(sizes))


def test_gradient_and_mutants(tmp_path: Path) -> None:
    value = random((4, 6), torch.float64).requires_grad_()
    out = reshape(tmp_path, value, "3,-1")
    mutants.check(mutants.equals(value.detach().reshape(3, 8)), out.detach())
    weight = random((3, 8), torch.float64, 2)
    torch.autograd.backward((out * weight).sum())
    assert value.grad is not None
    mutants.check(mutants.equals(weight.reshape(4, 6)), value.grad)


def test_one_number_and_no_number(tmp_path: Path) -> None:
    assert reshape(tmp_path, torch.tensor(5), "1,1").tolist() == [[5]]
    assert reshape(tmp_path, torch.tensor([[5]]), "()").item() == 5
    assert reshape(tmp_path, torch.zeros(0, 3), "3,-1").shape == (3, 0)


@pytest.mark.parametrize(
    ("shape", "code"),
    [
        ("-1,-1", "shape_two_inferred"),
        ("5,-1", "reshape_count"),
        ("-1,0", "reshape_count"),
        ("25", "reshape_count"),
        ("-2,12", "shape_negative"),
        ("four", "shape_malformed"),
        ("999999999999999999,-1", "reshape_count"),
    ],
)
def test_shapes_that_do_not_fit(tmp_path: Path, shape: str, code: str) -> None:
    with pytest.raises(NodeError) as caught:
        reshape(tmp_path, torch.zeros(4, 6), shape)
    assert caught.value.reason.code == code


@given(count=st.integers(0, 12), sizes=st.lists(st.integers(-1, 6), max_size=4))
def test_agrees_with_torch_on_what_fits(tmp_path_factory: pytest.TempPathFactory, count: int, sizes: list[int]) -> None:
    value = torch.arange(count)
    text = ",".join(str(size) for size in sizes) or "()"
    try:
        expected: torch.Tensor | None = value.reshape(sizes)
    except RuntimeError:
        expected = None
    root = tmp_path_factory.getbasetemp()
    if expected is None:
        with pytest.raises(NodeError):
            reshape(root, value, text)
    else:
        assert torch.equal(reshape(root, value, text), expected)
