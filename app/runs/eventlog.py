"""The log of one run: every sink call becomes rows with the next cursor, written in batches by the writer.

Cursors are given here, under one lock, in the order things are reported; so they are gapless and 1-based however many
threads report. Rows wait in a batch until the writer takes them. A batch is one transaction: a metric flush puts its
points and its `metric` event in the same one, the end of a run its last points, the terminal event and the row's
terminal status, in this order. A run that reports faster than the disk takes is held at `MAX_BEHIND`.
"""

from __future__ import annotations

import json
import logging
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.core.events import builders
from app.core.events.cap import capped_text
from app.core.events.kinds import EventType
from app.core.events.masking import Mask
from app.core.events.strict import clean, dumps, size_bytes
from app.core.vocab.errors import Unavailable
from app.db import artifact_rows, event_rows, metric_rows, run_rows
from app.db.run_rows import pack
from app.runs.metrics import PointBatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from app.aio.clock import Clock
    from app.db.artifact_rows import ArtifactCells
    from app.db.connection import Tx
    from app.db.event_rows import EventCells
    from app.db.metric_rows import MetricCells
    from app.db.run_rows import RunEnd
    from app.db.writer import Writer
    from app.engine.sinks import Artifact, MetricPoint
    from app.runs.metrics import Point

log = logging.getLogger(__name__)

MAX_BEHIND = 10_000
"""Events of one run that may wait for the disk; its threads wait beyond that."""

MAX_BEHIND_BYTES = 32 * 1024 * 1024
METRIC_FLUSH_S = 0.5


class _Batch:
    """Rows of one run that become durable together."""

    deadline_s: float | None = None

    def __init__(self, owner: RunLog) -> None:
        self._owner = owner
        self.events: list[EventCells] = []
        self.metrics: list[MetricCells] = []
        self.artifacts: list[ArtifactCells] = []
        self.row_changes: list[Callable[[Tx], None]] = []
        self.size_bytes = 0

    def apply(self, tx: Tx) -> None:
        self._owner.seal(self)
        if self._owner.has_lost_rows:
            raise Unavailable.of("database_closed")  # rows before these are missing for good
        if self.metrics:
            metric_rows.append(tx, self.metrics)
        if self.artifacts:
            artifact_rows.append(tx, self.artifacts)
        event_rows.append(tx, self.events)
        for change in self.row_changes:
            change(tx)

    def committed(self) -> None:
        self._owner.is_durable(self)

    def failed(self, error: Exception) -> None:
        self._owner.is_lost(self, error)


