"""Flatten: several dimensions become one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.operands import dim_of, tensor
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Flatten(Node):
    """Merges every dimension from start_dim to the last."""

    SPEC = NodeSpec(
        name="Flatten",
        category="Utility",
        description=Text(
            "Merges the dimensions from one on into a single one, such as (N, C, H, W) into (N, C*H*W).",
            "從某個維度起合併成一個維度，例如 (N, C, H, W) 變成 (N, C*H*W)。",
        ),
        title_zh_tw="攤平",
        inputs=(port("tensor", DataType.TENSOR, "What is flattened.", "要攤平的張量。"),),
        outputs=(port("tensor", DataType.TENSOR, "The flattened tensor.", "攤平後的張量。"),),
        params=(
            param(
                "start_dim",
                ParamType.INT,
                1,
                "The first dimension to merge; 1 keeps the batch apart.",
                "從哪個維度開始合併；1 表示保留批次維度。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, dim_out_of_range."""
        value = tensor(inputs, "tensor")
        return {"tensor": value.flatten(dim_of(value, params["start_dim"]))}
