"""RandomCrop: a part of each picture, from a random place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import ParamType, Text
from app.engine.node import Node
from app.nodes.data.transform_steps import step_spec, with_step
from app.nodes.ports import param
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


MOST_PADDING = 100_000
"""Pixels; no picture within the limit of pixels is as wide."""


class RandomCrop(Node):
    """The place is drawn anew for every item; for pictures and for tensors [C, H, W]."""

    SPEC = step_spec(
        "RandomCrop",
        "隨機裁切",
        Text("Cuts a square from a random place of each picture.", "從每張圖片的隨機位置裁出正方形。"),
        (
            param("size", ParamType.INT, 32, "Side of the square, in pixels.", "正方形的邊長（像素）。", at_least=1),
            param(
                "padding",
                ParamType.INT,
                4,
                "Pixels added all round before cutting.",
                "裁切前在四周加上的像素數。",
                at_least=0,
            ),
            param(
                "padding_mode",
                ParamType.SELECT,
                "constant",
                "What is added: black, the edge drawn out, or a mirror without or with the edge itself.",
                "加上的內容：黑色、延伸邊緣，或不含與含邊緣的鏡像。",
                options=("constant", "edge", "reflect", "symmetric"),
                advanced=True,
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError transform_not_callable, tensor_too_large, padding_too_large."""
        from app.nodes._torch import transforms

        refuse_absurd((params["size"], params["size"], 4), 4, "cpu")
        if params["padding"] > MOST_PADDING:
            raise NodeError.of("padding_too_large", padding=params["padding"], size=MOST_PADDING)
        return with_step(inputs, transforms.RandomCrop(params["size"], params["padding"], params["padding_mode"]))
