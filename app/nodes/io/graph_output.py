"""GraphOutput: a named result of the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import RESULT_KEY, Node
from app.nodes.io.graph_input import NAME
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class GraphOutput(Node):
    """Hands its value to the run as (name, value) under RESULT_KEY."""

    SPEC = NodeSpec(
        name="GraphOutput",
        category="IO",
        description=Text("Gives a value a name among the results of the graph.", "為流程圖的一項結果命名。"),
        title_zh_tw="流程圖輸出",
        inputs=(port("value", DataType.ANY, "The result.", "要輸出的結果。"),),
        params=(
            param("name", ParamType.STRING, "output", "Name of the result.", "結果的名稱。"),
            param("description", ParamType.STRING, "", "A note for whoever calls the graph.", "給呼叫者看的說明。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError input_name_malformed."""
        name = params["name"]
        if not NAME.match(name):
            raise NodeError.of("input_name_malformed", name=name[:100])
        return {RESULT_KEY: (name, inputs.get("value"))}
