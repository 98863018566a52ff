"""MaxPool2d: the largest value of each window."""

from __future__ import annotations

from app.core.vocab.nodespec import NodeSpec, Text
from app.nodes.cnn.pooling import INPUTS, OUTPUTS, PARAMS, PoolNode


class MaxPool2d(PoolNode):
    """No padding; windows that would reach over the edge are left out."""

    FUNCTION = "max_pool2d"
    SPEC = NodeSpec(
        name="MaxPool2d",
        category="CNN",
        description=Text("Shrinks images to the largest value of each window.", "取每個視窗的最大值來縮小影像。"),
        title_zh_tw="最大池化",
        inputs=INPUTS,
        outputs=OUTPUTS,
        params=PARAMS,
    )
