"""RandomHorizontalFlip: left and right swapped now and then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import ParamType, Text
from app.engine.node import Node
from app.nodes.data.transform_steps import step_spec, with_step
from app.nodes.ports import param

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class RandomHorizontalFlip(Node):
    """Drawn anew for every item; for pictures and for tensors [C, H, W]."""

    SPEC = step_spec(
        "RandomHorizontalFlip",
        "隨機左右翻轉",
        Text("Swaps left and right of some pictures, chosen at random.", "隨機將部分圖片左右翻轉。"),
        (
            param(
                "p",
                ParamType.FLOAT,
                0.5,
                "Share of the pictures that are swapped.",
                "翻轉的圖片比例。",
                at_least=0.0,
                at_most=1.0,
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError transform_not_callable."""
        from app.nodes._torch import transforms

        return with_step(inputs, transforms.RandomHorizontalFlip(params["p"]))
