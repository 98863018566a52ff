"""DataLoader: a data set in batches."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.core.vocab.seed import node_seed
from app.engine.node import Node
from app.nodes.operands import type_text
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_LEAST_WORKER_LIMIT = 32


class DataLoader(Node):
    """A torch DataLoader with its own generator, seeded with `dataloader:<node id>` in a seeded run."""

    SPEC = NodeSpec(
        name="DataLoader",
        category="Data",
        description=Text(
            "Serves a data set in batches, shuffled for each epoch if asked.",
            "把資料集分成批次提供，可在每個訓練週期重新打亂。",
        ),
        title_zh_tw="資料載入器",
        inputs=(port("dataset", DataType.DATASET, "Items of input and label.", "由輸入與標籤組成的項目。"),),
        outputs=(port("dataloader", DataType.DATALOADER, "The batches.", "批次資料。"),),
        params=(
            param("batch_size", ParamType.INT, 32, "Items in a batch.", "每批的項目數。", at_least=1),
            param(
                "shuffle",
                ParamType.BOOL,
                True,
                "A new order each epoch; it follows the seed of the run.",
                "每個訓練週期換新順序；順序由執行的種子決定。",
            ),
            param(
                "num_workers",
                ParamType.INT,
                0,
                "Processes that load ahead; 0 loads in the run itself.",
                "預先載入的行程數；0 表示由執行本身載入。",
                at_least=0,
            ),
            param(
                "pin_memory",
                ParamType.BOOL,
                False,
                "Faster copies to a CUDA card; without one it changes nothing.",
                "加快複製到 CUDA 顯示卡的速度；沒有顯示卡時不起作用。",
            ),
            param(
                "drop_last",
                ParamType.BOOL,
                False,
                "Leave out a last batch that is not full.",
                "捨棄最後未滿的一批。",
                advanced=True,
            ),
            param(
                "persistent_workers",
                ParamType.BOOL,
                False,
                "Keep the processes between epochs.",
                "在訓練週期之間保留載入行程。",
                advanced=True,
            ),
            param(
                "prefetch_factor",
                ParamType.INT,
                2,
                "Batches that each process loads ahead.",
                "每個行程預先載入的批數。",
                at_least=1,
                advanced=True,
            ),
        ),
        cacheable=False,
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError dataset_*, loader_no_batches, workers_too_many."""
        from app.nodes._torch.loading import make_loader, unpicklable

        dataset = inputs.get("dataset")
        count = _count(dataset)
        if count is not None and params["drop_last"] and count < params["batch_size"]:
            raise NodeError.of("loader_no_batches", count=count, batch_size=params["batch_size"])
        workers = params["num_workers"]
        limit = max(_LEAST_WORKER_LIMIT, 2 * (os.cpu_count() or 1))
        if workers > limit:
            raise NodeError.of("workers_too_many", count=workers, limit=limit)
        why = unpicklable(dataset) if workers else None
        if why is not None:
            raise NodeError.of("dataset_not_picklable", why=why)
        seed = context.run.seed
        loader = make_loader(
            dataset,
            **{**params, "pin_memory": params["pin_memory"] and context.device.startswith("cuda")},
            seed=None if seed is None else node_seed(seed, f"dataloader:{context.node_id}"),
        )
        return {"dataloader": loader}


def _count(dataset: Any) -> int | None:
    """How many items there are, None for a stream. Raises: NodeError dataset_unusable, dataset_empty."""
    from torch.utils.data import IterableDataset

    if isinstance(dataset, IterableDataset):
        return None
    kind = type(dataset)
    if isinstance(dataset, (str, bytes, dict)) or not (hasattr(kind, "__len__") and hasattr(kind, "__getitem__")):
        raise NodeError.of("dataset_unusable", found=type_text(dataset))
    try:
        count = len(dataset)
    except TypeError as error:  # a tensor without dimensions
        raise NodeError.of("dataset_unusable", found=type_text(dataset)) from error
    if not count:
        raise NodeError.of("dataset_empty")
    return count
