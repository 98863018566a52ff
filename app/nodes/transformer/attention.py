"""What the attention nodes have in common: the check of an input, and the params of stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import ParamType
from app.nodes.dims import reals, refuse_rank
from app.nodes.layer_node import refuse_size
from app.nodes.ports import param

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

STACK_PARAMS = (
    param(
        "d_model",
        ParamType.INT,
        512,
        "Features of each step; the heads must divide them.",
        "每一步的特徵數，須能被注意力頭數整除。",
    ),
    param("nhead", ParamType.INT, 8, "Attention heads.", "注意力頭數。"),
    param("num_layers", ParamType.INT, 6, "Layers, one after the other.", "層數，依序相接。"),
    param(
        "dim_feedforward",
        ParamType.INT,
        2048,
        "Width inside each layer's feed-forward part.",
        "每層前饋部分的內部寬度。",
    ),
)

STACK_STRUCTURAL = tuple(spec.name for spec in STACK_PARAMS)
STACK_FIXED = {"batch_first": False, "dropout": 0.0}
"""No param speaks of dropout, so there is none."""


def sequence(inputs: dict[str, Any], port: str, params: Mapping[str, Any], width: str) -> Tensor:
    """Take a batch of sequences [time, batch, features] whose features are as many as the param `width` says.

    Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, layer_size_unfit.
    """
    value = reals(inputs, port)
    refuse_rank(value, port, 3)
    refuse_size(value, port, 2, params, width)
    return value
