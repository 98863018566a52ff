"""Reads the JSON text of a SequentialModel: its layers, their wires, and the order they run in.

Version 2 is a graph, `{version: 2, nodes: [...], edges: [...]}`, with one Input and one Output whose named ports are
the model's arguments and results. Version 1 is a plain list of layers that run one after the other.
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_LAYERS = 20_000
"""More than any model drawn by hand; a bound so that a hostile text cannot ask for endless work."""


@dataclass(frozen=True)
class Port:
    """A named argument of the Input or a named result of the Output."""

    id: str
    name: str


@dataclass(frozen=True)
class Feed:
    """One wire into a layer. source_port: which result of a source that has several; target_port: which argument."""

    source: str
    source_port: str
    target_port: str


@dataclass(frozen=True)
class LayerDoc:
    """One layer. feeds: wires into it in the order of the document."""

    id: str
    type: str
    params: Mapping[str, Any] = field(default_factory=dict)
    feeds: tuple[Feed, ...] = ()


@dataclass(frozen=True)
class LayerPlan:
    """A checked version-2 document. layers: those that reach the Output, each after everything that feeds it."""

    input_id: str
    input_ports: tuple[Port, ...]
    output_ports: tuple[Port, ...]
    output_feeds: tuple[Feed, ...]
    layers: tuple[LayerDoc, ...]


def read_layers(text: str) -> LayerPlan | list[LayerDoc]:
    """Parse the text: a LayerPlan for version 2, a list of layers for version 1.

    Raises: NodeError layers_not_json, layers_bad_shape, layers_empty, layers_too_many, layer_id_taken, layer_terminals,
    layer_edge_dangling, layer_port_unknown, layer_unfed, layer_cycle, output_unfed.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NodeError.of("layers_not_json", message=str(error)[:200]) from None
    if isinstance(document, list):
        return _read_list(document)
    if not isinstance(document, dict):
        raise NodeError.of("layers_bad_shape", where="the text", wanted="an object or a list")
    return _read_graph(document)


def _entries(value: Any, where: str) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise NodeError.of("layers_bad_shape", where=where, wanted="a list of objects")
    if len(value) > MAX_LAYERS:
        raise NodeError.of("layers_too_many", count=len(value), limit=MAX_LAYERS)
    return value


