"""What Map costs for each item, against the same two operations by hand in the same run."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
import torch

from app.core.graph.prepare import prepare_value
from app.engine.registry import discover
from app.engine.runner import run_graph
from tests.support.bench import paired, report
from tests.support.graphs import graph, node, preset
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path

ITEMS = 2000
BODY = preset("two", [node("a", "ScalarMultiply", scalar=2.0), node("b", "Softmax", dim=0)], "a.tensor > b.tensor",
              inputs={"x": "a.tensor"}, outputs={"y": "b.tensor"})  # fmt: skip


@pytest.mark.bench
def test_an_item_of_two_nodes(tmp_path: Path) -> None:
    registry = discover()
    nodes = [node("go", "Start"), node("src", "TensorInput", shape=f"{ITEMS},4"), node("say", "Print")]
    nodes.append(node("each", "Map", subgraph="two"))
    document = graph(nodes, "go > src", "src.tensor > say.value", "say.value > each.items")
    prepared = prepare_value(document, registry.catalog, {"two": BODY}).graph
    assert prepared is not None
    rows = torch.rand(ITEMS, 4)

    def mapped() -> float:
        context = run_context(tmp_path, RecordingSinks())
        begin = time.perf_counter()
        assert run_graph(prepared, context, registry).error is None
        return time.perf_counter() - begin

    def by_hand() -> float:
        begin = time.perf_counter()
        assert len([(row * 2.0).softmax(0) for row in rows.unbind(0)]) == ITEMS
        return time.perf_counter() - begin

    mapped()  # imports
    figure, peer = paired(5, mapped, by_hand, "map, an item of two nodes")
    report("map, an item of two nodes", figure / ITEMS * 1e6, "us", "100 us", figure / peer, "the same by hand")
