"""POST /api/graph/export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from app.engine.registry import discover
from tests.support.graphs import graph, node
from tests.support.plane import Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

GRAPH = graph(
    [node("go", "Start"), node("x", "TensorCreate", fill="rand"), node("t", "CSVReader", path="a.csv")],
    *("go > x", "go > t"),
    settings={"seed": 3},
)


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with serving(make(tmp_path, catalog=discover().catalog)) as made:
        yield made


async def test_a_graph_answers_its_script_and_warnings(client: Client) -> None:
    reply = await client.post("/api/graph/export", GRAPH)
    assert reply.status == 200
    assert reply.json.keys() == {"script", "warnings"}
    assert "default=3)" in reply.json["script"]
    assert [(w["code"], w["node_id"]) for w in reply.json["warnings"]] == [("export_needs_file", "t")]
    reply = await client.post("/api/graph/export", {**GRAPH, "seed": 9, "deterministic": True})
    assert "default=9)" in reply.json["script"]
    assert "use_deterministic_algorithms" in reply.json["script"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"seed": -1}, 400, "bad_seed"),
        ({"seed": True}, 400, "bad_seed"),
        ({"seed": 2**32}, 400, "bad_seed"),
        ({"deterministic": 1}, 422, "invalid_request"),
        ({"nodes": []}, 400, "invalid_graph"),
        ({"nodes": 7}, 400, "invalid_graph"),
    ],
)
async def test_refusals(client: Client, change: dict[str, Any], status: int, code: str) -> None:
    reply = await client.post("/api/graph/export", {**GRAPH, **change})
    assert (reply.status, reply.code) == (status, code)


async def test_what_cannot_be_written_is_named(client: Client) -> None:
    bad = graph([node("go", "Start"), node("x", "TensorCreate", shape="?")], "go > x")
    reply = await client.post("/api/graph/export", bad)
    assert (reply.status, reply.code) == (400, "invalid_graph")
    assert [(p["node_id"], p["code"]) for p in reply.json["problems"]] == [("x", "shape_malformed")]
    assert (await client.post("/api/graph/export", [])).status == 400
