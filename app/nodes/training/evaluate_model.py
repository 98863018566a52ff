"""The EvaluateModel node: how many labels of a data set a model gets right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.engine.sinks import MetricPoint
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class EvaluateModel(Node):
    """Compares argmax over dimension 1 with the labels; records `eval_accuracy`. A Stop ends it between batches."""

    SPEC = NodeSpec(
        name="EvaluateModel",
        category="Training",
        title_zh_tw="評估模型",
        description=Text(
            "Counts how often the model's strongest class is the right one, over a whole data set.",
            "計算模型在整個資料集上，最可能的類別有多少次是正確的。",
        ),
        inputs=(
            port("model", DataType.MODEL, "The model to judge.", "要評估的模型。"),
            port("dataset", DataType.DATASET, "Items of (input, label).", "由（輸入，標籤）組成的資料集。"),
        ),
        outputs=(
            port("accuracy", DataType.SCALAR, "Share of right labels, 0 to 1.", "正確標籤的比例，介於 0 與 1。"),
            port("correct", DataType.SCALAR, "Number of right labels.", "正確標籤的數量。"),
            port("total", DataType.SCALAR, "Number of labels.", "標籤總數。"),
        ),
        cacheable=False,
        params=(
            param("batch_size", ParamType.INT, 256, "Items per pass.", "每次計算的項目數。", at_least=1),
            param(
                "device",
                ParamType.SELECT,
                "auto",
                "Where to compute; auto is the run's device.",
                "計算所用的裝置；auto 為本次執行的裝置。",
                options=("auto", "cpu", "cuda", "mps"),
            ),
            param(
                "precision",
                ParamType.SELECT,
                "fp32",
                "Arithmetic of the forward pass.",
                "前向計算的精度。",
                options=("fp32", "bf16", "fp16"),
                advanced=True,
            ),
            param("step", ParamType.INT, 1, "Step under which the metric is recorded.", "記錄指標時使用的步數。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError model_needed, dataset_bad, evaluation_shapes and those of app.nodes._torch.batches."""
        from app.nodes._torch.evaluation import evaluate

        correct, total, batches = evaluate(inputs["model"], inputs["dataset"], params, context)
        accuracy = correct / total if total else 0.0
        outputs: dict[str, Any] = {"accuracy": accuracy, "correct": correct, "total": total}
        if batches is not None:
            outputs["__interrupted__"] = {"batch": batches}
            return outputs
        context.run.sinks.record_metrics(
            [MetricPoint("eval_accuracy", accuracy, max(0, params["step"]), context.node_id)]
        )
        outputs["__log__"] = f"{correct} of {total} right ({accuracy:.2%})"
        return outputs
