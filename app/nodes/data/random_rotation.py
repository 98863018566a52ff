"""RandomRotation: each picture turned a little."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import ParamType, Text
from app.engine.node import Node
from app.nodes.data.transform_steps import step_spec, with_step
from app.nodes.ports import param

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class RandomRotation(Node):
    """The angle is drawn anew for every item; works on pictures, so it stands before ToTensor."""

    SPEC = step_spec(
        "RandomRotation",
        "隨機旋轉",
        Text("Turns each picture by a random angle.", "以隨機角度旋轉每張圖片。"),
        (
            param(
                "degrees",
                ParamType.FLOAT,
                15.0,
                "Largest angle either way.",
                "向左或向右的最大角度。",
                at_least=0.0,
                at_most=180.0,
            ),
            param(
                "expand",
                ParamType.BOOL,
                False,
                "The picture grows so that no corner is lost.",
                "放大畫布，讓四角不被裁掉。",
                advanced=True,
            ),
            param(
                "fill",
                ParamType.FLOAT,
                0.0,
                "Value of the corners that become free, 0 to 255.",
                "空出四角的填充值，0 到 255。",
                advanced=True,
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError transform_not_callable."""
        from app.nodes._torch import picture_steps

        return with_step(inputs, picture_steps.RandomRotation(params["degrees"], params["expand"], params["fill"]))
