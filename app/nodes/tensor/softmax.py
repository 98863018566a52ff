"""Softmax: scores to shares that sum to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.operands import dim_of, tensor
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Softmax(Node):
    """softmax over one dimension; whole numbers and truth values are taken as the default float type."""

    SPEC = NodeSpec(
        name="Softmax",
        category="Tensor Operations",
        description=Text(
            "Turns scores into positive shares that sum to one along a dimension.",
            "把分數轉成沿某一維度總和為 1 的正值比例。",
        ),
        title_zh_tw="Softmax 機率",
        inputs=(port("tensor", DataType.TENSOR, "Scores of any shape.", "任意形狀的分數。"),),
        outputs=(port("tensor", DataType.TENSOR, "Shares, of the same shape.", "比例，形狀不變。"),),
        params=(
            param(
                "dim",
                ParamType.INT,
                -1,
                "The dimension that sums to one; negative counts from the end.",
                "總和為 1 的維度，負數表示由後往前數。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, dim_out_of_range."""
        import torch

        value = tensor(inputs, "tensor")
        dim = dim_of(value, params["dim"])
        if not (value.is_floating_point() or value.is_complex()):
            value = value.to(torch.get_default_dtype())
        return {"tensor": torch.softmax(value, dim)}
