"""BackwardOnce: where gradients begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, Text
from app.engine.node import Node
from app.nodes.operands import tensor
from app.nodes.ports import port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class BackwardOnce(Node):
    """A mark: passes its tensor on. A run in backward mode starts from the sum of what it marks."""

    SPEC = NodeSpec(
        name="BackwardOnce",
        category="Training",
        description=Text(
            "Marks the value whose gradients a run in backward mode computes; passes it on unchanged.",
            "標記反向模式要計算梯度的值，並原樣傳下去。",
        ),
        title_zh_tw="反向起點",
        inputs=(port("tensor", DataType.TENSOR, "The value to start from.", "反向計算的起點。"),),
        outputs=(port("tensor", DataType.TENSOR, "The same value.", "同一個值。"),),
        cacheable=False,
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor."""
        return {"tensor": tensor(inputs, "tensor")}
