"""AvgPool2d: the average of each window."""

from __future__ import annotations

from app.core.vocab.nodespec import NodeSpec, ParamType, Text
from app.nodes.cnn.pooling import INPUTS, OUTPUTS, PARAMS, PoolNode
from app.nodes.ports import param


class AvgPool2d(PoolNode):
    """The zeros of the padding count in the average; windows that would reach over the edge are left out."""

    FUNCTION = "avg_pool2d"
    SPEC = NodeSpec(
        name="AvgPool2d",
        category="CNN",
        description=Text("Shrinks images to the average of each window.", "取每個視窗的平均值來縮小影像。"),
        title_zh_tw="平均池化",
        inputs=INPUTS,
        outputs=OUTPUTS,
        params=(*PARAMS, param("padding", ParamType.INT, 0, "Zeros added on each side.", "每一側補上的零。")),
    )
