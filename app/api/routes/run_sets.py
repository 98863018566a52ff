"""Several runs at once: what they can be filtered by, and one metric of many of them."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, StringConstraints

from app.api.answers import raw, to_bytes
from app.api.declare import Call, Model, Table
from app.api.routes.runs import Facet, counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aiohttp import web

    from app.db.rows import MetricRow

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
