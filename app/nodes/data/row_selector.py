"""RowSelector: some rows of a tensor."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.data.selection import labels_of, select
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class RowSelector(Node):
    """Picks along the first dimension, in the order asked for; names win over indices and mean the first such row."""

    SPEC = NodeSpec(
        name="RowSelector",
        category="Data",
        description=Text("Picks rows of a tensor by label or by place.", "依標籤或位置選出張量的列。"),
        title_zh_tw="選取資料列",
        inputs=(
            port("tensor", DataType.TENSOR, "The rows, [N, ...].", "資料列，[N, ...]。"),
            port("labels", DataType.LIST, "A label for each row.", "每一列的標籤。", optional=True),
        ),
        outputs=(port("tensor", DataType.TENSOR, "The chosen rows, [k, ...].", "選出的列，[k, ...]。"),),
        params=(
            param(
                "indices",
                ParamType.STRING,
                "0",
                "Places separated by commas, from 0; negative counts from the end.",
                "列的位置，從 0 起算，以逗號分隔；負數由後往前數。",
            ),
            param(
                "names",
                ParamType.STRING,
                "",
                "Labels separated by commas; needs the labels input.",
                "標籤，以逗號分隔；需要接上 labels 輸入。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, table_needed, lengths_differ, row_*."""
        return {"tensor": select(inputs, params, 0, "row", partial(_named, inputs))}


def _named(inputs: dict[str, Any], names: list[str], count: int) -> list[int]:
    if "labels" not in inputs:
        raise NodeError.of("row_names_missing")
    labels = labels_of(inputs, "labels", count)
    known = {label: place for place, label in reversed(list(enumerate(labels)))}
    for name in names:
        if name not in known:
            raise NodeError.of("row_missing", name=name[:80], labels=", ".join(sorted(known)[:20])[:300])
    return [known[name] for name in names]