class RunLog:
    """The RunSinks of one run, and the two ends of its life. Thread-safe.

    next_cursor: of the first event to come. artifact_ids: gives ids, shared by all runs. on_grown: called in the
    writer's thread after each commit with the run's id. mask: of the run's secret values, which no row shows.
    """

    def __init__(
        self,
        run_id: str,
        writer: Writer,
        clock: Clock,
        *,
        cap_bytes: int,
        artifact_ids: Iterator[int],
        on_grown: Callable[[str], None],
        next_cursor: int = 1,
        mask: Mask | None = None,
    ) -> None:
        self.run_id = run_id
        self.durable_cursor = next_cursor - 1
        self._writer = writer
        self._clock = clock
        self._cap_bytes = cap_bytes
        self._artifact_ids = artifact_ids
        self._mask = mask or Mask(())
        self._on_grown = on_grown
        self.has_lost_rows = False
        self._next = next_cursor
        self._changed = threading.Condition()
        self._batch: _Batch | None = None
        self._behind_bytes = 0
        self._points = PointBatch()
        self._is_closed = False
        self._is_let_go = False
        self._on_end: Callable[[], None] | None = None

    @property
    def is_closed(self) -> bool:
        """True when nothing more is taken."""
        return self._is_closed

    @property
    def last_cursor(self) -> int:
        """Cursor of the newest event, durable or not."""
        return self._next - 1

    @property
    def final_metrics(self) -> dict[str, float | None]:
        """The value reported last of each series."""
        with self._changed:
            return dict(self._points.last)

    def emit(self, event_type: str, payload: Mapping[str, Any]) -> None:
        """See RunSinks."""
        text = self._capped(payload)
        with self._changed:
            if self._has_room():
                self._append(event_type, text)

    def record_metrics(self, points: Sequence[MetricPoint]) -> None:
        """See RunSinks. Points reach the log 64 at a time, or after half a second."""
        ts = self._clock.utc_iso()
        if self._mask:
            points = [replace(point, name=self._mask.text(point.name)) for point in points]
        with self._changed:
            for point in points:
                if not self._has_room():
                    return
                if self._points.add(point, ts):
                    self._flush_points()
            if self._points and not self._points.is_timed:
                self._points.is_timed = True
                generation = self._points.generation
                self._writer.later(METRIC_FLUSH_S, lambda: self._flush_due(generation))

    def record_artifact(self, artifact: Artifact) -> None:
        """See RunSinks. The row and its event are written together."""
        if self._mask:
            artifact = replace(
                artifact, path=self._mask.text(artifact.path), meta=self._mask.value(clean(artifact.meta))
            )
        meta = capped_text(artifact.meta, self._cap_bytes)
        path = storable(artifact.path)
        with self._changed:
            if not self._has_room(is_due=True):
                return
            number = next(self._artifact_ids)
            kind, node_id = storable(artifact.kind), storable(artifact.node_id)
            payload = builders.artifact(number, kind, path, artifact.meta, node_id)
            batch = self._append(EventType.ARTIFACT.value, capped_text(payload, self._cap_bytes))
            batch.artifacts.append((number, self.run_id, kind, path, node_id, meta, self._clock.utc_iso()))

    def warn(self, kind: str, payload: Mapping[str, Any]) -> None:
        """See RunSinks."""
        self.emit(EventType.RUN_WARNING.value, builders.run_warning(kind, payload))

    def begin(self, started_at: str, is_urgent: bool = True) -> None:
        """Append `execution_start` and mark the row running, in one transaction.

        is_urgent: at once; else with what the run reports in the next milliseconds, often its end.
        """
        with self._changed:
            if self._is_closed:
                return
            batch = self._append(EventType.EXECUTION_START.value, pack(builders.execution_start(self.run_id)))
            batch.row_changes.append(lambda tx: run_rows.mark_started(tx, self.run_id, started_at))
        if is_urgent:
            self._writer.hurry()

    def note(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Append a `run_warning` from the loop: never waits, however far the disk is behind."""
        text = self._capped(builders.run_warning(kind, payload))
        with self._changed:
            if not self._is_closed:
                self._append(EventType.RUN_WARNING.value, text)

    def finish(
        self, event_type: str, payload: Mapping[str, Any] | None, end: RunEnd, on_end: Callable[[], None]
    ) -> bool:
        """Append the terminal event and the row's end; what is reported later is dropped.

        False when the log takes nothing more: it has ended, was abandoned, or the database refused its rows.
        on_end: called in the writer's thread once the end is durable, or when the database refuses it.
        """
        text = self._capped(payload)
        end = self.masked(end)
        with self._changed:
            if self._is_closed:
                return False
            self._flush_points()
            batch = self._append(event_type, text)
            last, metrics = self.last_cursor, dict(self._points.last)
            batch.row_changes.append(lambda tx: run_rows.mark_ended(tx, self.run_id, end, last, metrics))
            if self.is_closed:  # the database was closed under it just now
                return False
            self._on_end = on_end
            self._is_closed = True
            self._changed.notify_all()
        self._writer.hurry()
        return True

    def masked(self, end: RunEnd) -> RunEnd:
        """The end without the run's secret values, as the row will have it. Masking twice is masking once."""
        return replace(end, error=self._mask.payload(end.error)) if self._mask else end

    def abandon(self) -> None:
        """Take nothing more and write no end: the next start of the server finds the run where its log stops."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def let_go(self) -> None:
        """The run was asked to stop: it no longer waits for the disk.

        While too much is behind, its further events and points are dropped before they get a cursor, so the log has
        no gap; files it wrote and its end are recorded all the same.
        """
        with self._changed:
            self._is_let_go = True
            self._changed.notify_all()

    def seal(self, batch: _Batch) -> None:
        """The writer took this batch: what comes now goes into another."""
        with self._changed:
            if self._batch is batch:
                self._batch = None

    def is_durable(self, batch: _Batch) -> None:
        """The batch was committed."""
        with self._changed:
            self._behind_bytes -= batch.size_bytes
            if batch.events:
                self.durable_cursor = batch.events[-1][1]
            self._changed.notify_all()
            on_end = self._on_end if self._is_closed and self.durable_cursor == self.last_cursor else None
            if on_end is not None:
                self._on_end = None
        self._on_grown(self.run_id)
        if on_end is not None:
            on_end()

    def is_lost(self, batch: _Batch, error: Exception) -> None:
        """The database will never take this batch: the log stops where it is, gapless."""
        if not self.has_lost_rows:
            log.error("run %s: events from %d on could not be stored: %s", self.run_id, batch.events[0][1], error)
        self.has_lost_rows = True
        self.abandon()
        with self._changed:
            on_end, self._on_end = self._on_end, None
        if on_end is not None:
            on_end()

    def _capped(self, payload: Mapping[str, Any] | None) -> str:
        """Masked first: a text that is cut may end within a value."""
        return capped_text(self._mask.payload(payload) if self._mask else payload, self._cap_bytes)

    def _has_room(self, is_due: bool = False) -> bool:
        """Wait for the disk when too much is behind; False when the log is closed. Called with the lock held.

        is_due: whether it is taken, rather than dropped, from a run that was let go.
        """
        while not self._is_closed and (
            self._next - self.durable_cursor > MAX_BEHIND or self._behind_bytes > MAX_BEHIND_BYTES
        ):
            if self._is_let_go:
                return is_due
            self._writer.hurry()
            self._changed.wait()
        return not self._is_closed

    def _append(self, event_type: str, text: str) -> _Batch:
        batch = self._batch
        if batch is None:
            batch = self._batch = _Batch(self)
            try:
                self._writer.put(batch)
            except Unavailable as error:
                log.error("run %s: the log ends here: %s", self.run_id, error)
                self._is_closed = True
        batch.events.append((self.run_id, self._next, event_type, text, self._clock.utc_iso()))
        self._next += 1
        batch.size_bytes += len(text)
        self._behind_bytes += len(text)
        return batch

    def _flush_points(self) -> None:
        points = self._points.take()
        if points:
            self._append_points(points)

    def _append_points(self, points: list[Point]) -> None:
        """One `metric` event with its rows; several when a small cap would cut points out of one."""
        text = dumps(builders.metric((p.name, p.value, p.step, p.node_id) for p in points))
        if len(points) > 1 and size_bytes(text) > self._cap_bytes:
            middle = len(points) // 2
            self._append_points(points[:middle])
            self._append_points(points[middle:])
            return
        if size_bytes(text) > self._cap_bytes:
            text = capped_text(json.loads(text), self._cap_bytes)
        batch = self._append(EventType.METRIC.value, text)
        batch.metrics.extend((self.run_id, p.node_id, p.name, p.step, p.value, p.ts) for p in points)

    def _flush_due(self, generation: int) -> None:
        with self._changed:
            if not self._is_closed and self._points.generation == generation:
                self._flush_points()
        self._writer.hurry()


def storable(text: str) -> str:
    """Text that SQLite can hold: lone surrogates (a file name that is no UTF-8) become backslash escapes."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