def _text(entry: Mapping[str, Any], key: str, where: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        raise NodeError.of("layers_bad_shape", where=f"{where}.{key}", wanted="a text that is not empty")
    return value


def _params(entry: Mapping[str, Any], where: str) -> dict[str, Any]:
    params = entry.get("params", {})
    if params is None:
        return {}
    if not isinstance(params, dict):
        raise NodeError.of("layers_bad_shape", where=f"{where}.params", wanted="an object")
    return params


def _read_list(entries: list[Any]) -> list[LayerDoc]:
    """Version 1: params stand under `params` or beside `type`."""
    found = []
    for index, entry in enumerate(_entries(entries, "layers")):
        where = f"layers[{index}]"
        kind = _text(entry, "type", where)
        if kind in ("Input", "Output"):
            continue
        beside = {k: v for k, v in entry.items() if k not in ("type", "params", "id", "name")}
        found.append(LayerDoc(str(index), kind, {**beside, **_params(entry, where)}))
    if not found:
        raise NodeError.of("layers_empty")
    return found


def _read_graph(document: Mapping[str, Any]) -> LayerPlan:
    nodes = _entries(document.get("nodes"), "nodes")
    edges = _entries(document.get("edges", []), "edges")
    by_id: dict[str, dict[str, Any]] = {}
    for index, node in enumerate(nodes):
        name = _text(node, "id", f"nodes[{index}]")
        _text(node, "type", f"nodes[{index}]")
        if name in by_id:
            raise NodeError.of("layer_id_taken", layer=name)
        by_id[name] = node
    if len(by_id) < 3:
        raise NodeError.of("layers_empty")
    start, end = _terminal(by_id, "Input"), _terminal(by_id, "Output")
    feeds = _feeds(edges, by_id)
    inputs, outputs = _ports(by_id[start], "Input"), _ports(by_id[end], "Output")
    order = _order(start, end, by_id, feeds)
    _check_handles(start, inputs, outputs, feeds, end, order)
    return LayerPlan(
        input_id=start,
        input_ports=inputs,
        output_ports=outputs,
        output_feeds=_by_output_port(outputs, feeds[end]),
        layers=tuple(
            LayerDoc(name, by_id[name]["type"], _params(by_id[name], name), tuple(feeds[name])) for name in order
        ),
    )


def _terminal(by_id: Mapping[str, dict[str, Any]], kind: str) -> str:
    found = [name for name, node in by_id.items() if node["type"] == kind]
    if len(found) != 1:
        raise NodeError.of("layer_terminals", type=kind, count=len(found))
    return found[0]


def _ports(node: Mapping[str, Any], kind: str) -> tuple[Port, ...]:
    declared = node.get("ports")
    if declared is None:
        return (Port("", "x" if kind == "Input" else "y"),)
    ports = tuple(
        Port(_text(entry, "id", f"{kind}.ports[{i}]"), str(entry.get("name") or entry["id"]))
        for i, entry in enumerate(_entries(declared, f"{kind}.ports"))
    )
    if not ports or len({p.id for p in ports}) < len(ports) or len({p.name for p in ports}) < len(ports):
        raise NodeError.of("layers_bad_shape", where=f"{kind}.ports", wanted="at least one port, each id and name once")
    return ports


def _feeds(edges: list[dict[str, Any]], by_id: Mapping[str, Any]) -> dict[str, list[Feed]]:
    feeds: dict[str, list[Feed]] = {name: [] for name in by_id}
    for index, edge in enumerate(edges):
        source, target = _text(edge, "source", f"edges[{index}]"), _text(edge, "target", f"edges[{index}]")
        for end in (source, target):
            if end not in by_id:
                raise NodeError.of("layer_edge_dangling", edge=str(edge.get("id", index)), layer=end)
        feeds[target].append(Feed(source, str(edge.get("sourceHandle") or ""), str(edge.get("targetHandle") or "")))
    return feeds


def _order(start: str, end: str, by_id: Mapping[str, Any], feeds: Mapping[str, list[Feed]]) -> list[str]:
    """Layers that reach the Output, sources first (Kahn's algorithm, ties in document order).

    Layers that do not reach the Output are drafts and are left out.
    """
    needed, todo = {end}, [end]
    while todo:
        for feed in feeds[todo.pop()]:
            if feed.source not in needed:
                needed.add(feed.source)
                todo.append(feed.source)
    if not feeds[end]:
        raise NodeError.of("output_unfed", port="")
    waits = {name: len(feeds[name]) for name in by_id if name in needed}
    unfed = [name for name, count in waits.items() if not count and name != start]
    if unfed:
        raise NodeError.of("layer_unfed", layer=unfed[0])
    readers: dict[str, list[str]] = {name: [] for name in waits}
    for name in waits:
        for feed in feeds[name]:
            readers[feed.source].append(name)
    ready = deque([start] if waits.get(start) == 0 else [])
    order = []
    while ready:
        name = ready.popleft()
        order.append(name)
        for reader in readers[name]:
            waits[reader] -= 1
            if not waits[reader]:
                ready.append(reader)
    if len(order) < len(waits):
        raise NodeError.of("layer_cycle", layers=_cycle({n for n, left in waits.items() if left}, feeds))
    return [name for name in order if name not in (start, end)]


def _cycle(stuck: set[str], feeds: Mapping[str, list[Feed]]) -> str:
    """One cycle among `stuck`, in the order data would travel: `a -> b -> a`."""
    name, seen = min(stuck), list[str]()
    while name not in seen:
        seen.append(name)
        name = next(feed.source for feed in feeds[name] if feed.source in stuck)
    ring = [*seen[seen.index(name) :], name]
    return " -> ".join(reversed(ring))


def port_index(ports: tuple[Port, ...], handle: str) -> int | None:
    """Which port a handle means, by id or by name; an empty handle means the only port."""
    if not handle and len(ports) == 1:
        return 0
    return next((i for i, p in enumerate(ports) if handle and handle in (p.id, p.name)), None)


def _check_handles(
    start: str,
    inputs: tuple[Port, ...],
    outputs: tuple[Port, ...],
    feeds: Mapping[str, list[Feed]],
    end: str,
    order: list[str],
) -> None:
    for name in (*order, end):
        for feed in feeds[name]:
            if feed.source == start and port_index(inputs, feed.source_port) is None:
                raise NodeError.of("layer_port_unknown", layer=start, port=feed.source_port)
    for feed in feeds[end]:
        if port_index(outputs, feed.target_port) is None:
            raise NodeError.of("layer_port_unknown", layer=end, port=feed.target_port)


def _by_output_port(outputs: tuple[Port, ...], feeds: list[Feed]) -> tuple[Feed, ...]:
    """The feed of each Output port, in port order; of several into one port the last counts."""
    chosen: dict[int, Feed] = {}
    for feed in feeds:
        index = port_index(outputs, feed.target_port)
        if index is not None:
            chosen[index] = feed
    for index, port in enumerate(outputs):
        if index not in chosen:
            raise NodeError.of("output_unfed", port=port.name)
    return tuple(chosen[index] for index in range(len(outputs)))
