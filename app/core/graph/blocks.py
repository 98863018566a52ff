"""Blocks: definitions that stand for a card on the canvas, and the replacing of cards by what is inside them.

Presets and subgraphs differ in how they are stored and in the separator of their flattened ids; what it means to
expand one is the same and lies here.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from app.core.graph.flat import START, Flat, FlatEdge, FlatNode
from app.core.graph.notes import NOTE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.graph.findings import Findings

MAX_NESTING = 10
"""Cards inside one another."""

MAX_FLAT_NODES = 100_000
"""Nodes after expansion; a few small definitions inside one another could otherwise ask for billions."""

MAX_FLAT_EDGES = 500_000
"""Edges after expansion, for the same reason; a trigger counts once for each node it starts."""

MAX_FLAT_CHARACTERS = 64_000_000
"""Characters of all flattened ids together: long ids inside one another cost memory by the product."""

End = tuple[str, str]
"""(inner node, port) that a port of the card stands for."""


class Block(NamedTuple):
    """A definition, read; ids are the inner ones. starts: inner nodes that a trigger on the card starts."""

    nodes: tuple[FlatNode, ...]
    edges: tuple[FlatEdge, ...]
    inputs: Mapping[str, End]
    outputs: Mapping[str, End]
    starts: tuple[str, ...]


class Broken(NamedTuple):
    """A definition that cannot stand for its card, by code and params of the reason."""

    code: str
    params: Mapping[str, Any]


class Kind(NamedTuple):
    """What tells presets from subgraphs. word: the param that names the definition in a reason."""

    prefix: str
    separator: str
    word: str


def roots(nodes: tuple[FlatNode, ...], edges: tuple[FlatEdge, ...]) -> tuple[str, ...]:
    """Inner nodes that no inner data edge feeds, in document order."""
    fed = {edge.target for edge in edges if not edge.is_trigger}
    return tuple(node.id for node in nodes if node.id not in fed and node.type not in (START, NOTE))


def expand(flat: Flat, kind: Kind, find: Callable[[str], Block | Broken], found: Findings) -> Flat:
    """Replace every card of one kind by its inside, until none is left or the nesting limit is reached.

    find: the definition of a name, or why there is none. A card that cannot be replaced stays as it is; it is a
    problem if it would run. An edge on a port that a card does not have is one like an edge to no node.
    """
    stuck: set[str] = set()
    for level in range(MAX_NESTING + 1):
        cards = [n for n in flat.nodes if n.type.startswith(kind.prefix) and n.id not in stuck]
        if not cards:
            break
        if level == MAX_NESTING:
            for card in cards:
                found.if_running((card.id, *card.containers), "nesting_too_deep", card.id, limit=MAX_NESTING)
            break
        opened = _openable(cards, flat, kind, find, found)
        stuck.update(card.id for card in cards if card.id not in opened)
        if opened:
            flat = _open(flat, opened, kind, found)
    return flat


def _openable(
    cards: list[FlatNode], flat: Flat, kind: Kind, find: Callable[[str], Block | Broken], found: Findings
) -> dict[str, Block]:
    opened: dict[str, Block] = {}
    nodes, edges, characters = len(flat.nodes), len(flat.edges), 0
    triggers = Counter(edge.target for edge in flat.edges if edge.is_trigger)
    for card in cards:
        about = (card.id, *card.containers)
        name = card.type[len(kind.prefix) :]
        if card.bypassed:
            found.if_running(about, "bypass_on_container", card.id)
        if card.type in card.chain:
            names = [link[len(kind.prefix) :] for link in card.chain[card.chain.index(card.type) :]]
            found.if_running(about, f"{kind.word}_recursion", card.id, path=" > ".join([*names, name]))
            continue
        block = find(name)
        if isinstance(block, Broken):
            found.if_running(about, block.code, card.id, **block.params)
            continue
        nodes += len(block.nodes) - 1
        edges += len(block.edges) + triggers[card.id] * len(block.starts)
        characters += (len(card.id) + 1) * len(block.nodes)
        if nodes > MAX_FLAT_NODES or edges > MAX_FLAT_EDGES or characters > MAX_FLAT_CHARACTERS:
            outermost = card.containers[0] if card.containers else card.id
            found.problem("graph_too_large", outermost, limit=MAX_FLAT_NODES)
            return {}
        opened[card.id] = block
    return opened


def _open(flat: Flat, opened: Mapping[str, Block], kind: Kind, found: Findings) -> Flat:
    nodes: list[FlatNode] = []
    inner_edges: list[FlatEdge] = []
    for node in flat.nodes:
        block = opened.get(node.id)
        if block is None:
            nodes.append(node)
            continue
        nodes += _inside(node, block, kind, found)
        before = node.id + kind.separator
        inner_edges += [
            FlatEdge(before + e.source, e.source_port, before + e.target, e.target_port, e.is_trigger)
            for e in block.edges
        ]
    edges = [new for edge in flat.edges for new in _moved(edge, opened, kind, found)]
    return Flat(_unique(nodes, found), (*edges, *inner_edges))


def _inside(card: FlatNode, block: Block, kind: Kind, found: Findings) -> list[FlatNode]:
    if card.internal:
        known = {inner.id for inner in block.nodes}
        for inner_id in card.internal:
            if inner_id not in known:
                found.warning("unknown_inner_node", card.id, inner=inner_id[:80])
    before, path = card.id + kind.separator, card.path + "/"
    containers, chain = (*card.containers, card.path), (*card.chain, card.type)
    return [
        FlatNode(
            before + inner.id,
            inner.type,
            {**inner.params, **card.internal[inner.id]} if inner.id in card.internal else inner.params,
            inner.internal,
            inner.bypassed,
            path + inner.id,
            containers,
            chain,
        )
        for inner in block.nodes
    ]


def _moved(edge: FlatEdge, opened: Mapping[str, Block], kind: Kind, found: Findings) -> list[FlatEdge]:
    """The edge with its ends moved inside the cards it touches: several for a trigger, none when a port is closed."""
    source_block, target_block = opened.get(edge.source), opened.get(edge.target)
    if source_block is None and target_block is None:
        return [edge]
    if edge.is_trigger:
        if source_block is not None:
            found.problem("trigger_not_from_start", edge.source, target=edge.target)
            return []
        inside = target_block.starts if target_block else ()
        return [edge._replace(target=edge.target + kind.separator + start) for start in inside]
    if source_block is not None:
        end = source_block.outputs.get(edge.source_port)
        if end is None:
            _closed(edge.source, edge.source_port, source_block.outputs, found)
            found.spoiled.add((edge.target, edge.target_port))
            return []
        edge = edge._replace(source=edge.source + kind.separator + end[0], source_port=end[1])
    if target_block is not None:
        end = target_block.inputs.get(edge.target_port)
        if end is None:
            _closed(edge.target, edge.target_port, target_block.inputs, found)
            return []
        edge = edge._replace(target=edge.target + kind.separator + end[0], target_port=end[1])
    return [edge]


def _closed(card: str, port: str, open_ports: Mapping[str, End], found: Findings) -> None:
    allowed = ", ".join(open_ports) or "-"
    found.problem("port_not_exposed", card, port, allowed=allowed)


def _unique(nodes: list[FlatNode], found: Findings) -> tuple[FlatNode, ...]:
    first: dict[str, FlatNode] = {}
    for node in nodes:
        if node.id in first:
            found.problem("duplicate_flattened_id", node.id)
        else:
            first[node.id] = node
    return tuple(first.values())
