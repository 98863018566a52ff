"""A prepared graph as JSON and back, equal: how it travels to a process that executes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.prepared import Body, PreparedGraph, PreparedNode, Wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def to_json(graph: PreparedGraph) -> dict[str, Any]:
    """The graph as JSON values."""
    return {
        "nodes": [_node_to_json(node) for node in graph.nodes],
        "bypassed": graph.bypassed,
        "settings": dict(graph.settings),
        "name": graph.name,
        "bodies": {
            node_id: {
                "preset": body.preset,
                "nodes": [_node_to_json(node) for node in body.nodes],
                "item": body.item,
                "result": _wire_to_json(body.result),
            }
            for node_id, body in graph.bodies.items()
        },
    }


def from_json(value: Mapping[str, Any]) -> PreparedGraph:
    """The graph again. Raises: KeyError, TypeError, ValueError for anything that `to_json` does not give."""
    return PreparedGraph(
        nodes=_nodes_from_json(value["nodes"]),
        bypassed=tuple(value["bypassed"]),
        settings=value["settings"],
        name=value["name"],
        bodies={
            node_id: Body(body["preset"], _nodes_from_json(body["nodes"]), body["item"], Wire(*body["result"]))
            for node_id, body in value["bodies"].items()
        },
    )


def _wire_to_json(wire: Wire) -> list[str]:
    return [wire.port, wire.source, wire.source_port]


def _node_to_json(node: PreparedNode) -> dict[str, Any]:
    return {
        "id": node.id,
        "type": node.type,
        "params": dict(node.params),
        "wires": [_wire_to_json(wire) for wire in node.wires],
        "container": node.container,
        "inner_id": node.inner_id,
        "containers": node.containers,
    }


def _nodes_from_json(values: Iterable[Mapping[str, Any]]) -> tuple[PreparedNode, ...]:
    return tuple(
        PreparedNode(
            node["id"],
            node["type"],
            node["params"],
            tuple(Wire(*wire) for wire in node["wires"]),
            node["container"],
            node["inner_id"],
            tuple(node["containers"]),
        )
        for node in values
    )
