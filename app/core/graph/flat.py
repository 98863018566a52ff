"""The working form of a graph while it is prepared: plain nodes and edges, cards replaced step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.graph.document import EdgeDoc, GraphDoc, NodeDoc
    from app.core.graph.findings import Findings

START = "Start"
"""The node type whose trigger edges mark where a graph begins. It does not run itself."""


class FlatNode(NamedTuple):
    """A node on its way into a run.

    path: the id as inner_node_status writes it, cards joined with `/`; equal to `id` on the canvas. containers: paths
    of the cards around it, outermost first. chain: names of the definitions it came out of, against recursion.
    """

    id: str
    type: str
    params: Mapping[str, Any]
    internal: Mapping[str, Mapping[str, Any]]
    bypassed: bool
    path: str
    containers: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()


class FlatEdge(NamedTuple):
    """An edge between flat nodes; ports mean nothing on a trigger."""

    source: str
    source_port: str
    target: str
    target_port: str
    is_trigger: bool


@dataclass(frozen=True)
class Flat:
    """Nodes in document order, a card's inner nodes in the place of the card; edges in document order."""

    nodes: tuple[FlatNode, ...]
    edges: tuple[FlatEdge, ...]


def flat_node(doc: NodeDoc) -> FlatNode:
    """A node of the canvas, or of a definition before it gets its card's id."""
    return FlatNode(doc.id, doc.type, doc.params, doc.internal_params, doc.bypassed, doc.id)


def flat_edge(doc: EdgeDoc) -> FlatEdge:
    """The same edge without its own id."""
    return FlatEdge(doc.source, doc.source_port, doc.target, doc.target_port, doc.is_trigger)


def load(doc: GraphDoc, found: Findings) -> Flat:
    """Take the canvas as it is. Of several nodes with one id the first stays; edges to nowhere are named and left."""
    first: dict[str, NodeDoc] = {}
    twice: dict[str, int] = {}
    for node in doc.nodes:
        if node.id in first:
            twice[node.id] = twice.get(node.id, 1) + 1
        else:
            first[node.id] = node
    for node_id, count in twice.items():
        found.problem("duplicate_node_id", node_id, count=count)
    edges = []
    for edge in doc.edges:
        lost = [end for end in (edge.source, edge.target) if end not in first]
        if not lost:
            edges.append(flat_edge(edge))
            continue
        known = next((end for end in (edge.target, edge.source) if end in first), None)
        found.problem("edge_dangling", known, edge=edge.id, missing=", ".join(dict.fromkeys(lost)))
        found.spoiled.add((edge.target, edge.target_port))
    return Flat(tuple(flat_node(node) for node in first.values()), tuple(edges))
