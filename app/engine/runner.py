"""Runs one prepared graph from the first node to the outcome; the same call for every process a run executes in."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from app.core.events.kinds import WarningKind
from app.core.vocab.reason import reason
from app.core.vocab.run import Outcome, RunStatus
from app.engine import devices, seeds, surroundings, torch_lane
from app.engine.bodies import Bodies
from app.engine.execute import Execution
from app.engine.gradients import Gradients
from app.engine.registry import discover
from app.engine.reporter import Reporter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.graph.prepared import PreparedGraph
    from app.core.vocab.reason import Reason
    from app.engine.context import RunContext
    from app.engine.registry import Registry


def run_graph(
    graph: PreparedGraph,
    context: RunContext,
    registry: Registry | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Outcome:
    """Execute the graph in the calling thread (and up to `max_parallel_nodes - 1` more) and say how it ended.

    Never raises for what a node or a user does wrong: the outcome carries the reason. Node events, metrics, artifacts
    and warnings go to `context.sinks`; `execution_start` and the terminal event are the caller's.
    registry: the node types, by default those of app.nodes. clock: monotonic seconds, for the pace of progress frames.
    A run that was asked to stop ends cancelled or interrupted, also when its last node finished all the same.
    Raises: whatever a sink raises; nothing runs any more then.
    """
    torch_lane.set_environment()
    registry = registry or _builtin()
    unknown = _missing_class(graph, registry)
    if unknown is not None:
        return Outcome(RunStatus.FAILED, unknown)
    try:
        device, missing = devices.usable(context.device)
    except ValueError:
        return Outcome(RunStatus.FAILED, reason("device_unknown", wanted=context.device))
    if missing is not None:
        context.sinks.warn("device_unavailable", missing.to_json())
    gradients = Gradients(graph, context.auto_backward, context.mask) if context.captures_gradients else None
    bodies = Bodies(graph, registry) if graph.bodies else None
    inside = replace(context, device=device, gradients=gradients, bodies=bodies)
    reporter = Reporter(graph, inside, clock)
    with ExitStack() as around:
        around.enter_context(seeds.deterministic(context.deterministic))
        if context.seed is not None:
            around.enter_context(seeds.seeded_run())
        torch_lane.start_peak(device)
        if context.recorder is not None:
            context.recorder.begin(context.run_id, context.mask)
        reporter.bypassed()
        execution = Execution(graph, registry, reporter.node_context, reporter)
        execution.run()
        if gradients is not None and execution.error is None and not context.cancel.is_set():
            why = gradients.finish(context.run_id, context.recorder)
            if why is not None:
                reporter.warn(WarningKind.NO_GRADIENTS.value, why)
        return _outcome(execution, context, _peak(device))


@lru_cache(maxsize=1)
def _builtin() -> Registry:
    return discover()


def _missing_class(graph: PreparedGraph, registry: Registry) -> Reason | None:
    known = registry.catalog
    for node in chain(graph.nodes, *(body.nodes for body in graph.bodies.values())):
        if node.type not in known:
            return reason("node_class_missing", node_id=node.id, node_type=node.type)
    return None


def _outcome(execution: Execution, context: RunContext, peak: tuple[Mapping[str, object], ...]) -> Outcome:
    known = surroundings.facts()
    if execution.error is not None:
        return Outcome(RunStatus.FAILED, execution.error, peak, known)
    if context.cancel.is_set():
        stopped = RunStatus.INTERRUPTED if context.cancel.why == "interrupted" else RunStatus.CANCELLED
        return Outcome(stopped, None, peak, known)
    return Outcome(RunStatus.SUCCEEDED, None, peak, known, execution.outputs)


def _peak(device: str) -> tuple[Mapping[str, object], ...]:
    """Not exact: other runs of this process use the same allocator."""
    most = torch_lane.peak_bytes(device)
    return () if most is None else ({"device": device, "bytes": most, "exact": False},)
