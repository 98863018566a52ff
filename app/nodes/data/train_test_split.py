"""TrainTestSplit: rows for learning and rows for judging."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.extras import require
from app.nodes.operands import listed, tensor
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_SEEDS = 2**32


class TrainTestSplit(Node):
    """Shuffles as scikit-learn's train_test_split does for the same seed; rows stay on their device."""

    SPEC = NodeSpec(
        name="TrainTestSplit",
        category="Data",
        description=Text(
            "Shuffles rows with a seed and splits them into a training and a test part.",
            "依種子打亂資料列，再分成訓練與測試兩部分。",
        ),
        title_zh_tw="切分訓練與測試",
        inputs=(
            port("features", DataType.TENSOR, "Rows, [N, F].", "資料列，[N, F]。"),
            port("labels", DataType.LIST, "A label for each row.", "每一列的標籤。"),
        ),
        outputs=(
            port("x_train", DataType.TENSOR, "Rows to learn from.", "訓練用的資料列。"),
            port("y_train", DataType.LIST, "Their labels.", "訓練資料的標籤。"),
            port("x_test", DataType.TENSOR, "Rows to judge with.", "測試用的資料列。"),
            port("y_test", DataType.LIST, "Their labels.", "測試資料的標籤。"),
        ),
        params=(
            param(
                "test_size",
                ParamType.FLOAT,
                0.2,
                "Share of the rows kept for the test, rounded up.",
                "保留作測試的比例，無條件進位。",
                at_least=0.0,
                at_most=1.0,
            ),
            param("seed", ParamType.INT, 42, "The same seed gives the same split.", "相同的種子會得到相同的切分。"),
            param(
                "stratify",
                ParamType.BOOL,
                False,
                "Keep the share of every label equal in both parts.",
                "讓兩部分的各標籤比例一致。",
            ),
        ),
        align_inputs=False,
        requires_extra="ml",
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError extra_missing, not_a_tensor, not_a_list, table_needed, lengths_differ, split_*."""
        import torch

        selection = require("sklearn.model_selection", "ml")
        features, labels = tensor(inputs, "features"), listed(inputs, "labels")
        if not features.dim():
            raise NodeError.of("table_needed", port="features", shape="one number")
        rows = features.shape[0]
        if len(labels) != rows:
            raise NodeError.of("lengths_differ", a="features", a_count=rows, b="labels", b_count=len(labels))
        test_rows = math.ceil(rows * params["test_size"])
        if not 0 < test_rows < rows:
            raise NodeError.of("split_empty", rows=rows, test_size=params["test_size"])
        classes = [str(label) for label in labels] if params["stratify"] else None
        if classes:
            _refuse_small(classes, test_rows)
        train, test = selection.train_test_split(
            range(rows), test_size=test_rows, random_state=params["seed"] % _SEEDS, stratify=classes
        )
        return {
            "x_train": features.index_select(0, torch.tensor(train, device=features.device)),
            "y_train": [labels[row] for row in train],
            "x_test": features.index_select(0, torch.tensor(test, device=features.device)),
            "y_test": [labels[row] for row in test],
        }


def _refuse_small(classes: list[str], test_rows: int) -> None:
    counts = Counter(classes)
    rarest, count = min(counts.items(), key=lambda pair: (pair[1], pair[0]))
    if count < 2:
        raise NodeError.of("split_class_small", label=rarest)
    smaller = min(test_rows, len(classes) - test_rows)
    if smaller < len(counts):
        raise NodeError.of("split_too_few", rows=smaller, classes=len(counts))
