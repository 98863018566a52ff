"""RandomForestClassifier: classify by the vote of many trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.classical.learner import (
    CLASSES,
    INPUTS,
    MOST_STEPS,
    PREDICTIONS,
    PROBABILITIES,
    SEEDS,
    answers,
    fitted,
)
from app.nodes.extras import require
from app.nodes.ports import param
from app.nodes.tables import task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

MOST_TREES = 10_000
"""More trees no longer change the vote, and each one takes memory and time."""


class RandomForestClassifier(Node):
    """scikit-learn's forest; any whole number is a seed, taken modulo 2^32."""

    SPEC = NodeSpec(
        name="RandomForestClassifier",
        category="Classical",
        description=Text(
            "Grows many decision trees, each on a random part of the rows, and lets them vote.",
            "以隨機抽取的資料列長出多棵決策樹，由它們投票決定類別。",
        ),
        title_zh_tw="隨機森林分類",
        inputs=INPUTS,
        outputs=(PREDICTIONS, PROBABILITIES, CLASSES),
        params=(
            param("n_estimators", ParamType.INT, 100, "How many trees vote.", "投票的樹數。", at_least=1),
            param(
                "max_depth",
                ParamType.INT,
                0,
                "Most questions in a row in one tree; 0 sets no limit.",
                "每棵樹連續提問的層數上限；0 表示不限。",
                at_least=0,
            ),
            param("seed", ParamType.INT, 0, "The same seed grows the same trees.", "相同的種子會長出相同的樹。"),
        ),
        requires_extra="ml",
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError extra_missing, forest_too_large, learner_failed and those of tables.task()."""
        ensemble = require("sklearn.ensemble", "ml")
        work = task(inputs)
        if params["n_estimators"] > MOST_TREES:
            raise NodeError.of("forest_too_large", count=params["n_estimators"], limit=MOST_TREES)
        learner = ensemble.RandomForestClassifier(
            n_estimators=params["n_estimators"],
            max_depth=min(params["max_depth"], MOST_STEPS) or None,
            random_state=params["seed"] % SEEDS,
        )
        return answers(fitted(learner, work), work)
