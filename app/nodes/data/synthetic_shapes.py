"""SyntheticShapes: small made-up pictures to learn to draw from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class SyntheticShapes(Node):
    """Made at once and held in memory; the same seed gives the same pictures everywhere."""

    SPEC = NodeSpec(
        name="SyntheticShapes",
        category="Data",
        description=Text(
            "Pictures of one soft round blob each, for models that learn to make pictures.",
            "每張有一個柔和圓點的圖片，供學習生成圖片的模型使用。",
        ),
        title_zh_tw="合成圖形",
        outputs=(
            port(
                "dataset",
                DataType.DATASET,
                "Items of picture [1, S, S] from -1 to 1 and the label 0.",
                "項目為圖片 [1, S, S]（值為 -1 到 1）與標籤 0。",
            ),
        ),
        params=(
            param("image_size", ParamType.INT, 24, "Side of a picture, in pixels.", "圖片邊長（像素）。", at_least=8),
            param("n_samples", ParamType.INT, 384, "How many pictures.", "圖片數量。", at_least=8),
            param("seed", ParamType.INT, 0, "The same seed gives the same pictures.", "相同的種子會得到相同的圖片。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError tensor_too_large."""
        from app.nodes._torch.synthetic import blobs

        made = blobs(params["image_size"], params["n_samples"], params["seed"], lambda: context.cancelled)
        return {"__interrupted__": {}} if made is None else {"dataset": made}
