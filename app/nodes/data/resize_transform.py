"""ResizeTransform: pictures of one size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import ParamType, Text
from app.engine.node import Node
from app.nodes.data.transform_steps import step_spec, with_step
from app.nodes.ports import param
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class ResizeTransform(Node):
    """An exact square, whatever the sides were before; for pictures and for tensors [C, H, W]."""

    SPEC = step_spec(
        "ResizeTransform",
        "縮放",
        Text("Brings every picture to a square of one size.", "把每張圖片縮放成相同大小的正方形。"),
        (
            param("size", ParamType.INT, 32, "Side of the square, in pixels.", "正方形的邊長（像素）。", at_least=1),
            param(
                "interpolation",
                ParamType.SELECT,
                "bilinear",
                "How values in between are found; nearest keeps hard edges.",
                "中間值的算法；nearest 保留銳利的邊緣。",
                options=("nearest", "bilinear", "bicubic"),
                advanced=True,
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError transform_not_callable, tensor_too_large."""
        from app.nodes._torch.transforms import Resize

        refuse_absurd((params["size"], params["size"], 4), 4, "cpu")
        return with_step(inputs, Resize(params["size"], params["interpolation"]))
