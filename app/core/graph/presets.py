"""Steps 3 and 5: presets that hold subgraphs are refused, cards of presets replaced; flattened ids use `__`.

A definition embedded in the graph wins over an installed one of the same name, so that a graph means the same
everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.blocks import Block, Broken, End, Kind, expand, roots
from app.core.graph.definitions import Definitions, by_name, exposed, inside
from app.core.graph.flat import START
from app.core.graph.subgraphs import SUBGRAPH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.core.graph.findings import Findings
    from app.core.graph.flat import Flat

PRESET = "preset:"
"""Prefix of a card's type; the preset's name follows."""

NAME = "preset_name"
"""Key of a definition that its cards' types name."""

_KIND = Kind(PRESET, "__", "preset")


def expand_presets(
    flat: Flat, embedded: Sequence[Mapping[str, Any]], installed: Mapping[str, Mapping[str, Any]], found: Findings
) -> Flat:
    """Replace preset cards. A definition is looked at only when a card names it."""
    return expand_known(flat, preset_definitions({**installed, **by_name(embedded, NAME)}), found)


def preset_definitions(known: Mapping[str, Mapping[str, Any]]) -> Definitions:
    """These presets, each read when it is first looked for."""
    return Definitions(known, _read, "preset")


def expand_known(flat: Flat, known: Definitions, found: Findings) -> Flat:
    """Replace cards of these presets."""
    return expand(flat, _KIND, known.find, found)


def _read(name: str, raw: Mapping[str, Any]) -> Block | Broken:
    listed = raw.get("nodes")
    if not isinstance(listed, list):
        return _malformed(name, "nodes")
    content = inside({**raw, "nodes": [_ordinary(item) for item in listed]}, name, "preset")
    if isinstance(content, Broken):
        return content
    nodes, edges = content
    if any(node.type.startswith(SUBGRAPH) for node in nodes):
        return Broken("preset_holds_subgraph", {"preset": name})
    quiet = {node.id for node in nodes if node.type == START}
    # edges of a preset have no type: what leaves a Start can only be a trigger
    edges = tuple(edge._replace(is_trigger=edge.is_trigger or edge.source in quiet) for edge in edges)
    known = {node.id for node in nodes}
    sides: list[dict[str, End]] = []
    for side in ("exposed_inputs", "exposed_outputs"):
        ports = raw.get(side) or []
        if not isinstance(ports, list):
            return _malformed(name, side)
        ends = exposed(ports, ("name", "internal_node", "internal_port"), known)
        if isinstance(ends, int):
            return _malformed(name, f"{side}[{ends}]")
        sides.append(ends)
    return Block(nodes, edges, sides[0], sides[1], roots(nodes, edges))


def _ordinary(item: object) -> object:
    """An inner node `{id, type, params}` in the shape that nodes of a canvas have."""
    if not isinstance(item, dict) or "params" not in item:
        return item
    data = item["data"] if isinstance(item.get("data"), dict) else {}
    return {**item, "data": {"internalParams": item.get("internalParams"), **data, "params": item["params"]}}


def _malformed(name: str, where: str) -> Broken:
    return Broken("malformed_preset", {"preset": name, "where": where})
