"""From the JSON of a graph to one that is ready to run; a stand-in until the graph room brings its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.prepared import Preparation, PreparedGraph, PreparedNode, Problem
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.nodespec import Catalog


def prepare_value(graph: object, catalog: Catalog, presets: Mapping[str, Mapping[str, Any]]) -> Preparation:
    """Every node in document order, without any check but that of the outermost shape."""
    del catalog, presets
    if not isinstance(graph, dict) or not isinstance(graph.get("nodes"), list) or not graph["nodes"]:
        return Preparation(None, (Problem(reason("invalid_graph", count=1)),))
    nodes = tuple(
        PreparedNode(str(n["id"]), str(n["type"]), n.get("data", {}).get("params", {})) for n in graph["nodes"]
    )
    return Preparation(PreparedGraph(nodes, settings=graph.get("settings") or {}, name=str(graph.get("name", ""))))
