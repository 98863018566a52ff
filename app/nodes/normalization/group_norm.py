"""GroupNorm: groups of channels normalised within each item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.nodes.dims import reals, refuse_rank
from app.nodes.layer_node import LayerNode, refuse_size
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor


class GroupNorm(LayerNode):
    """nn.GroupNorm; the groups must divide the channels."""

    SPEC = NodeSpec(
        name="GroupNorm",
        category="Normalization",
        description=Text(
            "Brings groups of channels of each item to mean 0 and spread 1, independent of the batch size.",
            "讓每筆資料的各組通道平均為 0、離散程度為 1，不受批次大小影響。",
        ),
        title_zh_tw="群組正規化",
        inputs=(port("tensor", DataType.TENSOR, "Items with channels, [N, C, ...].", "含有通道的資料，[N, C, ...]。"),),
        outputs=(
            port("tensor", DataType.TENSOR, "The normalised values, of the same shape.", "正規化後的值，形狀不變。"),
        ),
        params=(
            param("num_groups", ParamType.INT, 32, "Groups; they must divide the channels.", "組數，須能整除通道數。"),
            param("num_channels", ParamType.INT, 256, "Channels of the input.", "輸入的通道數。"),
        ),
        cacheable=False,
        structural_params=("num_groups", "num_channels"),
    )

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, layer_size_unfit."""
        value = reals(inputs, "tensor")
        refuse_rank(value, "tensor", *range(2, max(value.dim(), 2) + 1))
        refuse_size(value, "tensor", 1, params, "num_channels")
        return (value,)
