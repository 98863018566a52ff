"""Permute: dimensions in another order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.dims import dims_of
from app.nodes.operands import tensor
from app.nodes.ports import param, port
from app.nodes.shapes import shape_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Permute(Node):
    """A view of the same memory."""

    SPEC = NodeSpec(
        name="Permute",
        category="Tensor Operations",
        description=Text("Puts the dimensions of a tensor in another order.", "調換張量各維度的順序。"),
        title_zh_tw="調換維度",
        inputs=(port("tensor", DataType.TENSOR, "What is rearranged.", "要調換維度的張量。"),),
        outputs=(
            port(
                "tensor", DataType.TENSOR, "The same items with their dimensions reordered.", "維度重新排列後的張量。"
            ),
        ),
        params=(
            param(
                "dims",
                ParamType.STRING,
                "0,2,1",
                "Every dimension once, in the new order, separated by commas.",
                "依新的順序列出每個維度各一次，以逗號分隔。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, dims_malformed, dim_out_of_range, dim_twice, dims_not_all."""
        value = tensor(inputs, "tensor")
        dims = dims_of(value, params["dims"], "dims")
        if len(dims) != max(value.dim(), 1):
            raise NodeError.of(
                "dims_not_all",
                text=params["dims"][:100],
                shape=shape_text(value.shape),
                count=value.dim(),
                last=value.dim() - 1,
            )
        return {"tensor": value.permute(dims) if value.dim() else value}
