"""BatchNorm2d: channels of images normalised over the batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.nodes.dims import reals, refuse_rank
from app.nodes.layer_node import LayerNode, refuse_size
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor


class BatchNorm2d(LayerNode):
    """nn.BatchNorm2d in training: by mean and spread of this batch; one value per channel has no spread."""

    SPEC = NodeSpec(
        name="BatchNorm2d",
        category="CNN",
        description=Text(
            "Brings each channel of images to mean 0 and spread 1 over the batch.",
            "讓影像的每個通道在整個批次中平均為 0、離散程度為 1。",
        ),
        title_zh_tw="二維批次正規化",
        inputs=(port("tensor", DataType.TENSOR, "Images, [N, C, H, W].", "影像，[N, C, H, W]。"),),
        outputs=(
            port("tensor", DataType.TENSOR, "The normalised values, of the same shape.", "正規化後的值，形狀不變。"),
        ),
        params=(param("num_features", ParamType.INT, 32, "Channels of the input.", "輸入的通道數。"),),
        cacheable=False,
        structural_params=("num_features",),
    )

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, layer_size_unfit."""
        value = reals(inputs, "tensor")
        refuse_rank(value, "tensor", 4)
        refuse_size(value, "tensor", 1, params, "num_features")
        return (value,)
