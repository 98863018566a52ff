"""ScalarMultiply against the operator *."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.tensor.scalar_multiply import ScalarMultiply
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("scalar", [1.0, -2.5, 0.0])
@pytest.mark.parametrize("shape", [(), (3,), (2, 0), (2, 3)])
def test_is_the_product(tmp_path: Path, kind: torch.dtype, scalar: float, shape: tuple[int, ...]) -> None:
    value = random(shape, kind)
    out = call(ScalarMultiply, tmp_path, {"tensor": value}, {"scalar": scalar})["tensor"]
    assert torch.equal(out, value * scalar)
    assert out.dtype is (kind if kind.is_floating_point else torch.float32)


def test_gradient_and_mutants(tmp_path: Path) -> None:
    value = strided((2, 3), torch.float64).requires_grad_()
    out = call(ScalarMultiply, tmp_path, {"tensor": value}, {"scalar": -1.75})["tensor"]
    mutants.check(mutants.equals(value.detach() * -1.75), out.detach())
    weight = random((2, 3), torch.float64, 5)
    torch.autograd.backward((out * weight).sum())
    assert value.grad is not None
    mutants.check(mutants.equals(weight * -1.75), value.grad)


def test_what_is_no_tensor_is_named(tmp_path: Path) -> None:
    with pytest.raises(NodeError, match="tensor"):
        call(ScalarMultiply, tmp_path, {"tensor": "aGVsbG8="})
