"""Runs one prepared graph from the first node to the outcome; the same call for every process a run executes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.graph.prepared import PreparedGraph
    from app.core.vocab.run import Outcome
    from app.engine.context import RunContext


def run_graph(graph: PreparedGraph, context: RunContext) -> Outcome:
    """Execute the graph in the calling thread (and up to `max_parallel_nodes - 1` more) and say how it ended.

    Never raises for what a node or a user does wrong: the outcome carries the reason. Node events, metrics, artifacts
    and warnings go to `context.sinks`; `execution_start` and the terminal event are the caller's.
    """
    raise NotImplementedError
