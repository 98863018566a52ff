"""SyntheticDataset: points in the plane with labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.extras import require
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_SEEDS = 2**32


class SyntheticDataset(Node):
    """scikit-learn's toy sets; any whole number is a seed, taken modulo 2^32. Labels are the class numbers as text."""

    SPEC = NodeSpec(
        name="SyntheticDataset",
        category="Data",
        description=Text(
            "Points in the plane that a classifier can learn to tell apart.", "平面上的點，供分類器學習區分。"
        ),
        title_zh_tw="合成資料",
        outputs=(
            port("tensor", DataType.TENSOR, "The points, [N, 2].", "各點的座標，[N, 2]。"),
            port("labels", DataType.LIST, "A label for each point.", "每一點的標籤。"),
            port("columns", DataType.LIST, "Names of the two columns.", "兩欄的名稱。"),
        ),
        params=(
            param(
                "kind",
                ParamType.SELECT,
                "circles",
                "circles: one ring in another; moons: two half rings; blobs: heaps; classification: two slanted heaps.",
                "circles：同心的兩圈；moons：兩個半圈；blobs：數堆點；classification：兩堆傾斜的點。",
                options=("circles", "moons", "blobs", "classification"),
            ),
            param("n_samples", ParamType.INT, 200, "How many points.", "點的數量。", at_least=10),
            param(
                "noise",
                ParamType.FLOAT,
                0.1,
                "Spread of the points; for classification the share of wrong labels, up to 1.",
                "點的散布程度；classification 則為錯誤標籤的比例，最多 1。",
                at_least=0.0,
            ),
            param(
                "factor",
                ParamType.FLOAT,
                0.5,
                "Size of the inner circle against the outer one, below 1.",
                "內圈相對外圈的大小，小於 1。",
                at_least=0.0,
            ),
            param("centers", ParamType.INT, 3, "How many blobs.", "blobs 的堆數。", at_least=2),
            param("seed", ParamType.INT, 42, "The same seed gives the same points.", "相同的種子會得到相同的點。"),
        ),
        requires_extra="ml",
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError extra_missing, factor_too_large, centers_too_many, tensor_too_large."""
        import torch

        sets = require("sklearn.datasets", "ml")
        count, noise = params["n_samples"], params["noise"]
        refuse_absurd((count, 2), 8 * 8, "cpu")  # scikit-learn holds several copies
        settings: dict[str, Any] = {"n_samples": count, "random_state": params["seed"] % _SEEDS}
        if params["kind"] == "circles":
            if params["factor"] >= 1:
                raise NodeError.of("factor_too_large", factor=params["factor"])
            points, classes = sets.make_circles(**settings, noise=noise, factor=params["factor"])
        elif params["kind"] == "moons":
            points, classes = sets.make_moons(**settings, noise=noise)
        elif params["kind"] == "blobs":
            if params["centers"] > count:
                raise NodeError.of("centers_too_many", centers=params["centers"], count=count)
            points, classes = sets.make_blobs(**settings, centers=params["centers"], cluster_std=noise)
        else:
            points, classes = sets.make_classification(
                **settings,
                n_features=2,
                n_informative=2,
                n_redundant=0,
                n_clusters_per_class=1,
                flip_y=min(noise, 1.0),
            )
        tensor = torch.from_numpy(points).to(device=context.device, dtype=torch.float32)
        return {"tensor": tensor, "labels": [str(kind) for kind in classes.tolist()], "columns": ["x0", "x1"]}
