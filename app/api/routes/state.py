"""Modules that layer nodes of a graph keep from run to run on the canvas: how many there are, and starting anew."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from app.api.declare import Call, Model, Table
from app.api.routes.outputs import AWAY

table = Table("state")

GraphId = Annotated[str, StringConstraints(max_length=128)]
NodeIds = Annotated[list[Annotated[str, StringConstraints(max_length=1024)]], Field(max_length=10_000)]


class Reset(Model):
    """node_ids: whose modules to drop; left out, those of the whole graph."""

    graph_id: GraphId
    node_ids: NodeIds | None = None


class WasReset(Model):
    """scope: `graph` or `nodes`. evicted: how many modules were dropped."""

    graph_id: str
    scope: str
    evicted: int


class KeptQuery(Model):
    """graph_id: of one graph; left out, all of them are counted."""

    graph_id: GraphId | None = None


class KeptWeights(Model):
    """total alone without a graph_id; count and the nodes' ids with one."""

    total: int | None = None
    graph_id: str | None = None
    count: int | None = None
    node_ids: list[str] | None = None


@table.post("/api/execution/state/reset", "Drop the kept weights of a graph", body=Reset, answer=WasReset, errors=AWAY)
async def reset(call: Call[Reset, None]) -> dict[str, Any]:
    """The next run starts with fresh weights. A run that goes on keeps those it has."""
    body = call.body
    evicted = await call.services.runs.ask("reset_weights", graph_id=body.graph_id, node_ids=body.node_ids)
    scope = "graph" if body.node_ids is None else "nodes"
    return {"graph_id": body.graph_id, "scope": scope, "evicted": evicted}


@table.get("/api/execution/state/list", "Which nodes keep weights", query=KeptQuery, answer=KeptWeights, errors=AWAY)
async def kept(call: Call[None, KeptQuery]) -> dict[str, Any]:
    """Node ids are sorted."""
    graph_id = call.query.graph_id
    found = await call.services.runs.ask("weights", graph_id=graph_id)
    if graph_id is None:
        return {"total": found}
    return {"graph_id": graph_id, "count": len(found), "node_ids": found}
