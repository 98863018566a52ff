"""Conv2d: learned kernels slide over images."""

from __future__ import annotations

from app.core.vocab.nodespec import DataType, NodeSpec, Text
from app.nodes.cnn.convolution import PARAMS, STRUCTURAL, ConvolutionNode
from app.nodes.ports import port


class Conv2d(ConvolutionNode):
    """nn.Conv2d with a bias; a size becomes floor((size + 2 * padding - kernel_size) / stride) + 1."""

    DIMS = 2
    SPEC = NodeSpec(
        name="Conv2d",
        category="CNN",
        description=Text(
            "Slides learned kernels over images and gives a map for each.",
            "以可學習的卷積核掃過影像，每個卷積核產生一張特徵圖。",
        ),
        title_zh_tw="二維卷積",
        inputs=(
            port(
                "tensor",
                DataType.TENSOR,
                "[N, C, H, W] or one image [C, H, W].",
                "[N, C, H, W]，或單張影像 [C, H, W]。",
            ),
        ),
        outputs=(port("tensor", DataType.TENSOR, "A map for each kernel.", "每個卷積核的特徵圖。"),),
        params=PARAMS,
        cacheable=False,
        structural_params=STRUCTURAL,
    )
