"""SyntheticSegmentation: small made-up pictures whose every pixel has a known class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class SyntheticSegmentation(Node):
    """Made at once and held in memory; the same seed gives the same pictures everywhere."""

    SPEC = NodeSpec(
        name="SyntheticSegmentation",
        category="Data",
        description=Text(
            "Pictures of circles and rectangles with the class of every pixel.",
            "含圓形與矩形的圖片，並附每個像素的類別。",
        ),
        title_zh_tw="合成分割資料",
        outputs=(
            port(
                "dataset",
                DataType.DATASET,
                "Items of picture [1, S, S] and mask [S, S]: 0 nothing, 1 circle, 2 rectangle.",
                "項目為圖片 [1, S, S] 與遮罩 [S, S]：0 背景、1 圓形、2 矩形。",
            ),
        ),
        params=(
            param("image_size", ParamType.INT, 64, "Side of a picture, in pixels.", "圖片邊長（像素）。", at_least=16),
            param("n_samples", ParamType.INT, 200, "How many pictures.", "圖片數量。", at_least=4),
            param(
                "noise",
                ParamType.FLOAT,
                0.05,
                "Standard deviation of the noise on top; shapes are 0.5 to 1.",
                "疊加雜訊的標準差；圖形的值為 0.5 到 1。",
                at_least=0.0,
            ),
            param("seed", ParamType.INT, 42, "The same seed gives the same pictures.", "相同的種子會得到相同的圖片。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError tensor_too_large."""
        from app.nodes._torch.synthetic import shapes

        size, count = params["image_size"], params["n_samples"]
        made = shapes(size, count, params["noise"], params["seed"], lambda: context.cancelled)
        return {"__interrupted__": {}} if made is None else {"dataset": made}
