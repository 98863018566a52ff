"""Squeeze: drops dimensions of size 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.operands import dim_of, tensor
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Squeeze(Node):
    """A view. -1 stands for all such dimensions, not for the last; a dimension of another size stays."""

    SPEC = NodeSpec(
        name="Squeeze",
        category="Tensor Operations",
        description=Text("Drops dimensions that have size 1.", "移除大小為 1 的維度。"),
        title_zh_tw="壓縮維度",
        inputs=(port("tensor", DataType.TENSOR, "What is reduced.", "要移除維度的張量。"),),
        outputs=(
            port("tensor", DataType.TENSOR, "The same items with fewer dimensions.", "維度較少、內容相同的張量。"),
        ),
        params=(
            param(
                "dim",
                ParamType.INT,
                -1,
                "The dimension to drop if its size is 1; -1 drops every such dimension.",
                "大小為 1 時要移除的維度；-1 表示移除所有大小為 1 的維度。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, dim_out_of_range."""
        value = tensor(inputs, "tensor")
        dim = params["dim"]
        return {"tensor": value.squeeze() if dim == -1 else value.squeeze(dim_of(value, dim))}
