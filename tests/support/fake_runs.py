"""A RunService without engine and database: runs finish when a test says so. Trusted while it passes the contract of
tests/contract/test_run_routes.py, which the real service passes too.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import Conflict, NotFound, Refused
from app.core.vocab.reason import reason
from app.core.vocab.run import RunStatus
from app.db.rows import ArtifactRow, EventRow, MetricRow, RunRow
from app.db.run_lists import Facets
from app.engine.stores import Stores
from app.runs.bus import ALL_RUNS, EventBus
from app.runs.calling import Called, Ended
from app.runs.changes import Changes
from app.runs.reading import Reading, checked_id
from app.runs.service import RunService
from app.runs.views import (
    ArtifactsPage,
    Cancelled,
    ConsolePage,
    EventPage,
    MetricsPage,
    QueueView,
    RunFilter,
    RunPage,
    RunView,
    Submitted,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.runs.calling import Caller
    from app.runs.live import Canvas

NOW = "2026-01-02T03:04:05.678Z"


@dataclass
class _Run:
    row: RunRow
    graph: Any
    events: list[EventRow] = field(default_factory=list)
    metrics: list[MetricRow] = field(default_factory=list)
    artifacts: list[ArtifactRow] = field(default_factory=list)
    console: str = ""


class _FakeReading(Reading):
    """Answers about sets of runs as if there were none."""

    def __init__(self) -> None:
        pass

    async def facets(self) -> Facets:
        return Facets([], [], [])

    async def series(
        self, run_ids: Sequence[str], name: str, max_points: int
    ) -> tuple[Mapping[str, Sequence[MetricRow]], Sequence[str]]:
        for run_id in run_ids:
            checked_id(run_id)
        return {}, []


def _is_of_graph(row: RunRow, which: RunFilter) -> bool:
    named = row.options.get("graph_id")
    if not which.graph_id:
        return not which.graph or row.graph_name == which.graph
    return named == which.graph_id or (named is None and which.graph != "" and row.graph_name == which.graph)


class FakeRuns(RunService):
    """Keeps everything in memory. Runs stay queued until `finish`, or end at once with `auto=True`."""

    def __init__(self, auto: bool = False) -> None:
        self.reading = _FakeReading()
        self.runs: dict[str, _Run] = {}
        self.auto = auto
        self.paused = False
        self.waiting_polls = 0
        self.points_a_page = 10_000
        self.poll_changed = asyncio.Condition()
        self.stopped = False
        self.stores = Stores()
        self._bus = EventBus()
        self.changes = Changes(self._bus)

    async def start(self) -> None:
        """Nothing to recover."""

    async def stop(self, grace_s: float = 5.0) -> None:
        """Ends every run as interrupted."""
        self.stopped = True
        for run_id, run in list(self.runs.items()):
            if not run.row.status.is_final:
                await self.finish(run_id, RunStatus.INTERRUPTED)

    async def submit(
        self,
        graph: Any,
        options: Mapping[str, Any] | None,
        name: str | None,
        canvas: Canvas | None = None,
        caller: Caller | None = None,
        tags: Sequence[str] = (),
    ) -> Submitted:
        if not isinstance(graph, dict) or "nodes" not in graph:
            raise Refused(reason("invalid_request", where="graph"))
        run_id = f"{len(self.runs) + 1:032x}"
        row = RunRow(
            id=run_id,
            name=name,
            options=dict(options or {}),
            status=RunStatus.QUEUED,
            error=None,
            queue_key="cpu",
            created_at=NOW,
            started_at=None,
            finished_at=None,
            graph_name=str(graph.get("name", "")),
            tags=tuple(tags),
        )
        self.runs[run_id] = _Run(row, graph)
        await self.append(run_id, "execution_start", {"run_id": run_id})
        if self.auto:
            await self.finish(run_id, RunStatus.SUCCEEDED)
        return Submitted(run_id, RunStatus.QUEUED)

    async def call(self, graph: Any, options: Mapping[str, Any], limit_s: float) -> Called:
        """Succeeds at once, with the default of each GraphInput node for the output `y`."""
        run_id = (await self.submit(graph, options, None)).run_id
        await self.finish(run_id, RunStatus.SUCCEEDED)
        given = [node["data"]["params"]["default"] for node in graph["nodes"] if node["type"] == "GraphInput"]
        return Called(run_id, "cpu", 0.25, Ended(RunStatus.SUCCEEDED, None, {"y": given}))

    async def append(self, run_id: str, kind: str, payload: Any) -> None:
        """Add one event and wake the polls."""
        run = self._run(run_id)
        run.events.append(EventRow(len(run.events) + 1, kind, json.dumps(payload), NOW))
        run.row = replace(run.row, last_cursor=len(run.events))
        self._tell()
        async with self.poll_changed:
            self.poll_changed.notify_all()

    async def finish(self, run_id: str, status: RunStatus) -> None:
        """End a run with its terminal event."""
        run = self._run(run_id)
        kind = "execution_complete" if status is RunStatus.SUCCEEDED else "execution_stopped"
        run.row = replace(run.row, status=status, started_at=NOW, finished_at=NOW)
        await self.append(run_id, kind, None if kind == "execution_complete" else {"reason": status.value})
        self.changes.ended(run_id)

    def _tell(self) -> None:
        self._bus.bind(asyncio.get_running_loop())
        self._bus.announce(ALL_RUNS)

    def _run(self, run_id: str) -> _Run:
        if run_id not in self.runs:
            raise NotFound(reason("run_not_found", run_id=run_id[:64]))
        return self.runs[run_id]

    async def cancel(self, run_id: str) -> Cancelled:
        run = self._run(run_id)
        if run.row.status.is_final:
            return Cancelled(run_id, run.row.status, False)
        await self.finish(run_id, RunStatus.CANCELLED)
        return Cancelled(run_id, RunStatus.CANCELLED, True)

    async def requeue(self, run_ids: Sequence[str]) -> list[str]:
        old = [self._run(run_id) for run_id in run_ids]
        return [(await self.submit(run.graph, run.row.options, run.row.name)).run_id for run in old]

    def _view(self, run: _Run) -> RunView:
        waiting = [r.row.id for r in self.runs.values() if r.row.status is RunStatus.QUEUED]
        position = waiting.index(run.row.id) + 1 if run.row.id in waiting else None
        return RunView(run.row, position, None, {m.name: m.value for m in run.metrics})

    async def get(self, run_id: str) -> RunView:
        return self._view(self._run(run_id))

    async def graph_text(self, run_id: str) -> str:
        return json.dumps(self._run(run_id).graph)

    async def list_runs(self, which: RunFilter) -> RunPage:
        known = {status.value for status in RunStatus}
        if not set(which.status) <= known:
            raise Refused(reason("unknown_status", status=which.status[0], known=""))
        found = [
            run
            for run in reversed(self.runs.values())
            if which.q in (run.row.name or "") + run.row.id
            and _is_of_graph(run.row, which)
            and (not which.tag or which.tag in run.row.tags)
        ]
        counts = Counter(run.row.status.value for run in found)
        found = [run for run in found if not which.status or run.row.status.value in which.status]
        page = found[which.offset : which.offset + which.limit]
        return RunPage([self._view(run) for run in page], len(found), counts)

    async def patch(self, run_id: str, changes: Mapping[str, Any]) -> RunView:
        run = self._run(run_id)
        fields = {**changes, **({"tags": tuple(changes["tags"])} if "tags" in changes else {})}
        run.row = replace(run.row, **fields)
        self._tell()
        return self._view(run)

    async def delete(self, run_ids: Sequence[str]) -> list[str]:
        found = [self._run(run_id) for run_id in run_ids]
        if any(not run.row.status.is_final for run in found):
            raise Conflict(reason("run_active", run_id=run_ids[0]))
        for run in found:
            self.runs.pop(run.row.id, None)
        self._tell()
        return list(run_ids)

    async def events(self, run_id: str, cursor: int, wait_s: float, limit: int) -> EventPage:
        run = self._run(run_id)
        if wait_s and len(run.events) <= cursor and not run.row.status.is_final:
            await self._wait(run, cursor, wait_s)
        rows = run.events[cursor : cursor + limit]
        active = not run.row.status.is_final
        return EventPage(run_id, run.row.status, active, rows, rows[-1].cursor if rows else cursor)

    async def _wait(self, run: _Run, cursor: int, wait_s: float) -> None:
        async with self.poll_changed:
            self.waiting_polls += 1
            self.poll_changed.notify_all()
            try:
                async with asyncio.timeout(wait_s):
                    await self.poll_changed.wait_for(lambda: len(run.events) > cursor)
            except TimeoutError:
                pass
            finally:
                self.waiting_polls -= 1
                self.poll_changed.notify_all()

    async def metrics(self, run_id: str, name: str | None, max_points: int | None, after: str = "") -> MetricsPage:
        rows = sorted(self._run(run_id).metrics, key=lambda m: (m.name, m.step))
        names = list(dict.fromkeys(m.name for m in rows))
        rows = [m for m in rows if name in (None, m.name)]
        if max_points:
            return MetricsPage(run_id, names, rows[:max_points])
        start = int(after.split(":")[0] or 0)
        end = start + self.points_a_page
        return MetricsPage(run_id, names, rows[start:end], f"{end}:0:" if end < len(rows) else None)

    async def artifacts(self, run_id: str, kind: str | None) -> ArtifactsPage:
        return ArtifactsPage(run_id, [a for a in self._run(run_id).artifacts if kind in (None, a.kind)])

    async def console(self, run_id: str, offset: int, limit: int, wait_s: float) -> ConsolePage:
        run = self._run(run_id)
        piece = run.console.encode()[offset : offset + limit]
        return ConsolePage(piece.decode(), offset + len(piece), run.row.status.is_final)

    async def set_paused(self, paused: bool) -> QueueView:
        self.paused = paused
        self._tell()
        return await self.queue()

    async def queue(self) -> QueueView:
        waiting = [r.row.id for r in self.runs.values() if r.row.status is RunStatus.QUEUED]
        return QueueView(self.paused, waiting, [])

    async def ask(self, question: str, **params: Any) -> Any:
        return self.stores.answer(question, params)

    def close_canvas(self, canvas_id: str) -> None:
        """Nothing is cached."""

    async def figures(self) -> Any:
        return Stores().answer("figures", {})  # sizes of what a test puts in differ from one Python to the next

    def active_count(self) -> int:
        return sum(not run.row.status.is_final for run in self.runs.values())
