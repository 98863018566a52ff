"""LogisticRegression: classify by a weighted sum of the columns."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.classical.learner import (
    CLASSES,
    INPUTS,
    MOST_STEPS,
    PREDICTIONS,
    PROBABILITIES,
    answers,
    fitted,
    on_device,
    positive,
)
from app.nodes.extras import require
from app.nodes.ports import param, port
from app.nodes.tables import task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class LogisticRegression(Node):
    """scikit-learn's, multinomial; l1 is solved by saga with a fixed seed, the others by lbfgs."""

    SPEC = NodeSpec(
        name="LogisticRegression",
        category="Classical",
        description=Text(
            "Learns a weight for each column and class, and classifies by the largest weighted sum.",
            "為每個欄位與類別學習權重，依加權總和最大者分類。",
        ),
        title_zh_tw="邏輯迴歸",
        inputs=INPUTS,
        outputs=(
            PREDICTIONS,
            PROBABILITIES,
            CLASSES,
            port(
                "coef",
                DataType.TENSOR,
                "Weight of each column for each class, [classes, F]; [1, F] for two classes.",
                "每個類別中各欄的權重，[類別數, F]；只有兩類時為 [1, F]。",
            ),
        ),
        params=(
            param(
                "C",
                ParamType.FLOAT,
                1.0,
                "How freely weights may grow; smaller values hold them back more.",
                "權重可增長的程度；數值越小限制越強。",
            ),
            param("max_iter", ParamType.INT, 200, "Most steps of the solver.", "求解的步數上限。", at_least=1),
            param(
                "penalty",
                ParamType.SELECT,
                "l2",
                "What large weights cost: their squares, their sizes, or nothing.",
                "大權重的代價：平方、絕對值，或不計。",
                options=("l2", "l1", "none"),
            ),
        ),
        requires_extra="ml",
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError extra_missing, param_not_positive, one_class, learner_failed and those of tables.task()."""
        linear = require("sklearn.linear_model", "ml")
        work = task(inputs)
        is_l1 = params["penalty"] == "l1"
        steps = min(params["max_iter"], MOST_STEPS)
        learner = linear.LogisticRegression(
            C=math.inf if params["penalty"] == "none" else positive(params, "C"),
            l1_ratio=1.0 if is_l1 else 0.0,
            solver="saga" if is_l1 else "lbfgs",
            max_iter=steps,
            random_state=0,
        )
        fitted(learner, work, least_classes=2)
        outputs = {**answers(learner, work), "coef": on_device(learner.coef_, work)}
        if learner.n_iter_.max() >= steps:
            outputs["__log__"] = f"stopped after max_iter = {steps} steps before the weights had settled"
        return outputs
