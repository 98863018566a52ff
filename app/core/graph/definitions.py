"""Definitions of presets and subgraphs as stored: read once, when the first card names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.blocks import Block, Broken, End
from app.core.graph.flat import Flat, FlatEdge, FlatNode, flat_edge, flat_node
from app.core.graph.notes import drop_notes
from app.core.graph.parse import Fields

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


class Definitions:
    """Finds blocks by name and remembers what it read. word: `preset` or `subgraph`, for the reasons."""

    def __init__(
        self,
        stored: Mapping[str, Mapping[str, Any]],
        read: Callable[[str, Mapping[str, Any]], Block | Broken],
        word: str,
    ) -> None:
        self._stored = stored
        self._read = read
        self._word = word
        self._known: dict[str, Block | Broken] = {}

    def find(self, name: str) -> Block | Broken:
        """The block of this name, or why no card can use it."""
        if name not in self._known:
            raw = self._stored.get(name)
            self._known[name] = (
                Broken(f"unknown_{self._word}", {self._word: name}) if raw is None else self._read(name, raw)
            )
        return self._known[name]


def by_name(listed: object, key: str) -> dict[str, Mapping[str, Any]]:
    """The definitions of a document under what `key` of each says; of two of one name the first counts.

    The one place that decides which definition a card means: whoever expands cards and whoever blanks their secrets
    must agree on it.
    """
    found: dict[str, Mapping[str, Any]] = {}
    for definition in listed if isinstance(listed, list | tuple) else ():
        name = definition.get(key) if isinstance(definition, dict) else None
        if isinstance(name, str):
            found.setdefault(name, definition)
    return found


def exposed(listed: list[Any], keys: tuple[str, str, str], known: Collection[str]) -> dict[str, End] | int:
    """Ports of a card by name, or the place of the first entry that is malformed.

    keys: what the format calls (port name, inner node, inner port). Of two ports of one name the first counts.
    """
    ends: dict[str, End] = {}
    for place, port in enumerate(listed):
        parts = [port.get(key) if isinstance(port, dict) else None for key in keys]
        name, node, inner_port = parts
        if not (isinstance(name, str) and isinstance(node, str) and isinstance(inner_port, str)) or node not in known:
            return place
        ends.setdefault(name, (node, inner_port))
    return ends


def inside(raw: Mapping[str, Any], name: str, word: str) -> tuple[tuple[FlatNode, ...], tuple[FlatEdge, ...]] | Broken:
    """Nodes and edges of a definition without its notes; Broken names the first place that is malformed."""

    def malformed(where: str) -> Broken:
        return Broken(f"malformed_{word}", {word: name, "where": where})

    nodes: dict[str, FlatNode] = {}
    edges: list[FlatEdge] = []
    for key in ("nodes", "edges"):
        if not isinstance(raw.get(key, []), list):
            return malformed(key)
    fields = Fields()
    for place, item in enumerate(raw.get("nodes", [])):
        node = fields.node(item, ("nodes", place))
        if fields.problems:
            return malformed(str(fields.problems[0].reason.params["path"]))
        if node is None or node.id in nodes:
            return malformed(f"nodes[{place}].id")
        nodes[node.id] = flat_node(node)
    for place, item in enumerate(raw.get("edges", [])):
        edge = fields.edge(item, ("edges", place))
        if fields.problems:
            return malformed(str(fields.problems[0].reason.params["path"]))
        if edge is None or edge.source not in nodes or edge.target not in nodes:
            return malformed(f"edges[{place}]")
        edges.append(flat_edge(edge))
    flat = drop_notes(Flat(tuple(nodes.values()), tuple(edges)))
    return flat.nodes, flat.edges
