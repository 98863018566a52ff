"""AdaptiveAvgPool2d: averages into a grid of a given size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.dims import reals, refuse_rank
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd, shape_text
from app.nodes.windows import setting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class AdaptiveAvgPool2d(Node):
    """Windows are chosen so that they cover the image evenly; they overlap where sizes do not divide."""

    SPEC = NodeSpec(
        name="AdaptiveAvgPool2d",
        category="CNN",
        description=Text(
            "Averages images into a grid of the size you name, whatever their own size.",
            "把任意大小的影像平均成指定大小的格子。",
        ),
        title_zh_tw="自適應平均池化",
        inputs=(
            port(
                "tensor",
                DataType.TENSOR,
                "[N, C, H, W] or one image [C, H, W].",
                "[N, C, H, W]，或單張影像 [C, H, W]。",
            ),
        ),
        outputs=(
            port(
                "tensor",
                DataType.TENSOR,
                "A grid of averages, [N, C, output_height, output_width].",
                "平均值構成的格子，[N, C, output_height, output_width]。",
            ),
        ),
        params=(
            param("output_height", ParamType.INT, 1, "Rows of the output.", "輸出的高度。"),
            param("output_width", ParamType.INT, 1, "Columns of the output.", "輸出的寬度。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError size_out_of_range, not_a_tensor, complex_unfit, rank_unfit, tensor_empty, tensor_too_large,
        layer_input_failed.
        """
        from torch.nn import functional

        from app.nodes._torch.layer_modules import apply

        size = (setting(params, "output_height", 1), setting(params, "output_width", 1))
        value = reals(inputs, "tensor")
        refuse_rank(value, "tensor", 3, 4)
        if 0 in value.shape[-2:]:
            raise NodeError.of("tensor_empty", port="tensor", shape=shape_text(value.shape))
        refuse_absurd([*value.shape[:-2], *size], value.element_size(), str(value.device))
        return {"tensor": apply("AdaptiveAvgPool2d", lambda x: functional.adaptive_avg_pool2d(x, size), value)}
