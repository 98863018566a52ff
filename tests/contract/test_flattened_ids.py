"""Nodes inside cards have the ids that the window takes them for; its own tests read the same file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.core.graph.prepare import prepare_value
from app.engine.registry import discover

if TYPE_CHECKING:
    from pathlib import Path


def test_the_server_calls_inner_nodes_as_the_window_reads_them(repo: Path) -> None:
    golden = json.loads((repo / "tests" / "golden" / "flattened_ids.json").read_text("utf-8"))
    done = prepare_value(golden["document"], discover().catalog)
    assert done.graph is not None, done.problems
    found = {node.id: (node.inner_id or node.id, list(node.containers)) for node in done.graph.nodes}
    assert found == {
        node["id"]: (node["status"], ["/".join(node["path"][: at + 1]) for at in range(len(node["path"]))])
        for node in golden["nodes"]
    }
