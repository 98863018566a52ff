"""InstanceNorm2d: each channel of each image normalised by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.nodes.dims import reals, refuse_rank
from app.nodes.layer_node import LayerNode, refuse_size
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor


class InstanceNorm2d(LayerNode):
    """nn.InstanceNorm2d; an image of one pixel has no spread and is refused."""

    SPEC = NodeSpec(
        name="InstanceNorm2d",
        category="Normalization",
        description=Text(
            "Brings each channel of each image to mean 0 and spread 1, whatever the rest of the batch holds.",
            "讓每張影像的每個通道各自平均為 0、離散程度為 1，與批次中其他影像無關。",
        ),
        title_zh_tw="實例正規化",
        inputs=(
            port(
                "tensor",
                DataType.TENSOR,
                "[N, C, H, W] or one image [C, H, W].",
                "[N, C, H, W]，或單張影像 [C, H, W]。",
            ),
        ),
        outputs=(
            port("tensor", DataType.TENSOR, "The normalised values, of the same shape.", "正規化後的值，形狀不變。"),
        ),
        params=(
            param("num_features", ParamType.INT, 64, "Channels of the input.", "輸入的通道數。"),
            param(
                "affine",
                ParamType.BOOL,
                False,
                "Adds a scale and a shift that can be learned.",
                "加上可學習的縮放與平移。",
            ),
        ),
        cacheable=False,
        structural_params=("num_features", "affine"),
    )

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, layer_size_unfit."""
        value = reals(inputs, "tensor")
        refuse_rank(value, "tensor", 3, 4)
        refuse_size(value, "tensor", -3, params, "num_features")
        return (value,)
