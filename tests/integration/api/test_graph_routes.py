"""Graph files over HTTP, on a real folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from tests.support.plane import Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

GRAPH: dict[str, Any] = {"name": "net", "nodes": [], "edges": [], "surprise": {"kept": [1, None, "é"]}}


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with serving(make(tmp_path)) as made:
        yield made


async def test_save_list_load_keep_every_key(client: Client) -> None:
    saved = await client.post("/api/graph/save", GRAPH)
    assert (saved.status, saved.json["file"], saved.json["revision"]) == (200, "net.json", 1)
    (row,) = (await client.get("/api/graph/list")).json
    assert (row["name"], row["file"], row["revision"], row["unreadable"]) == ("net", "net.json", 1, None)
    loaded = await client.get("/api/graph/load/net")
    assert (loaded.json, loaded.headers["ETag"]) == (GRAPH, '"1"')


async def test_a_graph_is_told_by_its_file_whatever_name_it_was_asked_for_by(client: Client) -> None:
    saved = await client.ask("PUT", "/api/graph/%E5%9C%96%20a", json=GRAPH, headers={"If-None-Match": "*"})
    assert saved.json == {"revision": 1, "file": "圖_a.json"}
    for name in ("%E5%9C%96%20a", "%E5%9C%96_a", "%E5%9C%96_a.json"):
        loaded = await client.get(f"/api/graph/load/{name}")
        assert (loaded.status, loaded.headers["Content-Location"]) == (200, "/api/graph/load/%E5%9C%96_a.json")


async def test_put_with_a_revision_that_is_old_is_409_and_changes_nothing(client: Client) -> None:
    await client.post("/api/graph/save", GRAPH)
    first = {**GRAPH, "description": "first"}
    reply = await client.ask("PUT", "/api/graph/net", json=first, headers={"If-Match": '"1"'})
    assert reply.json == {"revision": 2, "file": "net.json"}
    reply = await client.ask("PUT", "/api/graph/net", json=GRAPH, headers={"If-Match": '"1"'})
    assert (reply.status, reply.code) == (409, "revision_conflict")
    assert (await client.get("/api/graph/load/net")).json == first
    for header in ("abc", "", '"1", "2"', "-1", "٣"):
        reply = await client.ask("PUT", "/api/graph/net", json=GRAPH, headers={"If-Match": header})
        assert (reply.status, reply.code) == (400, "revision_unreadable"), header


async def test_versions(client: Client) -> None:
    for text in ("one", "two", "three"):
        await client.ask("PUT", "/api/graph/net", json={**GRAPH, "description": text})
    rows = (await client.get("/api/graph/net/versions")).json["versions"]
    assert [row["revision"] for row in rows] == [3, 2, 1]
    assert (await client.get("/api/graph/net/versions/2")).json["description"] == "two"
    assert (await client.get("/api/graph/net/versions/9")).status == 404
    assert (await client.get("/api/graph/net/versions/x")).status == 400
    assert (await client.get("/api/graph/other/versions")).status == 404


async def test_overwrite_rename_delete(client: Client) -> None:
    await client.post("/api/graph/save", GRAPH)
    reply = await client.post("/api/graph/save", {**GRAPH, "overwrite": False})
    assert (reply.status, reply.code) == (409, "graph_exists")
    assert (await client.post("/api/graph/save", {**GRAPH, "name": "other", "file": "net.json"})).json[
        "file"
    ] == "net.json"
    assert (await client.post("/api/graph/rename", {"from": "net", "to": "new"})).json["file"] == "new.json"
    assert (await client.get("/api/graph/load/net")).status == 404
    assert (await client.ask("DELETE", "/api/graph/new")).json["removed"][0] == "new.json"
    assert (await client.get("/api/graph/list")).json == []
    assert (await client.post("/api/graph/rename", {"from": "net", "to": "x"})).status == 404


@pytest.mark.parametrize("names", [("🚀", "🎉"), ("a/b", "a:b"), ("a\\b", "a/b")])
async def test_two_names_of_one_file_do_not_overwrite_each_other(client: Client, names: tuple[str, str]) -> None:
    first, second = ({**GRAPH, "name": name, "description": name} for name in names)
    saved = (await client.post("/api/graph/save", first)).json
    assert (await client.post("/api/graph/save", first)).json["revision"] == 1
    reply = await client.post("/api/graph/save", second)
    assert (reply.status, reply.code) == (409, "graph_exists")
    assert (await client.get(f"/api/graph/load/{saved['file']}")).json == first
    assert (await client.post("/api/graph/save", {**second, "overwrite": True})).json["file"] == saved["file"]
    assert (await client.post("/api/graph/save", {**first, "file": saved["file"]})).json["revision"] == 3
    assert (await client.post("/api/graph/save", {**first, "description": "new"})).json["revision"] == 4


async def test_put_of_a_new_graph_only(client: Client) -> None:
    new = {"If-None-Match": "*"}
    assert (await client.ask("PUT", "/api/graph/net", json=GRAPH, headers=new)).json == {
        "revision": 1,
        "file": "net.json",
    }
    reply = await client.ask("PUT", "/api/graph/net", json={**GRAPH, "x": 1}, headers=new)
    assert (reply.status, reply.code) == (409, "graph_exists")
    assert (await client.get("/api/graph/load/net")).json == GRAPH


def files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file())


@pytest.mark.parametrize("name", ["..%2fx", "%2e%2e%5cx", "a%00b", "CON", "x" * 300, "a%3Ab", "%F0%9F%98%80" * 70])
async def test_names_that_no_folder_should_hold_are_refused(client: Client, tmp_path: Path, name: str) -> None:
    before = files(tmp_path)
    reply = await client.ask("PUT", f"/api/graph/{name}", json=GRAPH)
    inside = [p for p in files(tmp_path) if p not in before]
    if reply.status == 200:  # a title may be turned into a name that every system takes
        assert all(p.is_relative_to(tmp_path / "graphs") for p in inside)
    else:
        assert (reply.status, inside) == (400, [])


@pytest.mark.parametrize("body", ["[]", "null", "3", '"x"', '{"name": 3}', '{"name": "a", "overwrite": "yes"}'])
async def test_what_is_no_document_is_422(client: Client, body: str) -> None:
    reply = await client.ask("POST", "/api/graph/save", data=body)
    assert (reply.status, reply.code) == (422, "invalid_request")


@pytest.mark.parametrize(
    ("body", "code"),
    [("[]", "graph_not_object"), ("null", "graph_not_object"), ("{}", "graph_without_nodes")],
)
async def test_validate_answers_200_for_what_is_no_graph(client: Client, body: str, code: str) -> None:
    reply = await client.ask("POST", "/api/graph/validate", data=body)
    assert (reply.status, reply.json["valid"]) == (200, False)
    assert [issue["code"] for issue in reply.json["issues"]] == [code]
    assert reply.json["errors"] == [issue["text"] for issue in reply.json["issues"]]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "json_empty"),
        (b"{", "json_malformed"),
        (b"<!doctype html><html></html>", "json_is_html"),
        (b"[NaN]", "json_bad_number"),
        (b"\xff\xfe{\x00}\x00", "json_utf16"),
        (b"[" * 100_000, "json_too_deep"),
    ],
)
async def test_validate_answers_400_for_what_is_no_json(client: Client, body: bytes, code: str) -> None:
    reply = await client.ask("POST", "/api/graph/validate", data=body)
    assert (reply.status, reply.code) == (400, code)


async def test_validate_speaks_the_reader_s_language(client: Client) -> None:
    english = await client.ask("POST", "/api/graph/validate", data="[]")
    chinese = await client.ask("POST", "/api/graph/validate?lang=zh-TW", data="[]")
    assert english.json["errors"] != chinese.json["errors"]


async def test_examples(client: Client, tmp_path: Path) -> None:
    folder = tmp_path / "examples"
    folder.mkdir()
    (folder / "a.json").write_text(json.dumps({**GRAPH, "category": "Vision"}))
    (row,) = (await client.get("/api/examples/list")).json
    assert (row["name"], row["category"], row["path"], row["node_count"]) == ("net", "Vision", "a.json", 0)
    assert (await client.get("/api/examples/load?path=a.json")).json["surprise"] == GRAPH["surprise"]
    for path in ("b.json", "../codefyui.db", "/etc/passwd", "..%2f..%2fetc%2fpasswd", "%00", "a.json%00"):
        assert (await client.get(f"/api/examples/load?path={path}")).status in (400, 404), path
