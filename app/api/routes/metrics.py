"""Metric series of a run, as JSON or as a CSV file that a spreadsheet opens safely."""

from __future__ import annotations

import asyncio
import csv
import io
from typing import TYPE_CHECKING, Annotated, Any, Literal

from aiohttp import web
from pydantic import Field, StringConstraints

from app.api.declare import JSON, Call, Model, Table
from app.api.disposition import attachment

if TYPE_CHECKING:
    from app.runs.views import MetricsPage

table = Table("metrics")

ON_LOOP = 1000
"""Points that are written beside everything else; more of them in a thread."""

COLUMNS = ("run_id", "node_id", "name", "step", "value", "ts")
_BOM = "\ufeff"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Point(Model):
    """value: null where the run recorded NaN or an infinity."""

    node_id: str
    name: str
    step: int
    value: float | None
    ts: str


class Metrics(Model):
    """Points ordered by name and step. names: every series of the run."""

    run_id: str
    names: list[str]
    metrics: list[Point]


class MetricsQuery(Model):
    """name: one series. max_points: at most so many per series, peaks kept."""

    name: Annotated[str, StringConstraints(max_length=256)] | None = None
    format: Literal["json", "csv"] = "json"
    max_points: Annotated[int, Field(ge=2, le=1_000_000)] | None = None


@table.get("/api/runs/{run_id}/metrics", "Metric series of a run", query=MetricsQuery, answer=Metrics,
           media=(JSON, "text/csv"))  # fmt: skip
async def metrics(call: Call[None, MetricsQuery]) -> Any:
    """CSV has a byte-order mark, so that spreadsheets read it as UTF-8."""
    page = await call.services.runs.metrics(call.path("run_id"), call.query.name, call.query.max_points)
    shown = _csv_bytes if call.query.format == "csv" else _shown
    made = shown(page) if len(page.metrics) <= ON_LOOP else await asyncio.to_thread(shown, page)
    if not isinstance(made, bytes):
        return made
    headers = {"Content-Disposition": attachment(f"metrics-{page.run_id}.csv")}
    return web.Response(body=made, content_type="text/csv", charset="utf-8", headers=headers)


def _shown(page: MetricsPage) -> dict[str, Any]:
    rows = [{"node_id": m.node_id, "name": m.name, "step": m.step, "value": m.value, "ts": m.ts} for m in page.metrics]
    return {"run_id": page.run_id, "names": list(page.names), "metrics": rows}


def _csv_bytes(page: MetricsPage) -> bytes:
    return as_csv(page).encode()


def as_csv(page: MetricsPage) -> str:
    """RFC 4180 with a byte-order mark. Texts that a spreadsheet would take for a formula get a leading apostrophe."""
    out = io.StringIO()
    out.write(_BOM)
    write = csv.writer(out).writerow
    write(COLUMNS)
    for m in page.metrics:
        value = "" if m.value is None else repr(m.value)
        write([page.run_id, _safe(m.node_id), _safe(m.name), m.step, value, m.ts])
    return out.getvalue()


def _safe(text: str) -> str:
    return "'" + text if text.startswith(_FORMULA) else text
