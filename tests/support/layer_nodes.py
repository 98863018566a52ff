"""Cases that layer nodes of one kind share: sizes, references in torch, and what each must refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path

    from app.engine.node import Node

Refusal = tuple[tuple[int, ...], dict[str, Any], str]

POOL_REFUSALS: tuple[Refusal, ...] = (
    ((3, 3), {}, "rank_unfit"),
    ((1, 1, 1, 9), {}, "window_unfit"),
    ((1, 1, 4, 4), {"kernel_size": 0}, "size_out_of_range"),
    ((1, 1, 4, 4), {"stride": 0}, "size_out_of_range"),
    ((1, 1, 4, 4), {"stride": 2**40}, "size_out_of_range"),
)

RECURRENT_SIZES = {"input_size": 3, "hidden_size": 4, "num_layers": 2}
RECURRENT_REFUSALS: tuple[Refusal, ...] = (
    ((2, 3), {}, "rank_unfit"),
    ((2, 3, 4), {}, "layer_size_unfit"),
    ((2, 0, 3), {}, "layer_input_failed"),
    ((2, 3, 3), {"num_layers": 0}, "size_out_of_range"),
    ((2, 3, 3), {"num_layers": 1001}, "size_out_of_range"),
    ((2, 3, 3), {"hidden_size": 2**20}, "out_of_memory_ahead"),
)

STACK_SIZES = {"d_model": 6, "nhead": 3, "num_layers": 2, "dim_feedforward": 5}
STACK_REFUSALS: tuple[Refusal, ...] = (
    ((2, 6), {}, "rank_unfit"),
    ((4, 2, 5), {}, "layer_size_unfit"),
    ((4, 2, 6), {"nhead": 4}, "layer_params_bad"),
    ((4, 2, 6), {"nhead": 0}, "size_out_of_range"),
    ((4, 2, 6), {"num_layers": 10**9}, "size_out_of_range"),
    ((4, 2, 6), {"dim_feedforward": 2**31 - 1}, "out_of_memory_ahead"),
)


def check_recurrent(node: type[Node], layer: Any, root: Path, kind: torch.dtype, **settings: bool) -> None:
    """Compare with torch's `layer` of the same weights, at the settings batch_first and bidirectional."""

    def reference(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        output, last = layer(3, 4, 2, **settings).to(kind)(x)
        return output, last[0] if isinstance(last, tuple) else last

    inputs = {"tensor": strided((2, 5, 3), kind)}
    agreement.check(node, root, inputs, {**RECURRENT_SIZES, **settings}, reference, outputs=("output", "hidden"))


def check_recurrent_shapes(node: type[Node], root: Path) -> None:
    """Shapes as the ports say; whole numbers and an empty batch are taken."""
    out = call(node, root, {"tensor": random((2, 5, 3), torch.int64)}, {**RECURRENT_SIZES, "bidirectional": True})
    assert out["output"].dtype is torch.float32
    assert {port: tuple(value.shape) for port, value in out.items()} == {"output": (2, 5, 8), "hidden": (4, 2, 4)}
    assert call(node, root, {"tensor": torch.zeros(0, 5, 3)}, RECURRENT_SIZES)["output"].shape == (0, 5, 4)
