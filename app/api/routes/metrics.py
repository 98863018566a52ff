"""Metric series of a run, as JSON or as a CSV file that a spreadsheet opens safely."""

from __future__ import annotations

import asyncio
import csv
import io
from typing import TYPE_CHECKING, Annotated, Any, Literal

from aiohttp import web
from pydantic import Field, StringConstraints

from app.api.answers import raw, to_bytes
from app.api.declare import JSON, Call, Model, Table
from app.api.disposition import attachment
from app.core.vocab.cells import BOM, safe

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.runs.views import MetricsPage

table = Table("metrics")

ON_LOOP = 1000
"""Points that are written beside everything else; more of them in a thread."""

COLUMNS = ("run_id", "node_id", "name", "step", "value", "ts")


class Point(Model):
    """value: null where the run recorded NaN or an infinity."""

    node_id: str
    name: str
    step: int
    value: float | None
    ts: str


class Metrics(Model):
    """Points ordered by name and step. names: every series of the run. next: `after` of the page that goes on, null at
    the end.
    """

    run_id: str
    names: list[str]
    metrics: list[Point]
    next: str | None


class MetricsQuery(Model):
    """name: one series. max_points: at most so many per series and node, peaks kept. after: `next` of the page before;
    a CSV is never cut into pages.
    """

    name: Annotated[str, StringConstraints(max_length=256)] | None = None
    format: Literal["json", "csv"] = "json"
    max_points: Annotated[int, Field(ge=2, le=1_000_000)] | None = None
    after: Annotated[str, StringConstraints(max_length=4096, pattern=r"^([0-9]{1,19}:[0-9]{1,19}:[\s\S]*)?$")] = ""


@table.get("/api/runs/{run_id}/metrics", "Metric series of a run", query=MetricsQuery, answer=Metrics,
           media=(JSON, "text/csv"))  # fmt: skip
async def metrics(call: Call[None, MetricsQuery]) -> Any:
    """CSV has a byte-order mark, so that spreadsheets read it as UTF-8."""
    q, runs, run_id = call.query, call.services.runs, call.path("run_id")
    page = await runs.metrics(run_id, q.name, q.max_points, q.after)
    if q.format == "csv":
        return _CsvFile(page, lambda after: runs.metrics(run_id, q.name, q.max_points, after))
    return _shown(page) if len(page.metrics) <= ON_LOOP else raw(await asyncio.to_thread(_shown_bytes, page))


class _CsvFile(web.StreamResponse):
    """All pages from the given one on, each read when the one before has been sent."""

    def __init__(self, first: MetricsPage, more: Callable[[str], Awaitable[MetricsPage]]) -> None:
        super().__init__(headers={"Content-Disposition": attachment(f"metrics-{first.run_id}.csv")})
        self.content_type, self.charset = "text/csv", "utf-8"
        self._page, self._more = first, more

    async def write_eof(self, data: bytes = b"") -> None:
        """Called once the head is out."""
        if not self._must_be_empty_body:
            await self.write(await asyncio.to_thread(_csv_bytes, self._page, True))
            while self._page.next is not None:
                self._page = await self._more(self._page.next)
                await self.write(await asyncio.to_thread(_csv_bytes, self._page, False))
        await super().write_eof(data)


def _shown(page: MetricsPage) -> dict[str, Any]:
    rows = [{"node_id": m.node_id, "name": m.name, "step": m.step, "value": m.value, "ts": m.ts} for m in page.metrics]
    return {"run_id": page.run_id, "names": list(page.names), "metrics": rows, "next": page.next}


def _shown_bytes(page: MetricsPage) -> bytes:
    return to_bytes(_shown(page))


def _csv_bytes(page: MetricsPage, is_first: bool) -> bytes:
    return as_csv(page, is_first).encode()


def as_csv(page: MetricsPage, is_first: bool = True) -> str:
    """RFC 4180, its first page with a byte-order mark and the names of the columns.

    Texts that a spreadsheet would take for a formula get a leading apostrophe.
    """
    out = io.StringIO()
    write = csv.writer(out).writerow
    if is_first:
        out.write(BOM)
        write(COLUMNS)
    for m in page.metrics:
        value = "" if m.value is None else repr(m.value)
        write([page.run_id, safe(m.node_id), safe(m.name), m.step, value, m.ts])
    return out.getvalue()
