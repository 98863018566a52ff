"""Multiply against the operator *."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.tensor.multiply import Multiply
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


def multiply(root: Path, a: object, b: object) -> torch.Tensor:
    result: torch.Tensor = call(Multiply, root, {"tensor_a": a, "tensor_b": b})["tensor"]
    return result


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(("left", "right"), [((2, 3), (2, 3)), ((4, 1, 3), (2, 1)), ((), (3,)), ((0,), (1,))])
def test_is_the_product(tmp_path: Path, kind: torch.dtype, left: tuple[int, ...], right: tuple[int, ...]) -> None:
    a, b = random(left, kind, 1), random(right, kind, 2)
    assert torch.equal(multiply(tmp_path, a, b), a * b)


def test_gradients_and_mutants(tmp_path: Path) -> None:
    a, b = strided((3, 4), torch.float64, 1).requires_grad_(), random((3, 1), torch.float64, 2).requires_grad_()
    out = multiply(tmp_path, a, b)
    mutants.check(mutants.equals((a * b).detach()), out.detach())
    torch.autograd.backward(out.sum())
    assert a.grad is not None
    assert b.grad is not None
    mutants.check(mutants.equals(b.detach().expand(3, 4)), a.grad)
    mutants.check(mutants.equals(a.detach().sum(1, keepdim=True)), b.grad)


def test_sizes_that_contradict_are_named(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        multiply(tmp_path, torch.zeros(2), torch.zeros(3))
    assert caught.value.reason.code == "shapes_differ"
