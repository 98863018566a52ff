"""One call of one node: a fresh instance, inputs on the right device, a result that is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.engine import devices, seeds
from app.engine.node import RESULT_KEY

if TYPE_CHECKING:
    from app.core.graph.prepared import PreparedNode
    from app.engine.context import NodeContext
    from app.engine.node import Node


@dataclass(frozen=True)
class Result:
    """What a call gave. values: declared ports only. unknown: ports it named that its type does not have.

    steps: what a verbose node told beside, unread. output: (name, value) of a GraphOutput node.
    """

    values: Mapping[str, Any]
    log: str | None = None
    interrupted: Mapping[str, Any] | None = None
    unknown: tuple[str, ...] = ()
    steps: Any = None
    output: tuple[str, Any] | None = None


class NodeCall:
    """A node with its class and the ports it has at these params."""

    def __init__(self, node: PreparedNode, node_class: type[Node]) -> None:
        self.node = node
        self.node_class = node_class
        inputs, self.outputs = node_class.SPEC.ports(node.params)
        self._required = tuple(port.name for port in inputs if not port.optional)
        self._declared = frozenset(port.name for port in self.outputs)

    def run(self, inputs: dict[str, Any], context: NodeContext) -> Result:
        """Call the node. Raises: whatever it raises; NodeError for a missing input or a result that is no mapping."""
        self._check_inputs(inputs)
        if self.node_class.SPEC.align_inputs:
            inputs = devices.aligned(inputs, context.device)
        if context.seed is not None:
            seeds.apply(context.seed)
        return self._result(self.node_class().execute(inputs, dict(self.node.params), context))

    def _check_inputs(self, inputs: Mapping[str, Any]) -> None:
        for port in self._required:
            if port not in inputs:
                feeds = [f"{wire.source}.{wire.source_port}" for wire in self.node.wires if wire.port == port]
                raise NodeError.of(
                    "node_input_missing", node_type=self.node.type, port=port, source=", ".join(feeds) or "-"
                )

    def _result(self, produced: Any) -> Result:
        if not isinstance(produced, Mapping):
            raise NodeError.of("node_result_invalid", node_type=self.node.type, got=type(produced).__name__)
        if produced.keys() <= self._declared:
            return Result(dict(produced))
        values: dict[str, Any] = {}
        unknown: list[str] = []
        for port, value in produced.items():
            if port in self._declared:
                values[port] = value
            elif not str(port).startswith("__"):
                unknown.append(str(port))
        return Result(
            values,
            _log(produced),
            _interrupted(produced),
            tuple(unknown),
            produced.get("__steps__"),
            produced.get(RESULT_KEY),
        )


def _log(produced: Mapping[str, Any]) -> str | None:
    line = produced.get("__log__")
    return None if line is None else str(line)


def _interrupted(produced: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Where the node stopped; any true value counts, a mapping or not."""
    where = produced.get("__interrupted__")
    if where is None or where is False:
        return None
    return where if isinstance(where, Mapping) else {}
