"""Names by which a graph is called from outside: its GraphInput and GraphOutput nodes on the canvas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.core.graph.findings import Findings
    from app.core.graph.flat import FlatNode

_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}\Z")
_KINDS = ("GraphInput", "GraphOutput")


def check_contract(nodes: Iterable[tuple[FlatNode, Mapping[str, Any]]], found: Findings) -> None:
    """Check the names of running (node, params) pairs. Those inside a card are no part of the contract."""
    taken: dict[tuple[str, str], str] = {}
    for node, params in nodes:
        if node.type not in _KINDS or node.containers:
            continue
        name = str(params.get("name", ""))
        if not _NAME.match(name):
            found.problem("contract_bad_name", node.id, name=name[:80])
            continue
        first = taken.setdefault((node.type, name), node.id)
        if first != node.id:
            found.problem("contract_duplicate_name", node.id, name=name, first=first)
