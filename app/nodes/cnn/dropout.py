"""Dropout: random values become 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.dims import reals
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Dropout(Node):
    """Always as in training, from torch's random state; what stays is multiplied by 1 / (1 - p)."""

    SPEC = NodeSpec(
        name="Dropout",
        category="CNN",
        description=Text(
            "Sets random values to 0 and scales up the rest, so that their expected sum stays.",
            "隨機把一部分的值設為 0，並放大其餘的值，使期望總和不變。",
        ),
        title_zh_tw="隨機失活",
        inputs=(port("tensor", DataType.TENSOR, "Values of any shape.", "任意形狀的值。"),),
        outputs=(
            port("tensor", DataType.TENSOR, "The values that stay, scaled, and zeros.", "保留並放大的值，其餘為零。"),
        ),
        params=(
            param(
                "p",
                ParamType.FLOAT,
                0.5,
                "Share of values that become 0.",
                "設為 0 的比例。",
                at_least=0.0,
                at_most=1.0,
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, complex_unfit."""
        from torch.nn import functional

        return {"tensor": functional.dropout(reals(inputs, "tensor"), params["p"], training=True)}
