"""RandAugment: a few random changes of one strength to each picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import ParamType, Text
from app.engine.node import Node
from app.nodes.data.transform_steps import step_spec, with_step
from app.nodes.ports import param

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class RandAugment(Node):
    """The changes are drawn anew for every item; works on pictures, so it stands before ToTensor."""

    SPEC = step_spec(
        "RandAugment",
        "隨機增強",
        Text(
            "Makes a few random changes to each picture, such as turning, moving and colouring, all of one strength.",
            "對每張圖片隨機套用數種變化，例如旋轉、平移與調色，強度相同。",
        ),
        (
            param(
                "num_ops",
                ParamType.INT,
                2,
                "How many changes one picture gets.",
                "每張圖片套用的變化數。",
                at_least=0,
                at_most=8,
            ),
            param(
                "magnitude",
                ParamType.INT,
                9,
                "How strong they are: 0 is nothing, one less than num_magnitude_bins the most.",
                "變化的強度：0 為無，num_magnitude_bins 減 1 為最強。",
                at_least=0,
            ),
            param(
                "num_magnitude_bins",
                ParamType.INT,
                31,
                "Steps of the scale of strength.",
                "強度的級數。",
                at_least=2,
                advanced=True,
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError transform_not_callable, magnitude_beyond_bins."""
        from app.nodes._torch import picture_steps

        magnitude, bins = params["magnitude"], params["num_magnitude_bins"]
        if magnitude >= bins:
            raise NodeError.of("magnitude_beyond_bins", magnitude=magnitude, most=bins - 1)
        return with_step(inputs, picture_steps.RandAugment(params["num_ops"], magnitude, bins))
