"""What the engine adds to a node: a chain of 200 trivial tensor operations, events built and serialised."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.events.cap import capped_text
from app.core.graph.prepared import PreparedGraph, PreparedNode, Wire
from app.core.vocab.nodespec import DataType, NodeSpec, PortSpec
from app.core.vocab.run import RunStatus
from app.engine.node import Node
from app.engine.registry import Registry
from app.engine.runner import run_graph
from tests.support.bench import paired, report
from tests.support.mock_nodes import WORDS
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.engine.context import NodeContext

NODES = 200
TENSOR = PortSpec("tensor", DataType.TENSOR, WORDS)


class Ones(Node):
    SPEC = NodeSpec("Ones", "Test", WORDS, "一", outputs=(TENSOR,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        return {"tensor": torch.ones(2, 2)}


class PlusOne(Node):
    SPEC = NodeSpec("PlusOne", "Test", WORDS, "加一", inputs=(TENSOR,), outputs=(TENSOR,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        return {"tensor": inputs["tensor"] + 1}


class SerialisingSinks(RecordingSinks):
    """Do what a log does up to the disk: text of every event."""

    def emit(self, event_type: str, payload: Mapping[str, Any]) -> None:
        self.events.append((event_type, {"text": capped_text(payload)}))


@pytest.mark.bench
def test_a_chain_of_200_nodes(tmp_path: Path) -> None:
    chain = [PreparedNode("n0", "Ones", {})]
    chain += [PreparedNode(f"n{i}", "PlusOne", {}, (Wire("tensor", f"n{i - 1}", "tensor"),)) for i in range(1, NODES)]
    graph = PreparedGraph(tuple(chain))
    registry = Registry({"Ones": Ones, "PlusOne": PlusOne})

    def engine() -> float:
        sinks = SerialisingSinks()
        context = run_context(tmp_path, sinks)
        start = time.perf_counter()
        outcome = run_graph(graph, context, registry)
        taken = time.perf_counter() - start
        assert outcome.status is RunStatus.SUCCEEDED
        assert len(sinks.events) == 2 * NODES
        assert '"max":200.0' in sinks.events[-1][1]["text"]
        return taken

    def plain() -> float:
        start = time.perf_counter()
        value = torch.ones(2, 2)
        for _ in range(NODES - 1):
            value = value + 1
        return time.perf_counter() - start

    ours, bare = paired(9, engine, plain, "engine chain, a node")
    report("engine chain, a node", ours / NODES * 1e3, "ms", "<= 0.05", ours / bare, "a Python loop of the operations")
