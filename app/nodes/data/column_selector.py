"""ColumnSelector: some columns of a table."""

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


class ColumnSelector(Node):
    """Picks along the last dimension, in the order asked for; names win over indices."""

    SPEC = NodeSpec(
        name="ColumnSelector",
        category="Data",
        description=Text("Picks columns of a table by name or by place.", "依名稱或位置選出表格的欄。"),
        title_zh_tw="選取欄位",
        inputs=(
            port("tensor", DataType.TENSOR, "The table, [N, F].", "表格，[N, F]。"),
            port("columns", DataType.LIST, "Names of its columns.", "各欄的名稱。", optional=True),
        ),
        outputs=(port("tensor", DataType.TENSOR, "The chosen columns, [N, k].", "選出的欄，[N, k]。"),),
        params=(
            param(
                "indices",
                ParamType.STRING,
                "0",
                "Places separated by commas, from 0; negative counts from the end.",
                "欄的位置，從 0 起算，以逗號分隔；負數由後往前數。",
            ),
            param(
                "names",
                ParamType.STRING,
                "",
                "Names separated by commas; needs the columns input.",
                "欄的名稱，以逗號分隔；需要接上 columns 輸入。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, table_needed, columns_*, column_missing, column_index_*."""
        return {"tensor": select(inputs, params, -1, "column", partial(_by_name, inputs))}


def _by_name(inputs: dict[str, Any], wanted: list[str], width: int) -> list[int]:
    if "columns" not in inputs:
        raise NodeError.of("columns_missing")
    columns = labels_of(inputs, "columns", width)
    for name in wanted:
        if name not in columns:
            raise NodeError.of("column_missing", column=name, columns=", ".join(columns))
    return [columns.index(name) for name in wanted]
