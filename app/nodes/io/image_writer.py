"""ImageWriter: a picture to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.engine.sinks import Artifact
from app.nodes.durable_file import write_durably
from app.nodes.operands import tensor
from app.nodes.paths import place_output
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_ENDINGS = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "BMP": (".bmp",), "TIFF": (".tiff", ".tif")}
_ALL_ENDINGS = tuple(ending for endings in _ENDINGS.values() for ending in endings)


class ImageWriter(Node):
    """Writes in one step, so that a crash leaves the old file or the new one; records an artifact of kind `image`."""

    SPEC = NodeSpec(
        name="ImageWriter",
        category="IO",
        description=Text("Saves a picture to a file.", "將圖片儲存為檔案。"),
        title_zh_tw="儲存圖片",
        inputs=(
            port(
                "image",
                DataType.IMAGE,
                "The picture, [C, H, W] from 0 to 1; of a batch the first.",
                "圖片，[C, H, W]，值為 0 到 1；批次則取第一張。",
            ),
        ),
        outputs=(port("path", DataType.STRING, "Where the file is, as an absolute path.", "檔案的絕對路徑。"),),
        cacheable=False,
        params=(
            param(
                "path",
                ParamType.STRING,
                "output.png",
                "File to write; a bare name goes to data/output, and the ending follows the format.",
                "要寫入的檔案；只有檔名時會存到 data/output，副檔名依格式而定。",
            ),
            param(
                "format",
                ParamType.SELECT,
                "PNG",
                "Kind of file; JPEG loses a little, JPEG and BMP lose transparency.",
                "檔案格式；JPEG 會略有失真，JPEG 與 BMP 不保留透明度。",
                options=tuple(_ENDINGS),
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, image_shape, image_not_written, those of place_output and write_durably."""
        from app.nodes._torch.pictures import encoded, picture_of

        picture = picture_of(tensor(inputs, "image"))
        data = encoded(picture, params["format"])
        path = place_output(named(params["path"], params["format"]), context.run.folders)
        write_durably(path, lambda sink: _write(sink, data))
        if context.run.can_record_artifacts:
            meta = {"format": params["format"], "width": picture.width, "height": picture.height}
            context.run.sinks.record_artifact(Artifact("image", str(path), context.node_id, meta))
        return {"path": str(path), "__log__": f"saved {path.name}, {picture.width} x {picture.height} pixels"}


def named(name: str, file_format: str) -> str:
    """The file name with an ending of the format; another picture ending is replaced."""
    stem, text = name.rstrip(), name.rstrip().lower()
    if not stem or stem.endswith(("/", "\\")) or text.endswith(_ENDINGS[file_format]):
        return stem
    for ending in _ALL_ENDINGS:
        if text.endswith(ending):
            stem = stem[: -len(ending)]
            break
    return stem + _ENDINGS[file_format][0]


def _write(sink: Any, data: bytes) -> None:
    sink.write(data)
