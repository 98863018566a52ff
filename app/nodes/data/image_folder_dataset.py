"""ImageFolderDataset: pictures of your own, a folder for each class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine import fingerprint
from app.engine.node import Node
from app.nodes.paths import find_folder
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_WHOLE = "(none)"


class ImageFolderDataset(Node):
    """Labels count the class folders in the order of their names; pictures are read when a loader asks for them."""

    SPEC = NodeSpec(
        name="ImageFolderDataset",
        category="Data",
        description=Text(
            "A data set from a folder that holds a folder of pictures for each class.",
            "由資料夾建立資料集，其中每個類別各有一個圖片資料夾。",
        ),
        title_zh_tw="圖片資料夾資料集",
        inputs=(
            port(
                "train_transform",
                DataType.TRANSFORM,
                "Applied to each picture of train, or of the whole folder.",
                "套用到 train 或整個資料夾的每張圖片。",
                optional=True,
            ),
            port(
                "eval_transform",
                DataType.TRANSFORM,
                "Applied to each picture of val and test.",
                "套用到 val 與 test 的每張圖片。",
                optional=True,
            ),
        ),
        outputs=(
            port(
                "dataset",
                DataType.DATASET,
                "Items of picture and class number; values from -1 to 1 unless a transform is connected.",
                "由圖片與類別編號組成的項目；未接轉換時值為 -1 到 1。",
            ),
            port(
                "classes",
                DataType.LIST,
                "Names of the classes, in the order of their numbers.",
                "類別名稱，依編號排列。",
            ),
        ),
        params=(
            param("path", ParamType.STRING, "", "The folder.", "資料夾的路徑。"),
            param(
                "split",
                ParamType.SELECT,
                "train",
                "The folder below it that holds the classes; (none) when they lie in it directly.",
                "存放各類別的子資料夾；若類別直接位於資料夾中請選 (none)。",
                options=("train", "val", "test", _WHOLE),
            ),
        ),
    )

    def cache_fingerprint(self, params: dict[str, Any], context: NodeContext) -> Any:
        """Tell what lies in the folder now. Raises: NodeError path_*, folder_*; OSError."""
        return fingerprint.of_folder(find_folder(params["path"], context.run.folders))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError path_*, folder_*, classes_none, class_empty, transform_not_callable."""
        from app.nodes._torch.image_folder import ImageFolder, find_classes
        from app.nodes._torch.transforms import joined

        name, split = params["path"], params["split"]
        if not name.strip():
            raise NodeError.of("path_empty")
        folder = find_folder(name, context.run.folders)
        if split != _WHOLE:
            folder, name = folder / split, f"{name.rstrip('/')}/{split}"
        wanted = "eval_transform" if split in ("val", "test") else "train_transform"
        transform = joined([inputs[wanted]], wanted) if inputs.get(wanted) is not None else None
        files, classes = find_classes(folder, name)
        dataset = ImageFolder(files, classes, context.run.max_image_pixels, transform)
        return {"dataset": dataset, "classes": classes, "__log__": f"{len(dataset)} pictures, {len(classes)} classes"}
