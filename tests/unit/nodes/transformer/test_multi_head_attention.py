"""MultiHeadAttention against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.transformer.multi_head_attention import MultiHeadAttention
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path

SIZES = {"embed_dim": 6, "num_heads": 3}


@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=str)
def test_is_torch_s_attention_with_the_same_weights(tmp_path: Path, kind: torch.dtype) -> None:
    def reference(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> Any:
        return nn.MultiheadAttention(6, 3).to(kind)(query, key, value)

    key, value = random((5, 3, 6), kind, 2), random((5, 3, 6), kind, 3)
    inputs = {"query": strided((2, 3, 6), kind, 1), "key": key, "value": value}
    agreement.check(MultiHeadAttention, tmp_path, inputs, SIZES, reference, outputs=("output", "weights"))


def test_weights_are_shares_and_types_are_brought_together(tmp_path: Path) -> None:
    inputs = {
        "query": random((2, 3, 6), torch.float64),
        "key": random((5, 3, 6), torch.int64),
        "value": random((5, 3, 6)),
    }
    out = call(MultiHeadAttention, tmp_path, inputs, SIZES)
    assert out["output"].dtype is torch.float64
    torch.testing.assert_close(out["weights"].sum(-1), torch.ones(3, 2, dtype=torch.float64))


@pytest.mark.parametrize(
    ("query", "key", "value", "params", "code"),
    [
        ((2, 6), (2, 3, 6), (2, 3, 6), {}, "rank_unfit"),
        ((2, 3, 6), (2, 3, 5), (2, 3, 6), {}, "layer_size_unfit"),
        ((2, 3, 6), (2, 4, 6), (2, 4, 6), {}, "sizes_disagree"),
        ((2, 3, 6), (2, 3, 6), (4, 3, 6), {}, "sizes_disagree"),
        ((2, 3, 6), (2, 3, 6), (2, 4, 6), {}, "sizes_disagree"),
        ((2, 3, 6), (2, 3, 6), (2, 3, 6), {"num_heads": 4}, "layer_params_bad"),
        ((2, 3, 6), (2, 3, 6), (2, 3, 6), {"num_heads": 0}, "size_out_of_range"),
        ((2, 3, 6), (2, 3, 6), (2, 3, 6), {"embed_dim": 2**20, "num_heads": 1}, "out_of_memory_ahead"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, query: Any, key: Any, value: Any, params: dict[str, Any], code: str
) -> None:
    inputs = {"query": random(query), "key": random(key), "value": random(value)}
    assert agreement.refusal(MultiHeadAttention, tmp_path, inputs, {**SIZES, **params}).code == code
