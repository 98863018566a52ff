"""A graph with the inputs of one call written into it, so that it is a run like any other: kept, repeated, shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def with_inputs(document: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """The document with these defaults of its GraphInput nodes. texts: node id -> default, as it is written.

    Shares every part that needs no change with the original, which stays as it is.
    """
    nodes = document.get("nodes")
    changed = [_with_default(node, texts) for node in nodes] if isinstance(nodes, list) else nodes
    return {**document, "nodes": changed}


def _with_default(node: Any, texts: Mapping[str, str]) -> Any:
    node_id = node.get("id") if isinstance(node, dict) else None
    if not isinstance(node_id, str) or node_id not in texts:
        return node
    data = node.get("data") or {}
    params = {**(data.get("params") or {}), "default": texts[node_id]}
    return {**node, "data": {**data, "params": params}}
