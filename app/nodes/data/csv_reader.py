"""CSVReader: a table from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine import fingerprint
from app.engine.node import Node
from app.nodes.data.csv_table import Table, read_table
from app.nodes.data.selection import name_list
from app.nodes.paths import find_input
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class CSVReader(Node):
    """Reads UTF-8 (or UTF-16 with its mark), any of , ; tab | as separator; cells without a value become NaN."""

    SPEC = NodeSpec(
        name="CSVReader",
        category="Data",
        description=Text(
            "Reads a CSV file: its columns of numbers as a table, one column as labels.",
            "讀取 CSV 檔案：數值欄組成表格，另取一欄作為標籤。",
        ),
        title_zh_tw="讀取 CSV",
        outputs=(
            port("tensor", DataType.TENSOR, "The numbers, [rows, columns] float32.", "數值，[列, 欄]，float32。"),
            port("labels", DataType.LIST, "The target column as text, a row each.", "目標欄的文字，每列一個。"),
            port("columns", DataType.LIST, "Names of the table's columns.", "表格各欄的名稱。"),
        ),
        params=(
            param(
                "path",
                ParamType.STRING,
                "data/samples/iris.csv",
                "The file: an upload's name, a path in the data folder, or an absolute path.",
                "檔案：上傳檔的名稱、資料夾 data 內的路徑，或絕對路徑。",
            ),
            param(
                "target_column",
                ParamType.STRING,
                "",
                "The column that gives the labels; empty gives none.",
                "作為標籤的欄；留空則沒有標籤。",
            ),
            param(
                "include_columns",
                ParamType.STRING,
                "",
                "The columns to read, separated by commas; empty reads every column of numbers.",
                "要讀取的欄，以逗號分隔；留空則讀取所有數值欄。",
            ),
            param(
                "skip_header",
                ParamType.BOOL,
                True,
                "The first line holds the names of the columns.",
                "第一行是欄名。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError path_*, file_*, csv_*, column_missing, tensor_too_large."""
        import torch

        folders = context.run.folders
        table = read_table(
            find_input(params["path"], folders, folders.files, context.run.written),
            params["path"],
            params["target_column"].strip(),
            name_list(params["include_columns"]),
            params["skip_header"],
            lambda: context.cancelled,
        )
        columns = [torch.frombuffer(column, dtype=torch.float32) for column in table.columns]
        result = {
            "tensor": torch.stack(columns, 1).to(context.device),
            "labels": table.labels,
            "columns": table.names,
            "__log__": _summary(table),
        }
        return {**result, "__interrupted__": {}} if table.stopped else result

    def cache_fingerprint(self, params: dict[str, Any], context: NodeContext) -> Any:
        """Tell the file that the path leads to now. Raises: NodeError path_*, file_*; OSError."""
        folders = context.run.folders
        path = find_input(params["path"], folders, folders.files, context.run.written)
        return [str(path), *fingerprint.of_file(path)]


def _summary(table: Table) -> str:
    words = [f"{table.rows} rows, {len(table.names)} columns: {', '.join(table.names)}"]
    if table.left_out:
        words.append(f"left out, not numbers: {', '.join(table.left_out)}")
    if table.missing:
        words.append(f"{table.missing} cells without a value became NaN")
    return "; ".join(words)
