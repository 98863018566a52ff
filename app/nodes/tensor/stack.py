"""Stack: two tensors of one shape along a new dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.dims import new_dim_of
from app.nodes.operands import tensor
from app.nodes.ports import param, port
from app.nodes.shapes import shape_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Stack(Node):
    """Types of different kinds are brought to the wider one, as torch does."""

    SPEC = NodeSpec(
        name="Stack",
        category="Tensor Operations",
        description=Text(
            "Stacks two tensors of the same shape along a new dimension of size 2.",
            "把兩個形狀相同的張量沿新維度堆疊，新維度大小為 2。",
        ),
        title_zh_tw="堆疊",
        inputs=(
            port("tensor_a", DataType.TENSOR, "The first tensor.", "第一個張量。"),
            port("tensor_b", DataType.TENSOR, "The second, of the same shape.", "第二個張量，形狀相同。"),
        ),
        outputs=(port("tensor", DataType.TENSOR, "Both, with one more dimension.", "堆疊後的張量，多一個維度。"),),
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
        """Raises: NodeError not_a_tensor, stack_shapes_differ, dim_out_of_range."""
        import torch

        a, b = tensor(inputs, "tensor_a"), tensor(inputs, "tensor_b")
        if a.shape != b.shape:
            raise NodeError.of("stack_shapes_differ", a=shape_text(a.shape), b=shape_text(b.shape))
        return {"tensor": torch.stack((a, b), new_dim_of(a, params["dim"]))}
