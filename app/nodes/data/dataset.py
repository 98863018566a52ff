"""Dataset: a known data set by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine import fingerprint
from app.engine.node import Node
from app.nodes.data.download import Stopped
from app.nodes.data.sources import SOURCES, find, obtain
from app.nodes.operands import type_text
from app.nodes.paths import find_folder
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.engine.context import NodeContext

_DEFAULT_FOLDER = "./data"
_IMAGES = ("MNIST", "FashionMNIST", "CIFAR10", "CIFAR100", "SVHN", "STL10")
_OFFLINE = ("Digits", "Iris", "Wine", "BreastCancer", "Diabetes")


class Dataset(Node):
    """Images are downloaded once; the sets of scikit-learn need no network."""

    SPEC = NodeSpec(
        name="Dataset",
        category="Data",
        description=Text(
            "A well-known data set. Images are downloaded when they are not there; Digits, Iris, Wine, "
            "BreastCancer and Diabetes come with the program.",
            "常見的資料集。圖片類若不存在會自動下載；Digits、Iris、Wine、BreastCancer 與 Diabetes 隨程式附帶。",
        ),
        title_zh_tw="資料集",
        inputs=(
            port(
                "train_transform",
                DataType.TRANSFORM,
                "Applied to each item of the train split.",
                "套用到訓練集的每一項。",
                optional=True,
            ),
            port(
                "eval_transform",
                DataType.TRANSFORM,
                "Applied to each item of the test split.",
                "套用到測試集的每一項。",
                optional=True,
            ),
        ),
        outputs=(
            port(
                "dataset",
                DataType.DATASET,
                "Items of input and label; images are scaled to -1..1 unless a transform is connected.",
                "由輸入與標籤組成的項目；未接轉換時，圖片的值縮放到 -1 到 1。",
            ),
        ),
        params=(
            param("name", ParamType.SELECT, "MNIST", "Which data set.", "選擇資料集。", options=(*_IMAGES, *_OFFLINE)),
            param(
                "split",
                ParamType.SELECT,
                "train",
                "The part to learn from, or the part to judge with.",
                "訓練用的部分，或測試用的部分。",
                options=("train", "test"),
            ),
            param(
                "data_dir",
                ParamType.STRING,
                _DEFAULT_FOLDER,
                "Folder with the files; ./data also uses the program's own cache, where downloads go.",
                "存放檔案的資料夾；./data 會一併使用程式的快取，下載的檔案也放在那裡。",
            ),
        ),
    )

    def cache_fingerprint(self, params: dict[str, Any], context: NodeContext) -> Any:
        """Tell the set's own files, whatever else lies in their folder. Raises: NodeError path_*, folder_*; OSError."""
        if params["name"] in _OFFLINE:
            return None
        places = _places(params["data_dir"], context)
        found = find(SOURCES[params["name"]], params["split"], places)
        return [[str(path), *fingerprint.of_file(path)] for path in found]

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError path_*, download_*, dataset_file_broken, extra_missing, transform_not_callable."""
        from app.nodes._torch.held_dataset import HeldDataset
        from app.nodes._torch.image_files import read_images
        from app.nodes._torch.offline_sets import offline_set

        name, split = params["name"], params["split"]
        transform = _transform(inputs, "train_transform" if split == "train" else "eval_transform")
        if name in _OFFLINE:
            dataset = offline_set(name, split, transform)
        else:
            places = _places(params["data_dir"], context)
            try:
                files = obtain(SOURCES[name], split, places, context.progress, context.run.cancel.wait)
            except Stopped:
                return {"__interrupted__": {}}
            dataset = HeldDataset(name, *read_images(name, files), transform)
        return {"dataset": dataset, "__log__": f"{name}, {split}: {len(dataset)} items"}


def _transform(inputs: dict[str, Any], port_name: str) -> Any:
    value = inputs.get(port_name)
    if value is not None and not callable(value):
        raise NodeError.of("transform_not_callable", port=port_name, found=type_text(value))
    return value


def _places(data_dir: str, context: NodeContext) -> list[Path]:
    """Folders to look in; downloads go to the last one. A worker's cache outlives the run and is shared by its runs."""
    named = find_folder(data_dir, context.run.folders)
    return [named, context.run.folders.cache / "datasets"] if data_dir.strip() == _DEFAULT_FOLDER else [named]
