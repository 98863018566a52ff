"""Print: shows a value in the log and passes it on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port
from app.nodes.readable import readable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Print(Node):
    """The log line is a summary of bounded length, whatever the value is."""

    SPEC = NodeSpec(
        name="Print",
        category="Utility",
        description=Text(
            "Writes a value to the run's log and passes it on unchanged.", "把值寫進執行記錄，並原樣傳下去。"
        ),
        title_zh_tw="印出",
        inputs=(port("value", DataType.ANY, "What is shown.", "要顯示的值。"),),
        outputs=(port("value", DataType.ANY, "The same value.", "同一個值。"),),
        params=(param("label", ParamType.STRING, "", "Stands before the value.", "寫在值前面的標籤。"),),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Never fails: what cannot be shown is named by its type."""
        value = inputs.get("value")
        label = params["label"]
        return {"value": value, "__log__": f"{label}: {readable(value)}" if label else readable(value)}
