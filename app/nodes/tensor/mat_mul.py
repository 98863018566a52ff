"""MatMul: the matrix product."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, Text
from app.engine.node import Node
from app.nodes.operands import tensor
from app.nodes.ports import port
from app.nodes.shapes import broadcast, refuse_absurd, shape_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

    from app.engine.context import NodeContext


class MatMul(Node):
    """torch.matmul of two tensors brought to one dtype; truth values count as whole numbers."""

    SPEC = NodeSpec(
        name="MatMul",
        category="Tensor Operations",
        description=Text(
            "Multiplies matrices: the last two dimensions are multiplied, the ones before broadcast; "
            "two vectors give their dot product.",
            "矩陣相乘：最後兩個維度相乘，前面的維度廣播；兩個向量則得到內積。",
        ),
        title_zh_tw="矩陣相乘",
        inputs=(
            port("tensor_a", DataType.TENSOR, "Left matrix, [.., n, k].", "左矩陣，[.., n, k]。"),
            port("tensor_b", DataType.TENSOR, "Right matrix, [.., k, m].", "右矩陣，[.., k, m]。"),
        ),
        outputs=(port("tensor", DataType.TENSOR, "The product, [.., n, m].", "乘積，[.., n, m]。"),),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, shapes_do_not_multiply, tensor_too_large."""
        import torch

        a, b = tensor(inputs, "tensor_a"), tensor(inputs, "tensor_b")
        if a.dtype is not b.dtype or a.dtype is torch.bool:
            kind = torch.promote_types(a.dtype, b.dtype)
            kind = torch.int64 if kind is torch.bool else kind
            a, b = a.to(kind), b.to(kind)
        refuse_absurd(_result_shape(a, b), a.element_size(), str(a.device))
        return {"tensor": torch.matmul(a, b)}


def _result_shape(a: Tensor, b: Tensor) -> tuple[int, ...]:
    inner = b.shape[max(b.dim() - 2, 0)] if b.dim() else -1
    batch = broadcast(a.shape[:-2], b.shape[:-2])
    if not a.dim() or a.shape[-1] != inner or batch is None:
        raise NodeError.of("shapes_do_not_multiply", a=shape_text(a.shape), b=shape_text(b.shape))
    return (*batch, *a.shape[-2:-1], *(b.shape[-1:] if b.dim() > 1 else ()))
