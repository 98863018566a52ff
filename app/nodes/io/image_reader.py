"""ImageReader: one picture from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine import fingerprint
from app.engine.node import Node
from app.nodes.paths import find_input
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

MODE = param(
    "mode",
    ParamType.SELECT,
    "RGB",
    "Channels: colour, grey, or colour with transparency.",
    "色版：彩色、灰階，或含透明度的彩色。",
    options=("RGB", "L", "RGBA"),
)


class ImageReader(Node):
    """Values from 0 to 1, as the picture is stored; both ports carry the same tensor."""

    SPEC = NodeSpec(
        name="ImageReader",
        category="IO",
        description=Text("Reads a picture from a file.", "從檔案讀取圖片。"),
        title_zh_tw="讀取圖片",
        outputs=(
            port("image", DataType.IMAGE, "The picture, [C, H, W] from 0 to 1.", "圖片，[C, H, W]，值為 0 到 1。"),
            port("tensor", DataType.TENSOR, "The same values.", "相同的值。"),
        ),
        params=(
            param(
                "path",
                ParamType.IMAGE_FILE,
                "",
                "The file: an upload's name, a path in the data folder, or an absolute path.",
                "檔案：上傳檔的名稱、資料夾 data 內的路徑，或絕對路徑。",
            ),
            MODE,
            param(
                "resize",
                ParamType.INT,
                0,
                "Side of the square that the picture is brought to; 0 keeps its size.",
                "縮放成正方形的邊長；0 表示保持原尺寸。",
                at_least=0,
            ),
        ),
    )

    def cache_fingerprint(self, params: dict[str, Any], context: NodeContext) -> Any:
        """Tell the picture that the path leads to now. Raises: NodeError path_*, file_*; OSError."""
        folders = context.run.folders
        path = find_input(params["path"], folders, folders.images)
        return [str(path), *fingerprint.of_file(path)]

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError path_*, file_*, image_too_large, image_broken, tensor_too_large."""
        from app.nodes._torch.pictures import read_picture, squared, tensor_of

        folders = context.run.folders
        path = find_input(params["path"], folders, folders.images)
        picture = read_picture(path, params["path"], context.run.max_image_pixels, params["mode"])
        size = f"{picture.width} x {picture.height}"
        if params["resize"]:
            picture = squared(picture, params["resize"])
        value = tensor_of(picture).to(context.device)
        return {"image": value, "tensor": value, "__log__": f"{size} pixels"}
