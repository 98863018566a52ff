"""Turns what happens to nodes into events: node and card frames, progress, mined metrics.

Every method takes the run's one lock, so that the log shows things in the order in which they happened. Payloads may
hold objects that a node changes later (a growing list of losses): a sink serialises them before `emit` returns.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.core.events import builders
from app.core.events.kinds import EventType, NodeStatus
from app.engine.cards import Cards
from app.engine.sinks import MetricPoint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.core.graph.prepared import PreparedGraph, PreparedNode
    from app.core.vocab.reason import Reason
    from app.engine.context import RunContext
    from app.engine.sinks import Artifact, RunSinks

BATCH_INTERVAL_S = 0.5
"""Least time between two `batch` progress frames of one node."""


class WatchedSinks:
    """The run's sinks as its nodes see them; remembers which nodes log metrics of their own."""

    def __init__(self, sinks: RunSinks) -> None:
        self.emit = sinks.emit
        self.record_artifact: Callable[[Artifact], None] = sinks.record_artifact
        self.warn = sinks.warn
        self._sinks = sinks
        self.explicit: set[str] = set()

    def record_metrics(self, points: Sequence[MetricPoint]) -> None:
        """Store the points; their nodes are not mined any more."""
        self.explicit.update(point.node_id for point in points)
        self._sinks.record_metrics(points)


class Reporter:
    """One run's way to its sinks. clock: monotonic seconds, asked for `batch` frames only."""

    def __init__(self, graph: PreparedGraph, context: RunContext, clock: Callable[[], float]) -> None:
        self.lock = threading.RLock()
        self._sinks = context.sinks
        self._watched = WatchedSinks(context.sinks)
        self.node_context = replace(context, sinks=self._watched)
        self._bypassed = graph.bypassed
        self._cards = Cards(graph)
        self._clock = clock
        self._last_batch: dict[str, float] = {}
        self._mined: dict[str, int] = {}
        self._settled: set[str] = set()

    def bypassed(self) -> None:
        """Say once, before anything runs, which nodes are cut out."""
        for node_id in self._bypassed:
            self._emit(EventType.NODE_STATUS, builders.node_status(node_id, NodeStatus.BYPASSED))

    def running(self, node: PreparedNode) -> None:
        """The node starts."""
        if node.container is None:
            self._emit(EventType.NODE_STATUS, builders.node_status(node.id, NodeStatus.RUNNING))
            return
        with self.lock:
            self._card_frames(self._cards.started(node))
            self._emit_inner(node, NodeStatus.RUNNING)

    def settled(
        self,
        node: PreparedNode,
        status: NodeStatus,
        outputs: Sequence[Mapping[str, Any]] | None = None,
        error: Reason | None = None,
        error_type: str | None = None,
    ) -> None:
        """The node has ended. outputs: on completed, cached and interrupted nodes of the canvas itself."""
        with self.lock:
            self._settled.add(node.id)
            if node.container is None:
                payload = builders.node_status(node.id, status, outputs=outputs, error=error, error_type=error_type)
                self._emit(EventType.NODE_STATUS, payload)
                return
            self._emit_inner(node, status, error)
            self._card_frames(self._cards.settled(node, status), error, error_type)

    def stopped(self) -> None:
        """The run ends before its graph did: cards that had started say so."""
        with self.lock:
            self._card_frames(self._cards.interrupt())

    def progress(self, node: PreparedNode, progress: Mapping[str, Any]) -> None:
        """A node reports progress: a frame, and metrics where the node logs none itself. Late reports are dropped."""
        with self.lock:
            if node.id in self._settled or not self._is_due(node.id, progress):
                return
            self._mine(node.id, progress)
            payload = builders.node_status(
                node.container or node.id,
                NodeStatus.PROGRESS,
                outputs=builders.progress_outputs(progress),
                inner_node_id=node.inner_id if node.container else None,
            )
            self._emit(EventType.NODE_STATUS, payload)

    def warn(self, kind: str, why: Reason) -> None:
        """Put a warning into the log."""
        self._sinks.warn(kind, why.to_json())

    def _is_due(self, node_id: str, progress: Mapping[str, Any]) -> bool:
        if progress.get("event") != "batch":
            return True
        now = self._clock()
        if now - self._last_batch.get(node_id, -BATCH_INTERVAL_S) < BATCH_INTERVAL_S:
            return False
        self._last_batch[node_id] = now
        return True

    def _mine(self, node_id: str, progress: Mapping[str, Any]) -> None:
        if node_id in self._watched.explicit:
            return
        count = self._mined.get(node_id, 0)
        step, series = builders.mined_points(progress, count)
        if series:
            self._mined[node_id] = count + 1
            self._sinks.record_metrics([MetricPoint(name, value, step, node_id) for name, value in series.items()])

    def _emit(self, event: EventType, payload: Mapping[str, Any]) -> None:
        self._sinks.emit(event.value, payload)

    def _emit_inner(self, node: PreparedNode, status: NodeStatus, error: Reason | None = None) -> None:
        container = node.container or ""
        payload = builders.inner_node_status(node.inner_id or node.id, container, status, error=error)
        self._emit(EventType.INNER_NODE_STATUS, payload)

    def _card_frames(self, frames: Sequence[Any], error: Reason | None = None, error_type: str | None = None) -> None:
        for card, container, status in frames:
            why = error if status is NodeStatus.ERROR else None
            if container is None:
                kind = error_type if why else None
                self._emit(EventType.NODE_STATUS, builders.node_status(card, status, error=why, error_type=kind))
            else:
                payload = builders.inner_node_status(card, container, status, error=why)
                self._emit(EventType.INNER_NODE_STATUS, payload)
