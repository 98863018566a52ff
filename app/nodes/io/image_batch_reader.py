"""ImageBatchReader: all pictures of a folder in one tensor."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine import fingerprint
from app.engine.node import Node
from app.nodes.io.image_reader import MODE
from app.nodes.paths import find_folder
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from torch import Tensor

    from app.engine.context import NodeContext

_MOST_FILES = 1_000_000


class ImageBatchReader(Node):
    """Files in the order of their paths; one that cannot be read is passed over and told in the log."""

    SPEC = NodeSpec(
        name="ImageBatchReader",
        category="IO",
        description=Text("Reads the pictures of a folder into one batch.", "把資料夾中的圖片讀成一個批次。"),
        title_zh_tw="批次讀取圖片",
        outputs=(
            port(
                "images", DataType.TENSOR, "The pictures, [N, C, side, side] from 0 to 1.", "圖片，[N, C, 邊長, 邊長]。"
            ),
            port("count", DataType.SCALAR, "How many there are.", "圖片數量。"),
        ),
        params=(
            param("directory", ParamType.STRING, "", "Folder with the pictures.", "存放圖片的資料夾。"),
            param(
                "pattern",
                ParamType.STRING,
                "*.png",
                "Which files; * stands for any letters, **/ for folders in between.",
                "檔名樣式；* 代表任意文字，**/ 代表各層子資料夾。",
            ),
            param(
                "resize",
                ParamType.INT,
                224,
                "Side of the square that each picture is brought to.",
                "每張圖片縮放成的正方形邊長。",
                at_least=1,
            ),
            param(
                "max_images", ParamType.INT, 0, "Most pictures; 0 reads all.", "圖片數上限；0 表示全部。", at_least=0
            ),
            MODE,
        ),
    )

    def cache_fingerprint(self, params: dict[str, Any], context: NodeContext) -> Any:
        """Tell what lies in the folder now. Raises: NodeError path_*, folder_*; OSError."""
        return fingerprint.of_folder(find_folder(params["directory"], context.run.folders))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError path_*, folder_missing, pattern_malformed, images_none, images_unreadable,
        tensor_too_large.
        """
        import torch

        from app.nodes._torch.pictures import CHANNELS

        folder = find_folder(params["directory"], context.run.folders)
        files = _files(folder, params["directory"], params["pattern"])
        most = min(params["max_images"] or len(files), len(files))
        side = params["resize"]
        refuse_absurd((most, CHANNELS[params["mode"]], side, side), 8, "cpu")  # the pictures, and their stack
        found, failed = _pictures(files, most, params, context)
        if context.cancelled:
            return {"__interrupted__": {}}
        if not found:
            raise NodeError.of("images_unreadable", path=params["directory"], why=failed[0])
        log = f"{len(found)} of {len(files)} files"
        if failed:
            log += f"; passed over {len(failed)}: {'; '.join(failed[:3])}"
        return {"images": torch.stack(found).to(context.device), "count": len(found), "__log__": log}


def _files(folder: Path, name: str, pattern: str) -> list[Path]:
    """Regular files below the folder, in order.

    Raises: NodeError path_empty, folder_missing, pattern_malformed, images_none.
    """
    if not name.strip():
        raise NodeError.of("path_empty")
    if not folder.is_dir():
        raise NodeError.of("folder_missing", path=name)
    if ".." in pattern.replace("\\", "/").split("/"):
        raise NodeError.of("pattern_malformed", pattern=ascii(pattern)[1:-1][:80])
    try:
        matches = sorted(path for path in islice(folder.glob(pattern.strip()), _MOST_FILES) if path.is_file())
    except (ValueError, NotImplementedError, IndexError, OSError):
        raise NodeError.of("pattern_malformed", pattern=ascii(pattern)[1:-1][:80]) from None
    if not matches:
        raise NodeError.of("images_none", path=name, pattern=pattern[:80])
    return matches


def _pictures(
    files: list[Path], most: int, params: dict[str, Any], context: NodeContext
) -> tuple[list[Tensor], list[str]]:
    """(the first `most` pictures that can be read, why others could not); fewer when the run was asked to stop."""
    from app.nodes._torch.pictures import read_picture, squared, tensor_of

    found: list[Tensor] = []
    failed: list[str] = []
    for path in files:
        if len(found) == most or context.cancelled:
            break
        try:
            picture = read_picture(path, path.name, context.run.max_image_pixels, params["mode"])
            found.append(tensor_of(squared(picture, params["resize"])))
        except NodeError as error:
            failed.append(error.reason.text())
    return found, failed
