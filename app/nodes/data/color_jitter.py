"""ColorJitter: the colours of each picture changed a little."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import ParamType, Text
from app.engine.node import Node
from app.nodes.data.transform_steps import step_spec, with_step
from app.nodes.ports import param

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class ColorJitter(Node):
    """Drawn anew for every item; works on pictures, so it stands before ToTensor."""

    SPEC = step_spec(
        "ColorJitter",
        "隨機調整色彩",
        Text(
            "Changes brightness, contrast, saturation and hue of each picture at random.",
            "隨機調整每張圖片的亮度、對比、飽和度與色相。",
        ),
        (
            param(
                "brightness",
                ParamType.FLOAT,
                0.4,
                "Brightness is multiplied by 1 - this to 1 + this.",
                "亮度乘上 1 減此值到 1 加此值之間的數。",
                at_least=0.0,
                at_most=1.0,
            ),
            param(
                "contrast",
                ParamType.FLOAT,
                0.4,
                "The same for contrast.",
                "對比，算法相同。",
                at_least=0.0,
                at_most=1.0,
            ),
            param(
                "saturation",
                ParamType.FLOAT,
                0.4,
                "The same for saturation.",
                "飽和度，算法相同。",
                at_least=0.0,
                at_most=1.0,
            ),
            param(
                "hue",
                ParamType.FLOAT,
                0.1,
                "Hue is moved by up to this part of the colour circle, either way.",
                "色相最多往兩側移動色環的此一比例。",
                at_least=0.0,
                at_most=0.5,
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError transform_not_callable."""
        from app.nodes._torch import picture_steps

        return with_step(inputs, picture_steps.ColorJitter(**params))
