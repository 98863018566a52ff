"""Unsqueeze: a new dimension of size 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.dims import new_dim_of
from app.nodes.operands import tensor
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Unsqueeze(Node):
    """A view of the same memory."""

    SPEC = NodeSpec(
        name="Unsqueeze",
        category="Tensor Operations",
        description=Text(
            "Inserts a dimension of size 1, such as a batch of one.", "插入大小為 1 的維度，例如只有一筆的批次。"
        ),
        title_zh_tw="增加維度",
        inputs=(port("tensor", DataType.TENSOR, "What is extended.", "要增加維度的張量。"),),
        outputs=(
            port("tensor", DataType.TENSOR, "The same items with one more dimension.", "多一個維度、內容相同的張量。"),
        ),
        params=(
            param(
                "dim",
                ParamType.INT,
                0,
                "Where the new dimension stands; negative counts from the end.",
                "新維度的位置，負數表示由後往前數。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, dim_out_of_range."""
        value = tensor(inputs, "tensor")
        return {"tensor": value.unsqueeze(new_dim_of(value, params["dim"]))}
