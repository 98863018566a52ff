"""Prepared graphs of one Map node over mock nodes: a source of items, the Map node, a reader of what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.prepared import Body, PreparedGraph, PreparedNode, Wire
from app.engine.registry import Registry
from app.nodes.flow.map import Map
from tests.support import mock_nodes
from tests.support.mock_nodes import Mock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.support.mock_nodes import Do

MAPS = Registry({"Mock": Mock, "Map": Map})


def inner(name: str, do: Do, after: str = "#item") -> PreparedNode:
    """A node of the body of `each`, fed by the item or by another one; it reads `inputs["in0"]`."""
    source = Wire("in0", "each#item", "value") if after == "#item" else Wire("in0", f"each__{after}", "out")
    return mock_nodes.node(f"each__{name}", do, wires=(source,))


def body(*nodes: PreparedNode, result: str | None = None) -> Body:
    """The nodes as a body of `each`; the last one gives the result on `out`, or the one named."""
    return Body("test", nodes, "each#item", Wire("value", result or nodes[-1].id, "out"))


def mapping(items: Sequence[Any], taken: list[Any], made: Body, others: Mapping[str, Body] | None = None) -> Any:
    """The graph. taken: gets (results, count) once Map has ended."""

    def read(inputs: dict[str, Any], context: Any) -> Any:
        taken.append((inputs["in0"], inputs["in1"]))
        return {}

    each = PreparedNode("each", "Map", {"subgraph": "test"}, (Wire("items", "src", "out"),))
    wires = (Wire("in0", "each", "results"), Wire("in1", "each", "count"))
    return PreparedGraph(
        (mock_nodes.node("src", mock_nodes.give(items)), each, mock_nodes.node("end", read, wires=wires)),
        bodies={"each": made, **(others or {})},
    )
