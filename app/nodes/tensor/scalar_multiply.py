"""ScalarMultiply: every item of a tensor times one number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.operands import tensor
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class ScalarMultiply(Node):
    """tensor * scalar; whole numbers become float32, because the scalar is a float."""

    SPEC = NodeSpec(
        name="ScalarMultiply",
        category="Tensor Operations",
        description=Text("Multiplies every item of a tensor by one number.", "將張量的每一項乘上同一個數。"),
        title_zh_tw="乘以常數",
        inputs=(port("tensor", DataType.TENSOR, "What is multiplied.", "要相乘的張量。"),),
        outputs=(port("tensor", DataType.TENSOR, "The product, of the same shape.", "結果，形狀不變。"),),
        params=(param("scalar", ParamType.FLOAT, 1.0, "The number to multiply by.", "要乘上的數。"),),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor."""
        return {"tensor": tensor(inputs, "tensor") * float(params["scalar"])}
