"""SVMClassifier: classify by the widest gap between the classes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.classical.learner import CLASSES, INPUTS, PREDICTIONS, fitted, on_device, positive
from app.nodes.extras import require
from app.nodes.ports import param, port
from app.nodes.tables import task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

MOST_STEPS = 10_000_000
"""Where LIBSVM itself gives up; without it the solver never ends on some data. Chang and Lin, LIBSVM 3."""


class SVMClassifier(Node):
    """scikit-learn's SVC, one against one for several classes."""

    SPEC = NodeSpec(
        name="SVMClassifier",
        category="Classical",
        description=Text(
            "Separates the classes by the widest possible gap; only the rows at its edges count.",
            "以最寬的間隔分開各類別；只有間隔邊緣的資料列有影響。",
        ),
        title_zh_tw="支援向量機分類",
        inputs=INPUTS,
        outputs=(
            PREDICTIONS,
            port("support_vectors", DataType.TENSOR, "The rows at the edges, [S, F].", "間隔邊緣的資料列，[S, F]。"),
            CLASSES,
        ),
        params=(
            param(
                "C",
                ParamType.FLOAT,
                1.0,
                "What a row on the wrong side costs; smaller values allow more of them.",
                "資料列落在錯誤一側的代價；數值越小容許越多。",
            ),
            param(
                "kernel",
                ParamType.SELECT,
                "rbf",
                "How two rows are compared; linear keeps the gap straight.",
                "比較兩列的方式；linear 的間隔為直線。",
                options=("linear", "rbf", "poly", "sigmoid"),
            ),
            param(
                "gamma",
                ParamType.STRING,
                "scale",
                "How near rows must be to count as alike: scale, auto, or a number.",
                "多近才算相似：scale、auto，或一個數字。",
            ),
        ),
        requires_extra="ml",
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError extra_missing, gamma_malformed, param_not_positive, one_class, learner_failed and those of
        tables.task().
        """
        svm = require("sklearn.svm", "ml")
        work = task(inputs)
        learner = svm.SVC(
            C=positive(params, "C"), kernel=params["kernel"], gamma=gamma_of(params["gamma"]), max_iter=MOST_STEPS
        )
        fitted(learner, work, least_classes=2)
        return {
            "predictions": work.named(learner.predict(work.x_query)),
            "support_vectors": on_device(learner.support_vectors_, work),
            "classes": work.labels.classes,
        }


def gamma_of(text: str) -> str | float:
    """scale, auto, or a number above 0. Raises: NodeError gamma_malformed."""
    word = text.strip().lower()
    if word in ("scale", "auto"):
        return word
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise NodeError.of("gamma_malformed", gamma=text[:40])
    return number
