"""Start: where a run begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, Text
from app.engine.node import Node
from app.nodes.ports import port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Start(Node):
    """Marks entry points by its trigger edges; no value travels through them."""

    SPEC = NodeSpec(
        name="Start",
        category="Control",
        description=Text(
            "Marks the nodes a run begins with: connect its trigger to them.",
            "標示執行從哪些節點開始：把觸發端接到那些節點。",
        ),
        title_zh_tw="開始",
        outputs=(
            port("trigger", DataType.TRIGGER, "Connect to the first node of the flow.", "接到流程的第一個節點。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Does nothing: a trigger carries no value."""
        return {}
