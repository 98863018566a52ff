"""DatasetBatch: some items of a data set as tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class DatasetBatch(Node):
    """Items in their own order; after the last one it begins again with the first."""

    SPEC = NodeSpec(
        name="DatasetBatch",
        category="Data",
        description=Text(
            "Takes some items of a data set and stacks them into tensors.", "從資料集取出數個項目並疊成張量。"
        ),
        title_zh_tw="資料集批次",
        inputs=(port("dataset", DataType.DATASET, "Items of input and label.", "由輸入與標籤組成的項目。"),),
        outputs=(
            port("images", DataType.TENSOR, "The inputs, [N, C, H, W] for pictures.", "輸入；圖片為 [N, C, H, W]。"),
            port(
                "labels",
                DataType.TENSOR,
                "Their labels, [N], or masks [N, H, W].",
                "對應的標籤，[N]，或遮罩 [N, H, W]。",
            ),
        ),
        params=(
            param("batch_size", ParamType.INT, 1, "How many items.", "項目數量。", at_least=1),
            param("start_index", ParamType.INT, 0, "The first one, from 0.", "第一個項目，從 0 起算。", at_least=0),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError dataset_unusable, dataset_empty, item_failed, item_not_a_pair, items_differ,
        tensor_too_large, and what a transform raises.
        """
        from app.nodes._torch.items import batch

        made = batch(inputs.get("dataset"), params["start_index"], params["batch_size"], context)
        if made is None:
            return {"__interrupted__": {}}
        return {"images": made[0].to(context.device), "labels": made[1].to(context.device)}
