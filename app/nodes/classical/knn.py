"""KNN: classify by the labels of the nearest known rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.classical.learner import INPUTS, PREDICTIONS
from app.nodes.extras import require
from app.nodes.ports import param, port
from app.nodes.tables import task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class KNN(Node):
    """scikit-learn's KNeighborsClassifier; n_neighbors is held to the number of known rows."""

    SPEC = NodeSpec(
        name="KNN",
        category="Classical",
        description=Text(
            "Gives each row the label that most of its nearest known rows carry.",
            "依最接近的已知資料列中占多數的標籤來分類。",
        ),
        title_zh_tw="K 近鄰分類",
        inputs=INPUTS,
        outputs=(
            PREDICTIONS,
            port(
                "probabilities",
                DataType.TENSOR,
                "Share of the votes for each class, [M, classes].",
                "各類別的得票比例，[M, 類別數]。",
            ),
            port("classes", DataType.LIST, "The classes in the order of those columns.", "類別清單，與上述欄位同序。"),
        ),
        params=(
            param("n_neighbors", ParamType.INT, 5, "How many neighbours vote.", "參與投票的鄰居數。", at_least=1),
            param(
                "weights",
                ParamType.SELECT,
                "uniform",
                "uniform: one vote each; distance: nearer ones count more.",
                "uniform：每個鄰居一票；distance：越近票數越重。",
                options=("uniform", "distance"),
            ),
            param(
                "metric",
                ParamType.SELECT,
                "minkowski",
                "How distance is measured; minkowski is euclidean here.",
                "距離的算法；這裡的 minkowski 等同歐氏距離。",
                options=("minkowski", "euclidean", "manhattan", "chebyshev", "cosine"),
            ),
        ),
        requires_extra="ml",
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError extra_missing and those of tables.task()."""
        import torch

        neighbors = require("sklearn.neighbors", "ml")
        work = task(inputs)
        learner = neighbors.KNeighborsClassifier(
            n_neighbors=min(params["n_neighbors"], len(work.labels.codes)),
            weights=params["weights"],
            metric=params["metric"],
        )
        learner.fit(work.x_train, work.labels.codes)
        shares = learner.predict_proba(work.x_query)
        return {
            "predictions": work.named(learner.predict(work.x_query)),
            "probabilities": torch.from_numpy(shares).to(device=work.device, dtype=torch.float32),
            "classes": work.labels.classes,
        }
