"""TextInput: a text typed in by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class TextInput(Node):
    """Gives the text as it stands, spaces and line ends included."""

    SPEC = NodeSpec(
        name="TextInput",
        category="Data",
        description=Text("A text that you type in.", "自行輸入的文字。"),
        title_zh_tw="文字輸入",
        outputs=(port("text", DataType.STRING, "The text.", "輸入的文字。"),),
        params=(
            param(
                "value",
                ParamType.STRING,
                "The quick brown fox jumps over the lazy dog.",
                "What the node gives.",
                "此節點輸出的內容。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Never fails."""
        return {"text": params["value"]}
