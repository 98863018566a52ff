"""Accuracy: how many predictions are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, Text
from app.engine.node import Node
from app.engine.sinks import MetricPoint
from app.nodes.operands import listed
from app.nodes.ports import port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_STEP = 1


class Accuracy(Node):
    """The share is recorded as metric `accuracy` at step 1; no pairs at all give 0."""

    SPEC = NodeSpec(
        name="Accuracy",
        category="Classical",
        description=Text(
            "Counts predictions that equal their label; both are compared as text.",
            "計算與標籤相同的預測數量，兩者以文字比較。",
        ),
        title_zh_tw="準確率",
        inputs=(
            port("predictions", DataType.LIST, "What was predicted.", "預測結果。"),
            port("labels", DataType.LIST, "What is true, as many.", "正確答案，數量須相同。"),
        ),
        outputs=(
            port("accuracy", DataType.SCALAR, "Share that is right, 0 to 1.", "答對的比例，0 到 1。"),
            port("correct", DataType.SCALAR, "How many are right.", "答對的數量。"),
            port("total", DataType.SCALAR, "How many there are.", "總數。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_list, lengths_differ."""
        predictions, labels = listed(inputs, "predictions"), listed(inputs, "labels")
        total = len(labels)
        if len(predictions) != total:
            raise NodeError.of("lengths_differ", a="predictions", a_count=len(predictions), b="labels", b_count=total)
        correct = sum(str(made) == str(true) for made, true in zip(predictions, labels, strict=True))
        accuracy = correct / total if total else 0.0
        context.run.sinks.record_metrics([MetricPoint("accuracy", accuracy, _STEP, context.node_id)])
        return {"accuracy": accuracy, "correct": correct, "total": total}
