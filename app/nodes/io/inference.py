"""Inference: what a model answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.operands import tensor
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Inference(Node):
    """The model works in eval mode without gradients and comes back in the mode it had, on the chosen device."""

    SPEC = NodeSpec(
        name="Inference",
        category="IO",
        description=Text("Gives a model an input and takes its answer.", "把輸入交給模型並取得結果。"),
        title_zh_tw="推論",
        inputs=(
            port("model", DataType.MODEL, "The model to ask.", "要使用的模型。"),
            port("input", DataType.TENSOR, "A batch of the shape that the model takes.", "形狀符合模型的一個批次。"),
        ),
        outputs=(
            port("output", DataType.TENSOR, "The answer, without gradients.", "模型的輸出，不含梯度。"),
            port("model", DataType.MODEL, "The same model.", "同一個模型。"),
        ),
        params=(
            param(
                "device",
                ParamType.SELECT,
                "auto",
                "Where the model works; auto is the run's device.",
                "模型所在的裝置；auto 為本次執行的裝置。",
                options=("auto", "cpu", "cuda", "mps"),
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError model_needed, not_a_tensor, model_failed, layer_failed, output_not_a_tensor."""
        from app.nodes._torch.evaluation import answer

        model = inputs.get("model")
        return {"output": answer(model, tensor(inputs, "input"), params["device"], context), "model": model}
