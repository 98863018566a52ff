"""What a graph takes and gives when it is called as a function, and what keeps it from being one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from app.core.graph.findings import Findings
from app.core.graph.prepare import prepare
from app.core.graph.typenames import TypeNames

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.graph.document import GraphDoc, NodeDoc
    from app.core.graph.prepared import PreparedGraph, Problem
    from app.core.vocab.nodespec import Catalog


class GraphIn(NamedTuple):
    """An input. type: string, number, integer, boolean, json or image. default: as written, a text."""

    node_id: str
    name: str
    type: str
    required: bool
    default: str
    description: str


class GraphOut(NamedTuple):
    """An output. type: the data type of the port that feeds it, `ANY` where that is not known."""

    node_id: str
    name: str
    type: str
    description: str


class Signature(NamedTuple):
    """Inputs and outputs in document order; with problems the graph cannot be called."""

    inputs: tuple[GraphIn, ...]
    outputs: tuple[GraphOut, ...]
    problems: tuple[Problem, ...]


def signature_of(
    doc: GraphDoc, catalog: Catalog, installed_presets: Mapping[str, Mapping[str, Any]] | None = None
) -> Signature:
    """Read the GraphInput and GraphOutput nodes of the canvas; those that are bypassed are no part of it.

    Beyond what keeps any graph from running, a call needs each input to have a trigger, so that it runs whatever is
    connected to it, and each output to be among what runs. Never raises.
    """
    done = prepare(doc, catalog, installed_presets)
    found = Findings()
    found.problems += done.problems
    shown = [node for node in doc.nodes if not node.bypassed]
    inputs = [_input(node, catalog) for node in shown if node.type == "GraphInput"]
    outputs = [_output(node, done.graph, catalog) for node in shown if node.type == "GraphOutput"]
    if done.graph is not None:
        triggered = {edge.target for edge in doc.edges if edge.is_trigger}
        running = {node.id for node in done.graph.nodes}
        for one in inputs:
            if one.node_id not in triggered:
                found.problem("untriggered_input", one.node_id, name=one.name)
        for each in outputs:
            if each.node_id not in running:
                found.problem("unreachable_output", each.node_id, name=each.name)
    return Signature(tuple(inputs), tuple(outputs), tuple(found.problems))


def _params(node: NodeDoc, catalog: Catalog) -> dict[str, Any]:
    spec = catalog.get(node.type)
    return {**(spec.defaults() if spec else {}), **node.params}


def _input(node: NodeDoc, catalog: Catalog) -> GraphIn:
    given = _params(node, catalog)
    return GraphIn(
        node.id,
        str(given.get("name", "")),
        str(given.get("type", "string")),
        given.get("required") is not False,
        str(given.get("default", "")),
        str(given.get("description", "")),
    )


def _output(node: NodeDoc, graph: PreparedGraph | None, catalog: Catalog) -> GraphOut:
    given = _params(node, catalog)
    fed = _type_of_feed(node.id, graph, catalog) if graph else None
    return GraphOut(node.id, str(given.get("name", "")), fed or "ANY", str(given.get("description", "")))


def _type_of_feed(node_id: str, graph: PreparedGraph, catalog: Catalog) -> str | None:
    nodes = {node.id: node for node in graph.nodes}
    wires = nodes[node_id].wires if node_id in nodes else ()
    for wire in wires:
        source = nodes[wire.source]
        named = TypeNames(catalog).find(source.type)
        ports = named.spec.ports(source.params)[1] if named else ()
        return next((port.data_type.value for port in ports if port.name == wire.source_port), None)
    return None
