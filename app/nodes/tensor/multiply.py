"""Multiply: a product of two tensors, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, Text
from app.engine.node import Node
from app.nodes.operands import refuse_broadcast, tensor
from app.nodes.ports import port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Multiply(Node):
    """a * b, broadcast."""

    SPEC = NodeSpec(
        name="Multiply",
        category="Tensor Operations",
        description=Text("Multiplies two tensors item by item.", "逐項相乘兩個張量。"),
        title_zh_tw="逐項相乘",
        inputs=(
            port("tensor_a", DataType.TENSOR, "First factor.", "第一個因數。"),
            port(
                "tensor_b",
                DataType.TENSOR,
                "Second factor; its shape must match or broadcast.",
                "第二個因數，形狀須相同或可以廣播。",
            ),
        ),
        outputs=(port("tensor", DataType.TENSOR, "The product.", "相乘的結果。"),),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, shapes_differ, tensor_too_large."""
        a, b = tensor(inputs, "tensor_a"), tensor(inputs, "tensor_b")
        refuse_broadcast(a, b)
        return {"tensor": a * b}
