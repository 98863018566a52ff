"""Making presets over HTTP: kept durably, listed at once, never over another one."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from app.library.presets import PresetStore
from tests.support.catalog import CATALOG
from tests.support.graphs import graph, node, preset
from tests.support.plane import Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with serving(make(tmp_path, catalog=CATALOG)) as made:
        yield made


def canvas(name: str, **more: Any) -> dict[str, Any]:
    drawn = graph([node("a", "Softmax")])
    return {"name": name, "nodes": drawn["nodes"], "edges": drawn["edges"], **more}


async def test_a_preset_is_kept_and_there_at_once(client: Client, tmp_path: Path) -> None:
    names = []
    for name in ("My Net/v2 é", "B", "C"):
        reply = await client.post("/api/presets/create", canvas(name, description="x", tags=["t"], extra=1))
        assert reply.status == 200
        assert reply.json["exposed_inputs"][0]["name"] == "a_tensor"
        names = [row["name"] for row in (await client.get("/api/presets")).json]
        assert name in names
    assert names == ["B", "Block", "C", "My Net/v2 é"]
    assert sorted(os.listdir(tmp_path / "presets")) == ["b.json", "c.json", "my_net_v2_é.json"]
    stored = json.loads((tmp_path / "presets" / "my_net_v2_é.json").read_text("utf-8"))
    assert (stored["preset_name"], stored["category"], stored["tags"]) == ("My Net/v2 é", "Custom", ["t"])
    one = await client.get("/api/presets/My%20Net%2Fv2%20%C3%A9")
    assert one.json == {**stored, "name": "My Net/v2 é", "bundled": False}


async def test_those_of_the_program_are_listed_as_such_until_the_user_puts_one_before(tmp_path: Path) -> None:
    bundled, own = tmp_path / "bundled", tmp_path / "own"
    bundled.mkdir()
    own.mkdir()
    (bundled / "edge.json").write_text(json.dumps(preset("Edge", [node("a", "Softmax")])))
    async with serving(make(tmp_path, catalog=CATALOG, presets=PresetStore(own, bundled))) as client:
        assert (await client.post("/api/presets/create", canvas("Mine"))).json["bundled"] is False
        rows = (await client.get("/api/presets")).json
        assert [(row["name"], row["bundled"]) for row in rows] == [("Edge", True), ("Mine", False)]
        taken = await client.post("/api/presets/create", canvas("Edge"))
        assert (taken.status, taken.code) == (409, "preset_exists")
        (own / "edge.json").write_text(json.dumps(preset("Edge", [node("b", "Softmax")])))
        found = (await client.get("/api/presets/Edge")).json
        assert (found["nodes"][0]["id"], found["bundled"]) == ("b", False)
        assert (await client.get("/api/health")).json["presets_loaded"] == 2
        assert (await client.ask("DELETE", "/api/presets/Edge")).json["removed"] == ["edge.json"]
        found = (await client.get("/api/presets/Edge")).json
        assert (found["nodes"][0]["id"], found["bundled"]) == ("a", True)
        kept = await client.ask("DELETE", "/api/presets/Edge")
        assert (kept.status, kept.code) == (409, "preset_bundled")


async def test_a_preset_is_deleted_and_one_of_the_program_is_not(client: Client, tmp_path: Path) -> None:
    assert (await client.post("/api/presets/create", canvas("My Net"))).status == 200
    twin = tmp_path / "presets" / "copied by hand.json"
    twin.write_text(json.dumps(preset("My Net", [])), "utf-8")
    gone = await client.ask("DELETE", "/api/presets/My%20Net")
    assert (gone.status, gone.json) == (200, {"name": "My Net", "removed": ["copied by hand.json", "my_net.json"]})
    assert os.listdir(tmp_path / "presets") == []
    assert [row["name"] for row in (await client.get("/api/presets")).json] == ["Block"]
    again = await client.ask("DELETE", "/api/presets/My%20Net")
    assert (again.status, again.code) == (404, "preset_not_found")


async def test_a_name_is_given_once(client: Client, tmp_path: Path) -> None:
    assert (await client.post("/api/presets/create", canvas("My Net"))).status == 200
    before = (tmp_path / "presets" / "my_net.json").read_bytes()
    for name in ("My Net", " My Net ", "my_net", "MY/NET", "Block"):
        reply = await client.post("/api/presets/create", canvas(name, description="other"))
        assert (reply.status, reply.code) == (409, "preset_exists"), name
    assert (tmp_path / "presets" / "my_net.json").read_bytes() == before
    assert os.listdir(tmp_path / "presets") == ["my_net.json"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (canvas("  "), 400, "name_empty"),
        (canvas("a:b"), 400, "name_has_characters"),
        (canvas("..\\..\\x"), 400, "name_has_characters"),
        (canvas("nul"), 400, "name_is_device"),
        (canvas("é" * 126), 400, "name_too_long"),
        (canvas("x" * 256), 422, "invalid_request"),
        ({"name": "x", "nodes": []}, 422, "invalid_request"),
        (canvas("x", nodes=[]), 400, "preset_without_nodes"),
        (canvas("x", nodes=[5]), 400, "invalid_graph"),
        (canvas("x", nodes=[node("a", "preset:B")]), 400, "preset_of_cards"),
    ],
)
async def test_what_is_refused_leaves_no_file(
    client: Client, tmp_path: Path, body: dict[str, Any], status: int, code: str
) -> None:
    reply = await client.post("/api/presets/create", body)
    assert (reply.status, reply.code) == (status, code)
    assert not (tmp_path / "presets").exists() or os.listdir(tmp_path / "presets") == []


async def test_problems_are_listed_where_they_are(client: Client) -> None:
    reply = await client.post("/api/presets/create", canvas("x", nodes=[node("a", "Softmx")]))
    (problem,) = reply.json["problems"]
    assert (problem["code"], problem["node_id"]) == ("unknown_node_type", "a")
