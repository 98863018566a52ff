"""A node type that does what the test tells it to, and graphs made of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from app.core.graph.prepared import PreparedGraph, PreparedNode, Wire
from app.core.vocab.nodespec import DataType, NodeSpec, Ports, PortSpec, Text
from app.engine.context import NodeContext
from app.engine.node import Node
from app.engine.registry import Registry

Do = Callable[[dict[str, Any], NodeContext], Any]
"""What a mock node does when it is called: (inputs, context) -> result."""

WORDS = Text("for tests", "測試用")
PATIENCE_S = 20.0
"""Longest wait for a named event before a test is told that it never came."""


def port(name: str, optional: bool = False, media: str | None = None) -> PortSpec:
    """A port of any type."""
    return PortSpec(name, DataType.ANY, WORDS, optional, media)


def _ports(params: Mapping[str, Any]) -> Ports:
    inputs = tuple(port(name) for name in params["needs"])
    maybe = tuple(port(name, optional=True) for name in params["takes"])
    media = params["media"]
    return inputs + maybe, tuple(port(name, media=media.get(name)) for name in params["gives"])


class Mock(Node):
    """Calls its param `do`. Ports are what the params `needs`, `takes` (optional) and `gives` name."""

    SPEC = NodeSpec("Mock", "Test", WORDS, "測試", dynamic_ports=_ports)

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        result: Mapping[str, Any] = params["do"](inputs, context)
        return result


MOCKS = Registry({"Mock": Mock})


def node(
    node_id: str,
    do: Do | None = None,
    after: tuple[str, ...] = (),
    *,
    card: str | None = None,
    cards: tuple[str, ...] = (),
    **changes: Any,
) -> PreparedNode:
    """A mock node. after: nodes whose port `out` feeds in0, in1, ...; card: the card it lies in; cards: nested ones.

    changes: needs, takes, gives, media (of the params) or wires.
    """
    wires = changes.pop("wires", tuple(Wire(f"in{place}", source, "out") for place, source in enumerate(after)))
    params = {
        "do": do or give(node_id),
        "needs": tuple(wire.port for wire in wires),
        "takes": (),
        "gives": ("out",),
        "media": {},
        **changes,
    }
    outermost = card or (cards[0] if cards else None)
    inner = f"{(cards or (card,))[-1]}/{node_id}" if outermost else None
    return PreparedNode(node_id, "Mock", params, wires, outermost, inner, cards or ((card,) if card else ()))


def graph(*nodes: PreparedNode, bypassed: tuple[str, ...] = ()) -> PreparedGraph:
    """The nodes, in the given (topological) order."""
    return PreparedGraph(nodes, bypassed)


def give(value: Any) -> Do:
    """Give a value on `out`."""
    return lambda inputs, context: {"out": value}


def fail(error: BaseException, times: int = 10**9) -> Do:
    """Raise on the first `times` calls, then give the number of the call."""
    calls = [0]

    def do(inputs: dict[str, Any], context: NodeContext) -> Any:
        calls[0] += 1
        if calls[0] <= times:
            raise error
        return {"out": calls[0]}

    return do


class Gate:
    """A node that runs until the test lets it end: tells that it has started, waits, then does what it was told."""

    def __init__(self, then: Do | None = None) -> None:
        self.started = threading.Event()
        self.release = threading.Event()
        self._then = then or give(1)

    def __call__(self, inputs: dict[str, Any], context: NodeContext) -> Any:
        self.started.set()
        assert self.release.wait(PATIENCE_S), "the test never released this node"
        return self._then(inputs, context)


def poll_cancel(context: NodeContext) -> None:
    """Run until the run is asked to stop."""
    assert context.run.cancel.wait(PATIENCE_S), "nobody asked this node to stop"


def print_lines(*lines: str) -> Do:
    """Print to stdout."""

    def do(inputs: dict[str, Any], context: NodeContext) -> Any:
        for line in lines:
            print(line)
        return {"out": len(lines)}

    return do


def allocate(elements: int) -> Do:
    """Ask torch for this many float32 elements."""

    def do(inputs: dict[str, Any], context: NodeContext) -> Any:
        import torch

        return {"out": torch.empty(elements)}

    return do
