"""BackwardOnce: the same value with the same gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.training.backward_once import BackwardOnce
from tests.support.nodes import call
from tests.support.tensors import KINDS, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", KINDS)
def test_passes_the_tensor_on(tmp_path: Path, kind: torch.dtype) -> None:
    value = strided((2, 3), kind)
    assert call(BackwardOnce, tmp_path, {"tensor": value})["tensor"] is value


def test_the_gradient_goes_through(tmp_path: Path) -> None:
    weight = torch.tensor([2.0, -3.0], requires_grad=True)
    (gradient,) = torch.autograd.grad(call(BackwardOnce, tmp_path, {"tensor": weight**2})["tensor"].sum(), weight)
    assert gradient.tolist() == [4.0, -6.0]


def test_what_is_no_tensor_is_named(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        call(BackwardOnce, tmp_path, {"tensor": "x"})
    assert (caught.value.reason.code, caught.value.reason.params) == (
        "not_a_tensor",
        {"port": "tensor", "found": "str"},
    )
    assert BackwardOnce.SPEC.cacheable is False
