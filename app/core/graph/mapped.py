"""Step 9: what Map nodes run. Each gets a body of its own: its preset, expanded as if a card stood in its place.

Only installed presets count, also for cards within one, so that a body means the same in every graph. All nodes of a
body run, as those of a card do. The item comes from a node that stands for it while the body is prepared, and its
result goes into another one; so ports, types and bypassed nodes are judged as everywhere.
"""

from __future__ import annotations

import difflib
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from app.core.graph.blocks import MAX_FLAT_NODES, MAX_NESTING, Broken
from app.core.graph.bypass import resolve_bypass
from app.core.graph.check import check_fed, check_nodes, check_wires, prepared_node
from app.core.graph.flat import START, Flat, FlatEdge, FlatNode
from app.core.graph.order import topological
from app.core.graph.prepared import Body
from app.core.graph.presets import PRESET, expand_known, preset_definitions
from app.core.graph.typenames import TypeNames
from app.core.vocab.nodespec import DataType, NodeSpec, PortSpec, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.core.graph.check import Member
    from app.core.graph.findings import Findings
    from app.core.vocab.nodespec import Catalog

MAP = "Map"
"""The node type that runs a preset for each item of a list."""

PRESET_PARAM = "subgraph"
"""Its param that names the preset."""

_PORT = PortSpec("value", DataType.ANY, Text("", ""))
_ITEM, _RESULT = "\0", "\1"
"""Types of the two nodes that stand for the outside; names that no graph file is written with."""

_ENDS = {
    _ITEM: NodeSpec(_ITEM, "", Text("", ""), "", outputs=(_PORT,)),
    _RESULT: NodeSpec(_RESULT, "", Text("", ""), "", inputs=(_PORT,)),
}


class _Task(NamedTuple):
    """A Map node that still needs its body. depth: bodies around it."""

    node: FlatNode
    preset: str
    depth: int


def prepare_bodies(
    members: Iterable[Member], catalog: Catalog, installed: Mapping[str, Mapping[str, Any]], found: Findings
) -> dict[str, Body]:
    """Bodies of the Map nodes among what will run, and of those within bodies, by node id.

    What is wrong within a body is named like what is wrong within a card, by ids `<map>__<inner>`.
    """
    waiting = deque(_tasks(members, 0))
    if not waiting:
        return {}
    maker = _Maker(catalog, installed, found)
    bodies: dict[str, Body] = {}
    count = 0
    while waiting:
        task = waiting.popleft()
        made = maker.make(task)
        if made is None:
            continue
        bodies[task.node.id], inner = made
        count += len(bodies[task.node.id].nodes)
        if count > MAX_FLAT_NODES:
            found.problem("graph_too_large", task.node.id, limit=MAX_FLAT_NODES)
            break
        waiting += _tasks(inner, task.depth + 1)
    return bodies


def _tasks(members: Iterable[Member], depth: int) -> list[_Task]:
    return [_Task(m.node, str(m.params.get(PRESET_PARAM, "")), depth) for m in members if m.type_name == MAP]


class _Maker:
    def __init__(self, catalog: Catalog, installed: Mapping[str, Mapping[str, Any]], found: Findings) -> None:
        self._types = TypeNames({**catalog, **_ENDS})
        self._names = list(installed)
        self._presets = preset_definitions(installed)
        self._found = found

    def make(self, task: _Task) -> tuple[Body, Iterable[Member]] | None:
        """(the body, its members); None when something is wrong with it, which is named then."""
        found = self._found
        before = len(found.problems)
        flat = self._expanded(task)
        if flat is None or len(found.problems) > before:
            return None
        flat, _ = resolve_bypass(flat, self._types, found)
        kinds = {node.id: node.type for node in flat.nodes}
        order = topological(list(kinds), [(e.source, e.target) for e in flat.edges if not e.is_trigger])
        for cycle in order.cycles:
            found.problem("graph_cycle", cycle[0], path=" > ".join([*cycle[:12], cycle[0]]), nodes=cycle)
        found.settle({*kinds, *(card for node in flat.nodes for card in node.containers)})
        members = check_nodes(flat, {node for node, kind in kinds.items() if kind != START}, self._types, found)
        wires = check_wires(flat.edges, members, kinds, found)
        item, result = _ends(task.node.id)
        out = wires.get(result, {}).get(_PORT.name)
        check_fed({node: member for node, member in members.items() if node != result}, wires, found)
        if len(found.problems) > before:
            return None
        if out is None:
            found.problem("map_without_result", task.node.id, preset=task.preset)
            return None
        inner = [node for node in order.nodes if node in members and node not in (item, result)]
        nodes = tuple(prepared_node(members[node], wires.get(node, {})) for node in inner)
        return Body(task.preset, nodes, item, out), [members[node] for node in inner]

    def _expanded(self, task: _Task) -> Flat | None:
        """A card of the preset between the two nodes that stand for the outside, replaced by what is in it."""
        node, preset, found = task.node, task.preset, self._found
        card = PRESET + preset
        if not preset:
            found.problem("map_without_preset", node.id)
            return None
        if card in node.chain:
            names = [link.partition(":")[2] for link in node.chain[node.chain.index(card) :]]
            found.problem("map_recursion", node.id, path=" > ".join([*names, preset]))
            return None
        if task.depth >= MAX_NESTING:
            found.problem("nesting_too_deep", node.id, limit=MAX_NESTING)
            return None
        block = self._presets.find(preset)
        if isinstance(block, Broken):
            if block.code == "unknown_preset":
                near = difflib.get_close_matches(preset[:80], self._names, n=3)
                found.problem("map_preset_unknown", node.id, preset=preset[:80], closest=", ".join(near))
            else:
                found.problem(block.code, node.id, **block.params)
            return None
        if not block.inputs or not block.outputs:
            missing = "exposed_outputs" if block.inputs else "exposed_inputs"
            found.problem("map_preset_without_ports", node.id, preset=preset, missing=missing)
            return None
        item, result = _ends(node.id)
        first_in, first_out = next(iter(block.inputs)), next(iter(block.outputs))
        flat = Flat(
            (
                FlatNode(item, _ITEM, {}, {}, False, item),
                FlatNode(node.id, card, {}, {}, False, node.path, node.containers, node.chain),
                FlatNode(result, _RESULT, {}, {}, False, result),
            ),
            (
                FlatEdge(item, _PORT.name, node.id, first_in, False),
                FlatEdge(node.id, first_out, result, _PORT.name, False),
            ),
        )
        return expand_known(flat, self._presets, found)


def _ends(map_id: str) -> tuple[str, str]:
    """Ids that stand for the item and its result; no node of the body has one like them."""
    return f"{map_id}#item", f"{map_id}#result"
