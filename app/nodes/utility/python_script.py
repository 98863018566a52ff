"""PythonScript: a few lines of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.nodespec import PortSpec
    from app.engine.context import NodeContext

MOST_PORTS = 8
TYPES = tuple(kind.value for kind in DataType if kind is not DataType.TRIGGER)


def _types(text: str) -> list[DataType]:
    """Types by port, the last one for all further ports; a word that is no type counts as ANY."""
    words = [word.strip().upper() for word in text.split(",")]
    return [DataType(word) if word in TYPES else DataType.ANY for word in words]


def _inputs(count: int, types: str) -> tuple[PortSpec, ...]:
    kinds = _types(types)
    return tuple(
        port(
            f"in{i}",
            kinds[min(i, len(kinds)) - 1],
            f"inputs['in{i}'] of the script.",
            f"程式的 inputs['in{i}']。",
            True,
        )
        for i in range(1, min(max(count, 1), MOST_PORTS) + 1)
    )


def _outputs(count: int, types: str) -> tuple[PortSpec, ...]:
    kinds = _types(types)
    return tuple(
        port(f"out{i}", kinds[min(i, len(kinds)) - 1], f"Key out{i} of what run returns.", f"run 傳回值中的 out{i}。")
        for i in range(1, min(max(count, 1), MOST_PORTS) + 1)
    )


def _ports(params: Mapping[str, Any]) -> tuple[tuple[PortSpec, ...], tuple[PortSpec, ...]]:
    return (
        _inputs(params["input_ports"], params["input_types"]),
        _outputs(params["output_ports"], params["output_types"]),
    )


class PythonScript(Node):
    """Calls run(inputs, params): inputs by port name, params of the node but for the code. See app.core.graph.script
    for what a script may use; a Stop is heard in its loops. What it prints goes to the run's console.
    """

    SPEC = NodeSpec(
        name="PythonScript",
        category="Utility",
        description=Text(
            "Runs Python that you write: a function run(inputs, params) that returns the outputs.",
            "執行自行撰寫的 Python：函式 run(inputs, params) 傳回各輸出。",
        ),
        title_zh_tw="Python 程式",
        inputs=_inputs(1, "ANY"),
        outputs=_outputs(1, "ANY"),
        params=(
            param(
                "code",
                ParamType.CODE,
                "def run(inputs, params): ...",
                "The script; it returns {'out1': value}, or a single value for out1.",
                "程式內容；傳回 {'out1': 值}，或單一的值作為 out1。",
            ),
            param("input_ports", ParamType.INT, 1, "How many inputs.", "輸入數。", at_least=1, at_most=MOST_PORTS),
            param("output_ports", ParamType.INT, 1, "How many outputs.", "輸出數。", at_least=1, at_most=MOST_PORTS),
            param(
                "input_types",
                ParamType.STRING,
                "ANY",
                "Types of the inputs, separated by commas; the last one serves the rest.",
                "各輸入的型別，以逗號分隔；最後一個適用於其餘輸入。",
            ),
            param(
                "output_types",
                ParamType.STRING,
                "ANY",
                "Types of the outputs, in the same way.",
                "各輸出的型別，寫法相同。",
            ),
        ),
        cacheable=False,
        dynamic_ports=_ports,
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError script_*; what a script raises is script_failed with its line."""
        from app.nodes.utility.script_run import Stopped, run_script

        for name in ("input_types", "output_types"):
            refuse_types(params[name])
        settings = {name: value for name, value in params.items() if name != "code"}
        try:
            result = run_script(params["code"], dict(inputs), settings, lambda: context.cancelled)
        except Stopped:
            return {"__interrupted__": {}}
        if not isinstance(result, dict):
            return {"out1": result}
        # keys with two underscores would speak to the engine
        return {key: value for key, value in result.items() if isinstance(key, str) and not key.startswith("__")}


def refuse_types(text: str) -> None:
    """Raises: NodeError script_types_malformed where a word is no type."""
    if any(word.strip().upper() not in TYPES for word in text.split(",")):
        raise NodeError.of("script_types_malformed", types=text[:80], allowed=", ".join(TYPES))
