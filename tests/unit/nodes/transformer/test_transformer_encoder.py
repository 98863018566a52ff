"""TransformerEncoder against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.transformer.transformer_encoder import TransformerEncoder
from tests.support import agreement
from tests.support.layer_nodes import STACK_REFUSALS, STACK_SIZES
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=str)
def test_is_torch_s_stack_with_the_same_weights(tmp_path: Path, kind: torch.dtype) -> None:
    def reference(x: torch.Tensor) -> Any:
        layer = nn.TransformerEncoderLayer(6, 3, 5, dropout=0.0)
        return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False).to(kind)(x)

    inputs = {"tensor": strided((4, 2, 6), kind, 1)}
    agreement.check(TransformerEncoder, tmp_path, inputs, STACK_SIZES, reference)


@pytest.mark.parametrize(("shape", "params", "code"), STACK_REFUSALS, ids=str)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    inputs = {"tensor": random(shape)}
    assert agreement.refusal(TransformerEncoder, tmp_path, inputs, {**STACK_SIZES, **params}).code == code
