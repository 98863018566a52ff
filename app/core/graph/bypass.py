"""Step 6: bypassed nodes are cut out; what they fed is fed by one of their own inputs of the same type instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.core.graph.flat import START, Flat, FlatEdge, FlatNode
from app.core.graph.params import check_params
from app.core.graph.presets import PRESET
from app.core.graph.subgraphs import SUBGRAPH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.graph.findings import Findings
    from app.core.graph.typenames import TypeNames

Port = tuple[str, str]
"""(node, port)"""


class _Way(NamedTuple):
    """Where an output of a bypassed node leads back to: `end`, or nothing, or nothing for a reason that is named."""

    end: Port | None
    code: str | None = None
    at: tuple[str, str | None] = ("", None)
    params: Mapping[str, object] = {}


def resolve_bypass(flat: Flat, types: TypeNames, found: Findings) -> tuple[Flat, tuple[str, ...]]:
    """Answers the graph without its bypassed nodes, and their ids in document order.

    Of several inputs of the right type the first declared one that is fed goes through. A trigger on a bypassed node
    starts what that node would have fed. Cards are never cut (that is refused elsewhere), nor are nodes of an unknown
    type, whose ports nobody knows.
    """
    cut = {
        node.id: node
        for node in flat.nodes
        if node.bypassed and not node.type.startswith((PRESET, SUBGRAPH)) and types.find(node.type) is not None
    }
    for node in [node for node in cut.values() if node.type == START]:
        found.problem("bypass_without_match", node.id, "trigger", port_type="TRIGGER")
        del cut[node.id]
    if not cut:
        return flat, ()
    ways = _Ways(flat, cut, types)
    edges: list[FlatEdge] = []
    started: list[str] = []
    starts = dict.fromkeys(node.id for node in flat.nodes if node.type == START)
    for edge in flat.edges:
        if edge.target in cut:
            if edge.is_trigger and edge.source in starts:
                started.append(edge.target)
            elif edge.is_trigger:
                found.problem("trigger_not_from_start", edge.source, target=edge.target)
        elif edge.source not in cut:
            edges.append(edge)
        elif not edge.is_trigger:
            way = ways.back((edge.source, edge.source_port))
            if way.end is not None:
                edges.append(edge._replace(source=way.end[0], source_port=way.end[1]))
            elif way.code is not None:
                found.if_running((edge.target,), way.code, way.at[0], way.at[1], **way.params)
                found.spoiled.add((edge.target, edge.target_port))
    # which Start it was makes no difference, and one walk serves them all
    edges += [FlatEdge(next(iter(starts)), "trigger", target, "", True) for target in _first_kept(started, flat, cut)]
    nodes = tuple(node for node in flat.nodes if node.id not in cut)
    return Flat(nodes, tuple(dict.fromkeys(edges))), tuple(cut)


def _first_kept(targets: list[str], flat: Flat, cut: Mapping[str, FlatNode]) -> list[str]:
    """The kept nodes that these bypassed nodes fed, directly or through others that are bypassed."""
    follows: dict[str, list[str]] = {}
    for edge in flat.edges:
        if edge.source in cut and not edge.is_trigger:
            follows.setdefault(edge.source, []).append(edge.target)
    seen: dict[str, None] = dict.fromkeys(targets)
    waiting = list(targets)
    while waiting:
        for target in follows.get(waiting.pop(), ()):
            if target not in seen:
                seen[target] = None
                if target in cut:
                    waiting.append(target)
    return [node_id for node_id in seen if node_id not in cut]


class _Ways:
    """Follows outputs of bypassed nodes back to the output that takes their place; each is walked once."""

    def __init__(self, flat: Flat, cut: Mapping[str, FlatNode], types: TypeNames) -> None:
        self._cut = cut
        self._types = types
        self._known: dict[Port, _Way] = {}
        self._fed: dict[str, dict[str, Port]] = {}
        for edge in flat.edges:
            if edge.target in cut and not edge.is_trigger:
                # the last writer of a port is the one that counts, as everywhere
                self._fed.setdefault(edge.target, {})[edge.target_port] = (edge.source, edge.source_port)

    def back(self, port: Port) -> _Way:
        """The way from an output of a bypassed node."""
        passed: dict[Port, None] = {}
        way: _Way | None = None
        while way is None:
            way = self._known.get(port)
            if way is None and port in passed:
                loop = [node for node, _ in list(passed)[list(passed).index(port) :]][::-1]
                path = " > ".join([*loop, loop[0]])
                way = _Way(None, "graph_cycle", (loop[0], None), {"path": path, "nodes": loop})
            elif way is None:
                passed[port] = None
                step = self._step(port)
                if isinstance(step, _Way):
                    way = step
                elif step[0] in self._cut:
                    port = step
                else:
                    way = _Way(step)
        self._known.update(dict.fromkeys(passed, way))
        return way

    def _step(self, port: Port) -> Port | _Way:
        node = self._cut[port[0]]
        named = self._types.find(node.type)
        inputs, outputs = named.spec.ports(check_params(named.spec, node.params).params) if named else ((), ())
        data_type = next((output.data_type for output in outputs if output.name == port[1]), None)
        if data_type is None:
            allowed = ", ".join(output.name for output in outputs) or "-"
            return _Way(None, "unknown_output_port", port, {"allowed": allowed})
        matching = [slot.name for slot in inputs if slot.data_type is data_type]
        if not matching:
            return _Way(None, "bypass_without_match", port, {"port_type": data_type.value})
        fed = self._fed.get(port[0], {})
        return next((fed[name] for name in matching if name in fed), _Way(None))
