"""Concat: two tensors one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.dims import refuse_rank
from app.nodes.operands import dim_of, tensor
from app.nodes.ports import param, port
from app.nodes.shapes import shape_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Concat(Node):
    """Types of different kinds are brought to the wider one, as torch does."""

    SPEC = NodeSpec(
        name="Concat",
        category="Utility",
        description=Text("Joins two tensors along a dimension that both have.", "沿既有的維度把兩個張量接在一起。"),
        title_zh_tw="相接",
        inputs=(
            port("tensor_a", DataType.TENSOR, "The first tensor.", "第一個張量。"),
            port(
                "tensor_b",
                DataType.TENSOR,
                "The second; its other sizes must match.",
                "第二個張量，其餘維度的大小須相同。",
            ),
        ),
        outputs=(port("tensor", DataType.TENSOR, "The joined tensor.", "相接後的張量。"),),
        params=(
            param(
                "dim",
                ParamType.INT,
                0,
                "The dimension that grows; negative counts from the end.",
                "變長的維度，負數表示由後往前數。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, rank_unfit, dim_out_of_range, concat_shapes_differ."""
        import torch

        a, b = tensor(inputs, "tensor_a"), tensor(inputs, "tensor_b")
        refuse_rank(a, "tensor_a", *range(1, max(a.dim(), 1) + 1))
        refuse_rank(b, "tensor_b", a.dim())
        dim = dim_of(a, params["dim"])
        if a.shape[:dim] != b.shape[:dim] or a.shape[dim + 1 :] != b.shape[dim + 1 :]:
            raise NodeError.of("concat_shapes_differ", a=shape_text(a.shape), b=shape_text(b.shape), dim=dim)
        return {"tensor": torch.cat((a, b), dim)}
