"""What can be asked about runs; everything durable comes from the database, positions from the living queue."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NotFound, Refused
from app.core.vocab.run import RunStatus
from app.db import artifact_rows, event_rows, metric_rows, run_lists, run_rows
from app.db.rows import MetricRow
from app.runs.console_marks import read_marked
from app.runs.following import PAGE_BYTES, PAGE_EVENTS, Following
from app.runs.live import Phase
from app.runs.metrics import thin_series
from app.runs.views import ArtifactsPage, ConsolePage, EventPage, MetricsPage, RunPage, RunView

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from app.aio.clock import Clock
    from app.aio.threads import ThreadLane
    from app.db.connection import Tx
    from app.db.database import Database
    from app.db.metric_rows import PointCells
    from app.db.rows import EventRow
    from app.db.run_lists import Facets
    from app.db.run_rows import StoredRun
    from app.engine.context import Folders
    from app.runs.bus import EventBus
    from app.runs.dispatch import Dispatcher
    from app.runs.views import RunFilter

_ID = re.compile(r"[0-9a-f]{32}\Z")

_LAST = 2**63 - 1
"""Beyond every step and row."""

MAX_LOOKED_AT = 200_000
"""Points that one page of metrics is made from, about; thinning out takes a microsecond for each."""

_POINT_BYTES = 100
"""What a point takes in an answer beside its names, about."""

MAX_LIST = 500
MAX_FACETS = 200
MAX_EVENTS = 2000
MAX_WAIT_S = 60.0


class Reading:
    """Answers questions about runs. response_cap_bytes: of one page of events."""

    def __init__(
        self,
        db: Database,
        dispatch: Dispatcher,
        bus: EventBus,
        folders: Folders,
        files: ThreadLane,
        clock: Clock,
        response_cap_bytes: int,
    ) -> None:
        self._db = db
        self._dispatch = dispatch
        self._bus = bus
        self._folders = folders
        self._files = files
        self._clock = clock
        self._cap_bytes = response_cap_bytes

    async def stored(self, run_id: str) -> StoredRun:
        """The row of a run. Raises: NotFound."""
        known = checked_id(run_id)
        found = await self._db.read(lambda tx: run_rows.get(tx, known))
        if found is None:
            raise NotFound.of("run_not_found", run_id=known)
        return found

    async def view(self, run_id: str) -> RunView:
        """See RunService.get."""
        return self._views([await self.stored(run_id)])[0]

    async def graph_text(self, run_id: str) -> str:
        """See RunService.graph_text."""
        known = checked_id(run_id)
        text = await self._db.read(lambda tx: run_rows.graph_json(tx, known))
        if text is None:
            raise NotFound.of("run_not_found", run_id=known)
        return text

    async def list_runs(self, which: RunFilter) -> RunPage:
        """See RunService.list_runs."""
        query = list_query(which)
        page = await self._db.read(lambda tx: run_lists.page(tx, query))
        return RunPage(self._views(page.rows), page.total, page.counts, page.groups)

    async def facets(self) -> Facets:
        """Graphs, tags and workers of all runs, each with how many runs have it."""
        return await self._db.read(lambda tx: run_lists.facets(tx, MAX_FACETS))

    async def events(self, run_id: str, cursor: int, wait_s: float, limit: int) -> EventPage:
        """See RunService.events. wait_s is cut to 60, limit to 1..2000."""
        known = checked_id(run_id)
        cursor, limit = max(0, min(cursor, 2**62)), max(1, min(limit, MAX_EVENTS))
        deadline_s = self._clock.monotonic_s() + min(wait_s, MAX_WAIT_S)
        with self._bus.watch(known) as watch:
            while True:
                status, rows = await self._db.read(lambda tx: self._events(tx, known, cursor, limit, self._cap_bytes))
                left_s = deadline_s - self._clock.monotonic_s()
                if rows or status.is_final or not left_s > 0 or not await self._grown(watch, left_s):
                    last = rows[-1].cursor if rows else cursor
                    return EventPage(known, status, not status.is_final, rows, last)

    def follow(self, run_id: str, cursor: int) -> Following:
        """See RunService.follow."""
        known = checked_id(run_id)
        cap_bytes = min(self._cap_bytes, PAGE_BYTES)

        async def read(run_id: str, cursor: int) -> tuple[RunStatus, Sequence[EventRow]]:
            live = self._dispatch.live.get(run_id)
            if live is not None and live.durable_cursor <= cursor:
                return live.status, ()
            return await self._db.read(lambda tx: self._events(tx, run_id, cursor, PAGE_EVENTS, cap_bytes))

        return Following(known, max(0, min(cursor, 2**62)), self._bus, read, lambda: self._dispatch.is_closing)

    async def metrics(self, run_id: str, name: str | None, max_points: int | None, after: str = "") -> MetricsPage:
        """See RunService.metrics. max_points: per series and node."""
        known, place = checked_id(run_id), _place(after)

        def read(tx: Tx) -> MetricsPage:
            if run_rows.status_of(tx, known) is None:
                raise NotFound.of("run_not_found", run_id=known)
            points, next_place = self._points(metric_rows.series(tx, known, name, place), max_points)
            rows = [MetricRow(*cells[:5]) for cells in points]
            return MetricsPage(known, metric_rows.names(tx, known), rows, next_place)

        return await self._db.read(read)

    def _points(self, points: Iterator[PointCells], max_points: int | None) -> tuple[list[PointCells], str | None]:
        """As many points as one answer holds, and where the next goes on. A series that is thinned out is not split."""
        found: list[PointCells] = []
        size = looked_at = 0
        pieces: Iterator[Sequence[PointCells]] = ((cells,) for cells in points)
        if max_points is not None:
            pieces = (list(series) for _, series in groupby(points, key=lambda cells: cells[1]))
        for piece in pieces:
            if size > self._cap_bytes or looked_at > MAX_LOOKED_AT:
                last = found[-1]
                row = last[5] if max_points is None else _LAST
                return found, f"{row}:{last[2] if max_points is None else _LAST}:{last[1]}"
            kept = piece if max_points is None else thin_series(piece, max_points)
            found += kept
            looked_at += len(piece)
            size += sum(len(cells[0]) + len(cells[1]) + _POINT_BYTES for cells in kept)
        return found, None

    async def series(
        self, run_ids: Sequence[str], name: str, max_points: int
    ) -> tuple[Mapping[str, Sequence[MetricRow]], Sequence[str]]:
        """One metric of several runs, by run, each thinned out as in `metrics`; runs without it are left out.

        Beside it the ids that there was no time for, to be asked for again. Raises: NotFound for what is no id.
        """
        known = list(dict.fromkeys(checked_id(run_id) for run_id in run_ids))

        def read(tx: Tx) -> tuple[dict[str, list[MetricRow]], list[str]]:
            found: dict[str, list[MetricRow]] = {}
            looked_at = 0
            for at, run_id in enumerate(known):
                if looked_at > MAX_LOOKED_AT:
                    return found, known[at:]
                if points := list(metric_rows.series(tx, run_id, name)):
                    found[run_id] = [MetricRow(*cells[:5]) for cells in thin_series(points, max_points)]
                    looked_at += len(points)
            return found, []

        return await self._db.read(read)

    async def artifacts(self, run_id: str, kind: str | None) -> ArtifactsPage:
        """See RunService.artifacts."""
        known = checked_id(run_id)

        def read(tx: Tx) -> ArtifactsPage:
            if run_rows.status_of(tx, known) is None:
                raise NotFound.of("run_not_found", run_id=known)
            return ArtifactsPage(known, artifact_rows.of_run(tx, known, kind))

        return await self._db.read(read)

    async def console(self, run_id: str, offset: int, limit: int, wait_s: float) -> ConsolePage:
        """See RunService.console. offset and limit are in bytes; limit is cut to 1 MiB."""
        known = (await self.stored(run_id)).row.id
        folder = self._folders.runs / known
        offset = max(0, min(offset, 2**62))
        deadline_s = self._clock.monotonic_s() + min(wait_s, MAX_WAIT_S)
        with self._bus.watch(f"console:{known}") as watch:
            while True:
                # asked first: a run that ends between the two questions is merely asked once more
                live = self._dispatch.live.get(known)
                is_over = live is None or live.phase is Phase.ENDING
                text, after, at_end, times = await self._files.run(lambda: read_marked(folder, offset, limit))
                left_s = deadline_s - self._clock.monotonic_s()
                if text or is_over or not left_s > 0 or not await watch.wait(left_s):
                    return ConsolePage(text, after, is_over and at_end, times)

    async def _grown(self, watch: Any, left_s: float) -> bool:
        return bool(not self._dispatch.is_closing and await watch.wait(left_s))

    def _events(self, tx: Tx, run_id: str, cursor: int, limit: int, cap_bytes: int) -> tuple[RunStatus, list[EventRow]]:
        status = run_rows.status_of(tx, run_id)
        if status is None:
            raise NotFound.of("run_not_found", run_id=run_id)
        return status, event_rows.after(tx, run_id, cursor, limit, cap_bytes)

    def _views(self, runs: Sequence[StoredRun]) -> list[RunView]:
        waits = any(run.row.status is RunStatus.QUEUED for run in runs)
        positions = self._dispatch.scheduler.queues.positions() if waits else {}
        return [self._one_view(run, positions.get(run.row.id)) for run in runs]

    def _one_view(self, run: StoredRun, position: int | None) -> RunView:
        live = self._dispatch.live.get(run.row.id)
        metrics, row = run.final_metrics, run.row
        if live is not None and live.log is not None and not row.status.is_final:
            metrics = live.log.final_metrics
            row = replace(row, last_cursor=live.log.durable_cursor)
            if live.phase is Phase.EXECUTING:  # also in the milliseconds before its start is durable
                row = replace(row, status=RunStatus.RUNNING, started_at=live.started_at)
        why = self._dispatch.scheduler.why(row.id) if position is not None else None
        return RunView(row, position, why, metrics)


def list_query(which: RunFilter) -> run_lists.ListQuery:
    """Check a filter. Raises: Refused(unknown_status | unknown_sort)."""
    known = [status.value for status in RunStatus]
    for status in which.status:
        if status not in known:
            raise Refused.of("unknown_status", status=status[:60], known=", ".join(known))
    column = which.sort.removeprefix("-")
    if column not in (*run_lists.SORTS, run_lists.DURATION) and not column.startswith(run_lists.METRIC):
        sorts = (*run_lists.SORTS, run_lists.DURATION, f"{run_lists.METRIC}NAME")
        raise Refused.of("unknown_sort", sort=which.sort[:60], known=", ".join(sorts))
    return run_lists.ListQuery(
        statuses=tuple(dict.fromkeys(which.status)),
        text=_searchable(which.q),
        worker=_searchable(which.worker),
        graph=_searchable(which.graph),
        graph_id=_searchable(which.graph_id),
        tag=_searchable(which.tag),
        since=_searchable(which.since),
        group=which.group,
        closed=[_searchable(value) for value in which.closed],
        sort=_searchable(column),
        is_descending=which.sort.startswith("-"),
        limit=max(1, min(which.limit, MAX_LIST)),
        offset=max(0, min(which.offset, 2**62)),
    )


def checked_id(run_id: str) -> str:
    """The id itself. Raises: NotFound for text that is no run id, so nothing odd reaches the database or a path."""
    if not _ID.match(run_id):
        raise NotFound.of("run_not_found", run_id=ascii(run_id[:64]).strip("'\""))
    return run_id


def _place(after: str) -> metric_rows.Place | None:
    """Read the `next` of an earlier page; None for the beginning, and for what is no such text."""
    row, _, rest = after.partition(":")
    step, colon, name = rest.partition(":")
    if not colon or not (row.isdecimal() and step.isdecimal()):
        return None
    return name, min(int(step), _LAST), min(int(row), _LAST)


def _searchable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
