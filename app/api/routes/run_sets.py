"""Several runs at once: what they can be filtered by, one metric of many of them, and the list as a file."""

from __future__ import annotations

import asyncio
import csv
import io
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

from aiohttp import web
from pydantic import Field, StringConstraints

from app.api.answers import raw, to_bytes
from app.api.declare import Call, Model, Table
from app.api.disposition import attachment
from app.api.routes.runs import LIST_CODES, Facet, ListQuery, counted, filter_of, why
from app.core.vocab.cells import BOM, safe

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from app.db.rows import MetricRow
    from app.runs.views import RunFilter, RunPage, RunView

table = Table("run_sets")

RUNS = 160
"""Most runs of one call: their ids have to fit into an address, of which aiohttp takes 8190 bytes."""

Id = Annotated[str, StringConstraints(max_length=64)]


class Facets(Model):
    """The most frequent values first; 200 of each at most."""

    graphs: list[Facet]
    tags: list[Facet]
    workers: list[Facet]


class Curve(Model):
    """What one node of a run reported. steps, values, at_ms: of equal length; values: null for NaN and infinities;
    at_ms: milliseconds of the epoch.
    """

    run_id: str
    node_id: str
    steps: list[int]
    values: list[float | None]
    at_ms: list[int]


class Curves(Model):
    """In the order of the runs asked for; those without the metric are left out. rest: ids to ask with again, because
    the curves before theirs were long.
    """

    name: str
    curves: list[Curve]
    rest: list[str]


class CurvesQuery(Model):
    """run: ids. max_points: at most so many of each curve, peaks kept."""

    run: Annotated[list[Id], Field(min_length=1, max_length=RUNS)]
    name: Annotated[str, StringConstraints(max_length=256)]
    max_points: Annotated[int, Field(ge=2, le=10_000)] = 500


@table.get("/api/run-facets", "What runs can be filtered by", answer=Facets)
async def facets(call: Call[None, None]) -> dict[str, Any]:
    """Of all runs there are."""
    found = await call.services.runs.reading.facets()
    return {"graphs": counted(found.graphs), "tags": counted(found.tags), "workers": counted(found.workers)}


@table.get(
    "/api/run-metrics", "One metric of several runs", query=CurvesQuery, answer=Curves, errors=("run_not_found",)
)
async def curves(call: Call[None, CurvesQuery]) -> web.Response:
    """Made in a thread: twenty long curves are megabytes."""
    q = call.query
    found, rest = await call.services.runs.reading.series(q.run, q.name, q.max_points)
    return raw(await asyncio.to_thread(_shown, q.name, found, rest))


def _shown(name: str, found: Mapping[str, Sequence[MetricRow]], rest: Sequence[str]) -> bytes:
    curves = []
    for run_id, points in found.items():
        by_node: dict[str, list[MetricRow]] = {}
        for point in points:
            by_node.setdefault(point.node_id, []).append(point)
        for node_id, rows in by_node.items():
            steps, values = [row.step for row in rows], [row.value for row in rows]
            at_ms = [round(1000 * datetime.fromisoformat(row.ts).timestamp()) for row in rows]
            curves.append({"run_id": run_id, "node_id": node_id, "steps": steps, "values": values, "at_ms": at_ms})
    return to_bytes({"name": name, "curves": curves, "rest": list(rest)})


PAGE = 500
"""Runs of one piece of a file."""

COLUMNS = (
    "run_id",
    "name",
    "status",
    "graph",
    "worker",
    "device",
    "created_at",
    "started_at",
    "finished_at",
    "duration_s",
    "peak_memory_bytes",
    "seed",
    "tags",
    "keep",
    "reason",
)


class TableQuery(ListQuery):
    """The list's own query; limit and offset count for nothing. metric: names that get a column each."""

    metric: Annotated[
        list[Annotated[str, StringConstraints(max_length=256)]], Field(default_factory=list, max_length=50)
    ]


@table.get("/api/run-table", "Runs as a CSV file", query=TableQuery, media=("text/csv",), errors=LIST_CODES)
async def run_table(call: Call[None, TableQuery]) -> web.StreamResponse:
    """All that the filter matches, in the order asked for; a byte-order mark, so that spreadsheets read it as UTF-8."""
    which = replace(filter_of(call.query), group="", closed=(), limit=PAGE, offset=0)
    first = await call.services.runs.list_runs(which)
    return _TableFile(first, which, call.services.runs.list_runs, call.query.metric, call.lang)


class _TableFile(web.StreamResponse):
    """Pages of the list, each read when the one before has been sent."""

    def __init__(
        self,
        first: RunPage,
        which: RunFilter,
        more: Callable[[RunFilter], Awaitable[RunPage]],
        metrics: Sequence[str],
        lang: str,
    ) -> None:
        super().__init__(headers={"Content-Disposition": attachment("runs.csv")})
        self.content_type, self.charset = "text/csv", "utf-8"
        self._page, self._which, self._more = first, which, more
        self._metrics, self._lang = metrics, lang

    async def write_eof(self, data: bytes = b"") -> None:
        """Called once the head is out."""
        if not self._must_be_empty_body:
            head = [*COLUMNS, *(safe(name) for name in self._metrics)]
            await self.write((BOM + _line(head)).encode())
            while self._page.runs:
                await self.write(await asyncio.to_thread(self._rows, self._page.runs))
                if len(self._page.runs) < PAGE:
                    break
                self._which = replace(self._which, offset=self._which.offset + PAGE)
                self._page = await self._more(self._which)
        await super().write_eof(data)

    def _rows(self, runs: Sequence[RunView]) -> bytes:
        return "".join(_line(row_of(run, self._metrics, self._lang)) for run in runs).encode()


def row_of(view: RunView, metrics: Sequence[str], lang: str) -> list[Any]:
    """Cells of one run. Texts that a spreadsheet would take for a formula get a leading apostrophe."""
    row = view.row
    took = ""
    if row.started_at and row.finished_at:
        took = str((datetime.fromisoformat(row.finished_at) - datetime.fromisoformat(row.started_at)).total_seconds())
    peaks = [int(one.get("bytes") or 0) for one in row.peak_memory]
    reason = why(row.error, lang) or (view.queue_reason.to_json(lang) if view.queue_reason else {"text": ""})
    values = [view.final_metrics.get(name) for name in metrics]
    return [
        row.id,
        safe(row.name or ""),
        row.status.value,
        safe(row.graph_name),
        safe(row.worker_id or "local"),
        safe(row.queue_key.rsplit("/", 1)[-1]),
        row.created_at,
        row.started_at or "",
        row.finished_at or "",
        took,
        max(peaks) if peaks else "",
        row.options.get("seed", ""),
        safe(" ".join(row.tags)),
        "yes" if row.keep else "",
        safe(reason["text"]),
        *("" if value is None else repr(value) for value in values),
    ]


def _line(cells: Sequence[Any]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()
