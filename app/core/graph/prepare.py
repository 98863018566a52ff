"""Makes a graph document ready to run: every step in its order, every problem named at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.bypass import resolve_bypass
from app.core.graph.check import check_fed, check_nodes, check_wires, prepared_node
from app.core.graph.contract import check_contract
from app.core.graph.findings import Findings
from app.core.graph.flat import START, load
from app.core.graph.mapped import prepare_bodies
from app.core.graph.notes import drop_notes
from app.core.graph.order import topological
from app.core.graph.parse import capped, parse_text, parse_value
from app.core.graph.prepared import Preparation, PreparedGraph
from app.core.graph.presets import expand_presets
from app.core.graph.reach import entry_points, running_set
from app.core.graph.settings import check_settings
from app.core.graph.subgraphs import expand_subgraphs
from app.core.graph.typenames import TypeNames
from app.core.vocab import jsonpieces

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.graph.check import Member
    from app.core.graph.document import GraphDoc
    from app.core.graph.flat import Flat
    from app.core.graph.parse import Parsed
    from app.core.graph.prepared import PreparedNode, Problem
    from app.core.vocab.nodespec import Catalog

FORMAT_VERSION = 1
"""The newest `format_version` of a graph file that this program knows."""

_ECHOES = frozenset({"graph_empty", "no_entry_points", "edge_dangling", "input_not_fed", "trigger_not_from_start"})
"""What may be said about a document only because a broken part of it was left out."""

_MAX_NAMED = 12
"""Nodes of a cycle that its sentence names; `nodes` of the reason holds all of them."""


def prepare_text(
    data: bytes, catalog: Catalog, installed: Mapping[str, Mapping[str, Any]] | None = None
) -> Preparation:
    """Parse and prepare the bytes of a graph file, with the problems of both. Never raises for what they hold."""
    return _prepare_once(parse_text(data), catalog, installed)


def prepare_value(
    value: object, catalog: Catalog, installed: Mapping[str, Mapping[str, Any]] | None = None
) -> Preparation:
    """Parse and prepare a JSON value, with the problems of both. Never raises for what it holds."""
    return _prepare_once(parse_value(value), catalog, installed)


def _prepare_once(parsed: Parsed, catalog: Catalog, installed: Mapping[str, Mapping[str, Any]] | None) -> Preparation:
    """Prepare a document that nobody needs afterwards."""
    done = _prepare_parsed(parsed, catalog, installed)
    doc = parsed.doc or parsed.partial
    rows = [] if doc is None else [*doc.edges, *doc.nodes]
    del parsed, doc
    jsonpieces.release(rows)
    return done


def _prepare_parsed(parsed: Parsed, catalog: Catalog, installed: Mapping[str, Mapping[str, Any]] | None) -> Preparation:
    if parsed.doc is not None:
        return prepare(parsed.doc, catalog, installed)
    if parsed.partial is None:
        return Preparation(None, parsed.problems)
    rest = prepare(parsed.partial, catalog, installed)
    more = [problem for problem in rest.problems if not _is_echo(problem, parsed.partial)]
    return Preparation(None, capped([*parsed.problems, *more]), rest.warnings)


def _is_echo(problem: Problem, partial: GraphDoc) -> bool:
    """True for what is only said because broken elements had to be left out of `partial`."""
    raw_nodes, raw_edges = partial.raw.get("nodes"), partial.raw.get("edges")
    untyped = {node.id for node in partial.nodes if not node.type}
    if problem.reason.code == "unknown_node_type":
        return problem.node_id in untyped
    lost = (
        bool(untyped)
        or not isinstance(raw_nodes, list)
        or len(raw_nodes) != len(partial.nodes)
        or (raw_edges is not None and not isinstance(raw_edges, list))
        or len(raw_edges or ()) != len(partial.edges)
    )
    return lost and problem.reason.code in _ECHOES


def prepare(
    doc: GraphDoc, catalog: Catalog, installed_presets: Mapping[str, Mapping[str, Any]] | None = None
) -> Preparation:
    """Expand, cut, choose, check and sort a graph.

    installed_presets: name -> definition, for Map nodes, and for cards whose preset the graph does not carry itself.
    The answer depends
    on nothing else and is the same each time, whatever order the edges are in (but for inputs with several writers,
    where the last one counts). Takes time linear in the expanded graph; no step recurses. Never raises.
    """
    done, flat = _prepare(doc, catalog, installed_presets or {})
    rows = [*flat.edges, *flat.nodes]
    del flat
    jsonpieces.release(rows)
    return done


def _prepare(doc: GraphDoc, catalog: Catalog, installed: Mapping[str, Mapping[str, Any]]) -> tuple[Preparation, Flat]:
    found = Findings()
    types = TypeNames(catalog)
    flat = drop_notes(load(doc, found))
    settings = check_settings(doc.settings, found)
    version = doc.raw.get("format_version")
    if isinstance(version, int) and version > FORMAT_VERSION:
        found.warning("format_version_newer", version=min(version, 2**53), known=FORMAT_VERSION)
    flat = expand_subgraphs(flat, doc.subgraphs, found)
    flat = expand_presets(flat, doc.presets, installed, found)
    flat, bypassed = resolve_bypass(flat, types, found)
    members, nodes = _prepared_nodes(flat, types, found)
    bodies = prepare_bodies(members.values(), catalog, installed, found)
    if found.problems:
        return Preparation(None, capped(found.problems), capped(found.warnings)), flat
    graph = PreparedGraph(nodes, bypassed, settings, doc.name, bodies)
    return Preparation(graph, (), capped(found.warnings)), flat


def _prepared_nodes(
    flat: Flat, types: TypeNames, found: Findings
) -> tuple[Mapping[str, Member], tuple[PreparedNode, ...]]:
    """(what will run, the same in the order in which it can)."""
    entries = entry_points(flat, found)
    if not flat.nodes:
        found.problem("graph_empty")
    elif not entries:
        found.problem("no_entry_points")
    # without an entry point nobody knows what is a draft: everything is looked at, so that one pass names it all
    running = running_set(flat, entries) if entries else {node.id for node in flat.nodes if node.type != START}
    cards = {card for node in flat.nodes if node.id in running for card in node.containers}
    order = topological(
        [node.id for node in flat.nodes], [(e.source, e.target) for e in flat.edges if not e.is_trigger]
    )
    for cycle in order.cycles:
        shown = cycle if len(cycle) <= _MAX_NAMED else [*cycle[: _MAX_NAMED - 1], "…", cycle[-1]]
        path = " > ".join([*shown, cycle[0]])
        found.if_running(tuple(cycle), "graph_cycle", cycle[0], path=path, nodes=cycle)
    found.settle(running | cards)
    members = check_nodes(flat, running, types, found)
    kinds = {node.id: node.type for node in flat.nodes}
    wires = check_wires(flat.edges, members, kinds, found)
    if entries:
        check_fed(members, wires, found)
    check_contract([(member.node, member.params) for member in members.values()], found)
    nodes = tuple(prepared_node(members[node], wires.get(node, {})) for node in order.nodes if node in members)
    return members, nodes
