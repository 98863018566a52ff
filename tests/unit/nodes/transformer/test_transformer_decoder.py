"""TransformerDecoder against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.transformer.transformer_decoder import TransformerDecoder
from tests.support import agreement
from tests.support.layer_nodes import STACK_REFUSALS, STACK_SIZES
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=str)
def test_is_torch_s_stack_with_the_same_weights(tmp_path: Path, kind: torch.dtype) -> None:
    def reference(x: torch.Tensor, memory: torch.Tensor) -> Any:
        layer = nn.TransformerDecoderLayer(6, 3, 5, dropout=0.0)
        return nn.TransformerDecoder(layer, 2).to(kind)(x, memory)

    inputs = {"tensor": strided((4, 2, 6), kind, 1), "memory": random((3, 2, 6), kind, 2)}
    agreement.check(TransformerDecoder, tmp_path, inputs, STACK_SIZES, reference)


@pytest.mark.parametrize(("shape", "params", "code"), STACK_REFUSALS, ids=str)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    inputs = {"tensor": random(shape), "memory": random((3, 2, 6))}
    assert agreement.refusal(TransformerDecoder, tmp_path, inputs, {**STACK_SIZES, **params}).code == code


def test_a_memory_of_another_batch_is_refused(tmp_path: Path) -> None:
    inputs = {"tensor": random((4, 2, 6)), "memory": random((3, 1, 6))}
    assert agreement.refusal(TransformerDecoder, tmp_path, inputs, STACK_SIZES).code == "sizes_disagree"
