"""MLPClassifier: classify by a small network of layers."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
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
    positive,
)
from app.nodes.extras import require
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd
from app.nodes.tables import task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_SIZE = re.compile(r"[1-9][0-9]{0,17}\Z")
_COPIES = 6
"""Arrays of a layer's shape that Adam holds at once: weights, gradient, two moments, the update, the best so far."""


class MLPClassifier(Node):
    """scikit-learn's, trained by Adam until the loss no longer falls; any whole number is a seed, modulo 2^32."""

    SPEC = NodeSpec(
        name="MLPClassifier",
        category="Classical",
        description=Text(
            "Trains a small network of fully connected layers on known rows and classifies new ones with it.",
            "以已知資料列訓練小型全連接網路，再用它分類新的資料列。",
        ),
        title_zh_tw="多層感知器分類",
        inputs=INPUTS,
        outputs=(
            PREDICTIONS,
            PROBABILITIES,
            CLASSES,
            port("train_loss", DataType.SCALAR, "Loss at the end of the training.", "訓練結束時的損失。"),
        ),
        params=(
            param(
                "hidden_sizes",
                ParamType.STRING,
                "16,16",
                "Units of each hidden layer, separated by commas.",
                "各隱藏層的單元數，以逗號分隔。",
            ),
            param(
                "activation",
                ParamType.SELECT,
                "relu",
                "What follows each hidden layer.",
                "每個隱藏層之後的函數。",
                options=("relu", "tanh", "logistic", "identity"),
            ),
            param("max_iter", ParamType.INT, 500, "Most passes over the rows.", "掃過資料列的次數上限。", at_least=1),
            param(
                "learning_rate_init",
                ParamType.FLOAT,
                0.01,
                "Step size of Adam; more than 0.",
                "Adam 的步長，須大於 0。",
                at_least=0.0,
            ),
            param("seed", ParamType.INT, 42, "Decides the first weights and the order.", "決定初始權重與順序。"),
        ),
        requires_extra="ml",
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError extra_missing, hidden_sizes_malformed, param_not_positive, tensor_too_large, one_class,
        learner_failed and those of tables.task().
        """
        network = require("sklearn.neural_network", "ml")
        work = task(inputs)
        sizes = hidden_sizes(params["hidden_sizes"])
        widths = (work.x_train.shape[1], *sizes, len(work.labels.classes))
        refuse_absurd((sum(a * b for a, b in pairwise(widths)), _COPIES), 8, "cpu")
        steps = min(params["max_iter"], MOST_STEPS)
        learner = network.MLPClassifier(
            hidden_layer_sizes=sizes,
            activation=params["activation"],
            solver="adam",
            max_iter=steps,
            learning_rate_init=positive(params, "learning_rate_init"),
            random_state=params["seed"] % SEEDS,
        )
        fitted(learner, work, least_classes=2)
        outputs = {**answers(learner, work), "train_loss": float(learner.loss_)}
        if learner.n_iter_ >= steps:
            outputs["__log__"] = f"stopped after max_iter = {steps} passes while the loss was still falling"
        return outputs


def hidden_sizes(text: str) -> tuple[int, ...]:
    """Read sizes such as `16,16`; at least one. Raises: NodeError hidden_sizes_malformed."""
    items = [item.strip() for item in unicodedata.normalize("NFKC", text).strip().strip("()[]").split(",")]
    if len(items) > 1 and not items[-1]:
        items.pop()
    if not all(_SIZE.match(item) for item in items):
        raise NodeError.of("hidden_sizes_malformed", sizes=text[:100])
    return tuple(int(item) for item in items)
