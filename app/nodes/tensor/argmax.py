"""Argmax: where the largest value lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.operands import dim_of, tensor
from app.nodes.ports import param, port
from app.nodes.shapes import shape_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Argmax(Node):
    """Of equal values the place of any one, as torch has it; a NaN counts as the largest."""

    SPEC = NodeSpec(
        name="Argmax",
        category="Tensor Operations",
        description=Text(
            "Gives the index of the largest value along a dimension, such as the class with the best score.",
            "找出某一維度上最大值的位置，例如分數最高的類別。",
        ),
        title_zh_tw="最大值索引",
        inputs=(port("tensor", DataType.TENSOR, "Values to compare.", "要比較的值。"),),
        outputs=(port("tensor", DataType.TENSOR, "Indices, as int64.", "索引，型別為 int64。"),),
        params=(
            param(
                "dim",
                ParamType.INT,
                -1,
                "The dimension searched; negative counts from the end.",
                "要搜尋的維度，負數表示由後往前數。",
            ),
            param(
                "keepdim", ParamType.BOOL, False, "Leaves the dimension in place with size 1.", "保留該維度，大小為 1。"
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, dim_out_of_range, dim_empty, complex_unfit."""
        import torch

        value = tensor(inputs, "tensor")
        dim = dim_of(value, params["dim"])
        if value.is_complex():
            raise NodeError.of("complex_unfit", port="tensor")
        if value.dim() and not value.shape[dim]:
            raise NodeError.of("dim_empty", dim=dim, shape=shape_text(value.shape))
        if value.dtype is torch.bool:  # of which torch finds no largest
            value = value.to(torch.uint8)
        return {"tensor": value.argmax(dim, keepdim=params["keepdim"])}
