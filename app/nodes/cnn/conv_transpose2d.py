"""ConvTranspose2d: a convolution backwards, which enlarges images."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.nodes.dims import reals, refuse_rank
from app.nodes.layer_node import LayerNode, refuse_size
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd, shape_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor


class ConvTranspose2d(LayerNode):
    """nn.ConvTranspose2d; a size becomes (size - 1) * stride - 2 * padding + kernel_size + output_padding."""

    SPEC = NodeSpec(
        name="ConvTranspose2d",
        category="CNN",
        description=Text(
            "Enlarges images with learned kernels, as a convolution run backwards.",
            "以可學習的卷積核放大影像，相當於反向的卷積。",
        ),
        title_zh_tw="轉置卷積",
        inputs=(
            port(
                "tensor",
                DataType.TENSOR,
                "[N, C, H, W] or one image [C, H, W].",
                "[N, C, H, W]，或單張影像 [C, H, W]。",
            ),
        ),
        outputs=(port("tensor", DataType.TENSOR, "The enlarged maps.", "放大後的特徵圖。"),),
        params=(
            param("in_channels", ParamType.INT, 64, "Channels of the input.", "輸入的通道數。"),
            param("out_channels", ParamType.INT, 32, "Channels of the output.", "輸出的通道數。"),
            param("kernel_size", ParamType.INT, 2, "Width of the window.", "視窗的寬度。"),
            param("stride", ParamType.INT, 2, "Step of the window.", "視窗移動的步幅。"),
            param("padding", ParamType.INT, 0, "Cut from each side of the output.", "輸出每一側裁掉的寬度。"),
            param(
                "output_padding",
                ParamType.INT,
                0,
                "Added to one side of the output; smaller than the stride.",
                "輸出單側加上的寬度，須小於步幅。",
            ),
        ),
        cacheable=False,
        structural_params=("in_channels", "out_channels", "kernel_size", "stride", "padding", "output_padding"),
    )

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, layer_size_unfit, output_padding_unfit,
        window_unfit.
        """
        value = reals(inputs, "tensor")
        refuse_rank(value, "tensor", 3, 4)
        refuse_size(value, "tensor", -3, params, "in_channels")
        kernel, stride, padding = params["kernel_size"], params["stride"], params["padding"]
        extra = params["output_padding"]
        if extra >= stride:
            raise NodeError.of("output_padding_unfit", found=extra, stride=stride)
        sizes = [(size - 1) * stride - 2 * padding + kernel + extra for size in value.shape[-2:]]
        if any(size < 1 for size in sizes):
            raise NodeError.of("window_unfit", kernel=kernel, shape=shape_text(value.shape), padding=padding)
        shape = [*value.shape[:-3], params["out_channels"], *sizes]
        refuse_absurd(shape, value.element_size(), str(value.device))
        return (value,)
