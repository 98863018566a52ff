"""Node types that count their calls, and runs of them as a canvas does: one cache, one run after the other."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from app.core.graph.prepared import PreparedGraph, PreparedNode, Wire
from app.core.vocab.nodespec import DataType, NodeSpec, PortSpec
from app.engine.node import Node
from app.engine.registry import Registry
from app.engine.runner import run_graph
from tests.support.mock_nodes import WORDS
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.engine.cache import ExecutionCache
    from app.engine.context import NodeContext

PORTS = tuple(PortSpec(f"in{at}", DataType.ANY, WORDS, optional=True) for at in range(4))
OUT = PortSpec("out", DataType.ANY, WORDS)
_DRAWS = itertools.count()


class Sum(Node):
    """The sum of its inputs, each by its place, and of its param: a tensor of one number."""

    SPEC = NodeSpec("Sum", "Test", WORDS, "總和", PORTS, (OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        import torch

        total = sum((int(port[2:]) + 2) * value for port, value in inputs.items())
        return {"out": torch.tensor([float(params["value"])], dtype=torch.float64) + total, "__log__": context.node_id}


class Unkept(Sum):
    """The same, never cached."""

    SPEC = NodeSpec("Unkept", "Test", WORDS, "不保留", PORTS, (OUT,), cacheable=False)


class Drawn(Node):
    """Another number each time it is called, as a random node without a seed; its param is passed over."""

    SPEC = NodeSpec("Drawn", "Test", WORDS, "抽樣", PORTS, (OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        return {"out": next(_DRAWS)}


class AddInPlace(Node):
    """Adds one to the tensor it is given, which is then its own output."""

    SPEC = NodeSpec("AddInPlace", "Test", WORDS, "就地加", PORTS, (OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        return {"out": inputs["in0"].add_(1)}


CANVAS = Registry({cls.SPEC.name: cls for cls in (Sum, Unkept, Drawn, AddInPlace)})


def step(node_id: str, *after: str, kind: str = "Sum", card: str | None = None, **params: Any) -> PreparedNode:
    """A node fed on in0, in1, ... by the nodes named."""
    wires = tuple(Wire(f"in{at}", source, "out") for at, source in enumerate(after))
    return PreparedNode(node_id, kind, {"value": 0, **params}, wires, card, f"{card}/{node_id}" if card else None)


def play(root: Path, cache: ExecutionCache | None, *nodes: PreparedNode, **changes: Any) -> RecordingSinks:
    """Run the nodes to a good end on a canvas that owns the cache."""
    sinks = RecordingSinks()
    outcome = run_graph(PreparedGraph(nodes), run_context(root, sinks, cache=cache, **changes), CANVAS)
    assert outcome.error is None
    return sinks


def ended(sinks: RecordingSinks) -> dict[str, str]:
    """node -> the last status it had, cards included."""
    return {payload["node_id"]: payload["status"] for _, payload in sinks.events}


def shown(sinks: RecordingSinks) -> dict[str, Any]:
    """node -> what its last event says of its outputs."""
    return {payload["node_id"]: payload["outputs"] for _, payload in sinks.events if "outputs" in payload}
