"""What the classifiers here share: their ports, and the fit with its refusals in words that people can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType
from app.nodes.ports import port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

    from app.nodes.tables import Task

SEEDS = 2**32
"""scikit-learn takes a random_state below this."""

MOST_STEPS = 2**31 - 1
"""Its solvers count their steps in 32 bits."""

KNOWN_ROWS = port("x_train", DataType.TENSOR, "Known rows, [N, F].", "已知的資料列，[N, F]。")
QUERY_ROWS = port("x_query", DataType.TENSOR, "Rows to classify, [M, F].", "要分類的資料列，[M, F]。")
INPUTS = (
    KNOWN_ROWS,
    port("y_train", DataType.LIST, "Their labels, N of them.", "對應的標籤，共 N 個。"),
    QUERY_ROWS,
)
PREDICTIONS = port("predictions", DataType.LIST, "A label for each row.", "每一列的預測標籤。")
PROBABILITIES = port(
    "probabilities",
    DataType.TENSOR,
    "How likely each class is, [M, classes]; a row adds up to 1.",
    "各類別的機率，[M, 類別數]；每列總和為 1。",
)
CLASSES = port("classes", DataType.LIST, "The classes in order.", "依序排列的類別。")


def fitted(learner: Any, work: Task, least_classes: int = 1) -> Any:
    """Fit a scikit-learn classifier to the known rows and give it back.

    least_classes: what the method needs to tell apart. Raises: NodeError one_class, learner_failed (the numbers ran out
    of range, or the method refuses the data).
    """
    if len(work.labels.classes) < least_classes:
        raise NodeError.of("one_class", label=f"{work.labels.classes[0]}"[:40])
    try:
        return learner.fit(work.x_train, work.labels.codes)
    except (ValueError, FloatingPointError, OverflowError) as error:
        message = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise NodeError.of("learner_failed", learner=type(learner).__name__, message=message[:300]) from error


def answers(learner: Any, work: Task) -> dict[str, Any]:
    """The outputs predictions, probabilities and classes of a fitted learner for the rows to classify."""
    return {
        "predictions": work.named(learner.predict(work.x_query)),
        "probabilities": on_device(learner.predict_proba(work.x_query), work),
        "classes": work.labels.classes,
    }


def on_device(values: Any, work: Task) -> Tensor:
    """An array of a learner as float32 where the rows to classify lie."""
    import torch

    return torch.tensor(values, device=work.device, dtype=torch.float32)


def positive(params: Mapping[str, Any], name: str) -> float:
    """A param that must be more than zero. Raises: NodeError param_not_positive."""
    value = float(params[name])
    if not value > 0:
        raise NodeError.of("param_not_positive", param=name, value=value)
    return value
