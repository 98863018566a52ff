"""Linear: weighted sums of the last dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.nodes.dims import reals, refuse_rank
from app.nodes.layer_node import LayerNode, refuse_size
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor


class Linear(LayerNode):
    """nn.Linear with a bias: x W^T + b."""

    SPEC = NodeSpec(
        name="Linear",
        category="Utility",
        description=Text(
            "Multiplies the last dimension by learned weights and adds a bias.",
            "把最後一維乘上可學習的權重，再加上偏差。",
        ),
        title_zh_tw="線性層",
        inputs=(port("tensor", DataType.TENSOR, "Values, [..., in_features].", "輸入的值，[..., in_features]。"),),
        outputs=(
            port("tensor", DataType.TENSOR, "Weighted sums, [..., out_features].", "加權總和，[..., out_features]。"),
        ),
        params=(
            param(
                "in_features", ParamType.INT, 512, "Size of the last dimension of the input.", "輸入最後一維的大小。"
            ),
            param(
                "out_features", ParamType.INT, 10, "Size of the last dimension of the output.", "輸出最後一維的大小。"
            ),
        ),
        cacheable=False,
        structural_params=("in_features", "out_features"),
    )

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, layer_size_unfit, tensor_too_large."""
        value = reals(inputs, "tensor")
        refuse_rank(value, "tensor", *range(1, max(value.dim(), 1) + 1))
        refuse_size(value, "tensor", -1, params, "in_features")
        refuse_absurd([*value.shape[:-1], params["out_features"]], value.element_size(), str(value.device))
        return (value,)
