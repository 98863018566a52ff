"""Conv1d: learned kernels slide over sequences."""

from __future__ import annotations

from app.core.vocab.nodespec import DataType, NodeSpec, Text
from app.nodes.cnn.convolution import PARAMS, STRUCTURAL, ConvolutionNode
from app.nodes.ports import port


class Conv1d(ConvolutionNode):
    """nn.Conv1d with a bias; a size becomes floor((size + 2 * padding - kernel_size) / stride) + 1."""

    DIMS = 1
    SPEC = NodeSpec(
        name="Conv1d",
        category="CNN",
        description=Text("Slides learned kernels over sequences.", "以可學習的卷積核掃過序列。"),
        title_zh_tw="一維卷積",
        inputs=(
            port("tensor", DataType.TENSOR, "[N, C, L] or one sequence [C, L].", "[N, C, L]，或單一序列 [C, L]。"),
        ),
        outputs=(port("tensor", DataType.TENSOR, "A map for each kernel.", "每個卷積核的特徵圖。"),),
        params=PARAMS,
        cacheable=False,
        structural_params=STRUCTURAL,
    )
