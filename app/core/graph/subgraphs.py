"""Step 4: cards of the graph's own subgraphs are replaced by what is inside them; flattened ids use `/`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.blocks import Block, Broken, End, Kind, expand, roots
from app.core.graph.definitions import Definitions, by_name, exposed, inside
from app.core.graph.flat import START

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.core.graph.findings import Findings
    from app.core.graph.flat import Flat

SUBGRAPH = "subgraph:"
"""Prefix of a card's type; the definition's id follows."""

NAME = "id"
"""Key of a definition that its cards' types name."""

_KIND = Kind(SUBGRAPH, "/", "subgraph")


def expand_subgraphs(flat: Flat, stored: Sequence[Mapping[str, Any]], found: Findings) -> Flat:
    """Replace subgraph cards. A definition is looked at only when a card names it."""
    return expand(flat, _KIND, Definitions(by_name(stored, NAME), _read, "subgraph").find, found)


def _read(name: str, raw: Mapping[str, Any]) -> Block | Broken:
    content = inside(raw, name, "subgraph")
    if isinstance(content, Broken):
        return content
    nodes, edges = content
    interface = raw.get("interface") or {}
    if not isinstance(interface, dict):
        return _malformed(name, "interface")
    known = {node.id for node in nodes}
    sides: list[dict[str, End]] = []
    for side in ("inputs", "outputs"):
        listed = interface.get(side) or []
        if not isinstance(listed, list):
            return _malformed(name, f"interface.{side}")
        ends = exposed(listed, ("port", "innerNode", "innerPort"), known)
        if isinstance(ends, int):
            return _malformed(name, f"interface.{side}[{ends}]")
        sides.append(ends)
    targets = interface.get("triggerTargets") or []
    if not isinstance(targets, list) or not all(isinstance(t, str) and t in known for t in targets):
        return _malformed(name, "interface.triggerTargets")
    starts = tuple(dict.fromkeys(targets)) or roots(nodes, edges)
    quiet = {node.id for node in nodes if node.type == START}
    return Block(nodes, edges, sides[0], sides[1], tuple(t for t in starts if t not in quiet))


def _malformed(name: str, where: str) -> Broken:
    return Broken("malformed_subgraph", {"subgraph": name, "where": where})
