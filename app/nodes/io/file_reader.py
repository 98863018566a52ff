"""FileReader: the text of a file, and its numbers."""

from __future__ import annotations

import codecs
import csv
import io
import os
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine import fingerprint
from app.engine.node import Node
from app.nodes.data.csv_table import delimiter_of
from app.nodes.paths import find_input
from app.nodes.plain_file import open_plain
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from torch import Tensor

    from app.engine.context import NodeContext

_BYTES_PER_BYTE = 6
"""Memory for each byte of a file: the bytes, their text (up to 4 bytes a character), and room for its lines."""


class FileReader(Node):
    """Line ends become \\n; a mark at the start of UTF-8 is dropped. One cell that is no number empties the table."""

    SPEC = NodeSpec(
        name="FileReader",
        category="IO",
        description=Text(
            "Reads a text file; with csv also its numbers as a table.", "讀取文字檔案；csv 模式另把數值讀成表格。"
        ),
        title_zh_tw="讀取檔案",
        outputs=(
            port("text", DataType.STRING, "The whole text.", "完整的文字內容。"),
            port(
                "tensor",
                DataType.TENSOR,
                "With csv: the numbers, [rows, columns] float32; empty when a cell is no number.",
                "csv 模式：數值，[列, 欄]，float32；只要有一格不是數字即為空。",
            ),
        ),
        params=(
            param(
                "path",
                ParamType.STRING,
                "",
                "The file: an upload's name, a path in the data folder, or an absolute path.",
                "檔案：上傳檔的名稱、資料夾 data 內的路徑，或絕對路徑。",
            ),
            param(
                "mode",
                ParamType.SELECT,
                "text",
                "text alone, or csv for text and numbers.",
                "text 只讀文字；csv 同時讀文字與數值。",
                options=("text", "csv"),
            ),
            param("encoding", ParamType.STRING, "utf-8", "How the text was saved.", "儲存文字時的編碼。"),
            param("csv_header", ParamType.BOOL, True, "The first line holds names.", "第一行是欄名。"),
        ),
    )

    def cache_fingerprint(self, params: dict[str, Any], context: NodeContext) -> Any:
        """Tell the file that the path leads to now. Raises: NodeError path_*, file_*; OSError."""
        folders = context.run.folders
        path = find_input(params["path"], folders, folders.files)
        return [str(path), *fingerprint.of_file(path)]

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError path_*, file_*, encoding_unknown, text_undecodable, csv_*, out_of_memory_ahead."""
        import torch

        folders = context.run.folders
        name = params["path"]
        text = _text(find_input(name, folders, folders.files), name, params["encoding"])
        values, log = torch.empty(0), f"{len(text):,} characters"
        if params["mode"] == "csv":
            values, log = _numbers(text, name, params["csv_header"])
        return {"text": text, "tensor": values.to(context.device), "__log__": log}


def _text(path: Path, name: str, encoding: str) -> str:
    from app.nodes.memory import refuse_oversize

    codec = codec_of(encoding)
    try:
        with open_plain(path, name) as file:
            refuse_oversize(os.fstat(file.fileno()).st_size * _BYTES_PER_BYTE, "text")
            data = file.read()
        text = data.decode(codec)
    except OSError as error:
        raise NodeError.of("file_unreadable", path=name, why=error.strerror or "OSError") from error
    except UnicodeDecodeError as error:
        raise NodeError.of(
            "text_undecodable", path=name, encoding=codec.removesuffix("-sig"), place=error.start
        ) from None
    except UnicodeError:  # what codecs without a place raise
        raise NodeError.of("text_undecodable", path=name, encoding=codec.removesuffix("-sig"), place=0) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def codec_of(encoding: str) -> str:
    """Python's name of a text encoding; UTF-8 may begin with a mark. Raises: NodeError encoding_unknown."""
    kind = encoding.strip()
    try:
        codec = codecs.lookup(kind).name
        "".encode(codec)  # some names are no text encodings
    except (LookupError, ValueError, UnicodeError):
        raise NodeError.of("encoding_unknown", encoding=ascii(kind)[1:-1][:40]) from None
    return "utf-8-sig" if codec == "utf-8" else codec


def _numbers(text: str, name: str, has_header: bool) -> tuple[Tensor, str]:
    """(the table, a line that says what was found). Raises: NodeError csv_ragged, csv_malformed."""
    import torch

    reader = csv.reader(io.StringIO(text), delimiter=delimiter_of(text[:65536]), strict=True)
    rows: list[list[float]] = []
    width = -1
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if width < 0:
                width = len(cells)
                if has_header:
                    continue
            if len(cells) != width:
                raise NodeError.of("csv_ragged", path=name, line=reader.line_num, found=len(cells), wanted=width)
            values = [_number(cell) for cell in cells]
            if None in values:
                cell = cells[values.index(None)]
                return torch.empty(0), f"line {reader.line_num} holds {cell[:40]!r}, which is no number: no table"
            rows.append([value for value in values if value is not None])
    except csv.Error as error:
        raise NodeError.of("csv_malformed", path=name, line=max(reader.line_num, 1), why=str(error)) from error
    if not rows:
        return torch.empty(0), "no rows"
    return torch.tensor(rows, dtype=torch.float32), f"{len(rows)} rows, {width} columns"


def _number(cell: str) -> float | None:
    try:
        return None if "_" in cell else float(cell)  # float() would read 1_000
    except ValueError:
        return None
