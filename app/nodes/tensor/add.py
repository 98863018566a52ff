"""Add: a sum of two tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.operands import refuse_broadcast, tensor
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_LARGEST_ALPHA = 1e30  # torch refuses an alpha that float32 cannot hold; a product with it overflows in peace


class Add(Node):
    """a + alpha * b, broadcast; whole numbers stay whole where alpha is whole."""

    SPEC = NodeSpec(
        name="Add",
        category="Tensor Operations",
        description=Text(
            "Adds two tensors item by item, the second one multiplied by alpha first.",
            "逐項相加兩個張量，第二個張量先乘上 alpha。",
        ),
        title_zh_tw="相加",
        inputs=(
            port("tensor_a", DataType.TENSOR, "First summand.", "第一個加數。"),
            port(
                "tensor_b",
                DataType.TENSOR,
                "Second summand; its shape must match or broadcast.",
                "第二個加數，形狀須相同或可以廣播。",
            ),
        ),
        outputs=(port("tensor", DataType.TENSOR, "The sum.", "相加的結果。"),),
        params=(param("alpha", ParamType.FLOAT, 1.0, "Factor of the second tensor.", "第二個張量的倍數。"),),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, shapes_differ, tensor_too_large."""
        import torch

        a, b = tensor(inputs, "tensor_a"), tensor(inputs, "tensor_b")
        refuse_broadcast(a, b)
        alpha = params["alpha"]
        if alpha == 1:
            return {"tensor": a + b}
        kind = torch.result_type(a, b)
        if (kind.is_floating_point or kind.is_complex) and abs(alpha) < _LARGEST_ALPHA:
            return {"tensor": torch.add(a, b, alpha=alpha)}
        if kind is not torch.bool and float(alpha).is_integer() and abs(alpha) < 2**31:
            return {"tensor": torch.add(a, b, alpha=int(alpha))}
        return {"tensor": a + b * alpha}
