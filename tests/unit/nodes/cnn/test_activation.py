"""Activation against the definitions of its functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.nodes.cnn.activation import Activation
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path

FUNCTIONS: dict[str, Any] = {
    "relu": lambda x: x.clamp(min=0),
    "sigmoid": lambda x: 1 / (1 + (-x).exp()),
    "tanh": lambda x: (x.exp() - (-x).exp()) / (x.exp() + (-x).exp()),
    "leaky_relu": lambda x: torch.where(x > 0, x, 0.01 * x),
    "elu": lambda x: torch.where(x > 0, x, x.exp() - 1),
    "gelu": lambda x: x * (1 + torch.erf(x / 2**0.5)) / 2,
    "silu": lambda x: x / (1 + (-x).exp()),
    "mish": lambda x: x * (1 + x.exp()).log().tanh(),
    "selu": lambda x: 1.0507009873554805 * torch.where(x > 0, x, 1.6732632423543772 * (x.exp() - 1)),
    "softmax": lambda x: x.exp() / x.exp().sum(-1, keepdim=True),
    "hardswish": lambda x: x * (x + 3).clamp(0, 6) / 6,
    "prelu": lambda x: torch.where(x > 0, x, 0.25 * x),
}


@pytest.mark.parametrize("function", list(FUNCTIONS))
def test_is_the_function_of_its_name(tmp_path: Path, function: str) -> None:
    value = strided((3, 4, 5), torch.float64) * 2
    agreement.check(Activation, tmp_path, {"tensor": value}, {"function": function}, FUNCTIONS[function])


def test_every_option_is_tried() -> None:
    assert Activation.SPEC.params[0].options == tuple(FUNCTIONS)


@pytest.mark.parametrize("function", list(FUNCTIONS))
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_any_number_will_do(tmp_path: Path, function: str, kind: torch.dtype) -> None:
    value = random((2, 3), kind)
    out = call(Activation, tmp_path, {"tensor": value}, {"function": function})["tensor"]
    assert out.dtype is (kind if kind.is_floating_point else torch.float32)
    torch.testing.assert_close(out, FUNCTIONS[function](value.to(out.dtype)))


def test_one_number_no_number_and_complex_ones(tmp_path: Path) -> None:
    assert call(Activation, tmp_path, {"tensor": -3.0})["tensor"].item() == 0.0
    assert call(Activation, tmp_path, {"tensor": torch.zeros(0, 2)})["tensor"].shape == (0, 2)
    assert agreement.refusal(Activation, tmp_path, {"tensor": 1j}).code == "complex_unfit"
