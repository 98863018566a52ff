"""Own nodes in a whole control plane: the documented example is uploaded, listed, run, changed meanwhile, removed."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import aiohttp

from app.compose.plane import Plane
from app.settings import Settings
from tests.support.forms import sent
from tests.support.graphs import graph, node
from tests.support.plane import Client

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

ADDED = graph(
    [node("go", "Start"), node("t", "TensorInput", shape="2", value_mode="ones"), node("a", "AddScalar", amount=2.5)],
    "go > t",
    "t.tensor > a.tensor",
)


@asynccontextmanager
async def plane(home: Path) -> AsyncIterator[Client]:
    """A whole control plane; requests carry its token."""
    made = Plane(Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(home)}))
    await made.start("127.0.0.1", 0)
    try:
        async with aiohttp.ClientSession() as session:
            assert made.http is not None
            yield Client(made.http, session)
    finally:
        await made.stop()


def example(repo: Path) -> bytes:
    """The file that the documentation shows."""
    shown = re.search(r"```python\n(.*?)```", (repo / "docs" / "custom-nodes.md").read_text("utf-8"), re.DOTALL)
    assert shown is not None
    return shown[1].encode()


async def ask(client: Client, method: str, path: str, home: Path, **more: Any) -> Any:
    """A request with the token of this start."""
    return await client.ask(method, path, token=(home / "session.token").read_text(), **more)


async def run(client: Client, home: Path, document: dict[str, Any]) -> tuple[str, Any]:
    """(how a run ended, the summary of node a's tensor)."""
    run_id = (await ask(client, "POST", "/api/runs", home, json={"graph": document})).json["run_id"]
    events: list[Any] = []
    cursor = 0
    while not events or events[-1]["type"] not in ("execution_complete", "execution_error", "execution_stopped"):
        page = (await client.get(f"/api/runs/{run_id}/events?cursor={cursor}&wait=20")).json
        events += page["events"]
        cursor = page["cursor"]
    done = [e["payload"] for e in events if e["type"] == "node_status" and e["payload"]["node_id"] == "a"]
    outputs = [o for payload in done for o in payload.get("outputs") or [] if o["output_kind"] == "tensor_summary"]
    return events[-1]["type"], outputs[-1]["tensor_summary"]["tensor"]["values"] if outputs else None


async def test_the_example_of_the_documentation(tmp_path: Path, repo: Path) -> None:
    async with plane(tmp_path) as client:
        before = (await client.get("/api/nodes")).headers["ETag"]
        reply = await ask(client, "POST", "/api/custom-nodes/upload", tmp_path, **sent("add_scalar.py", example(repo)))
        assert (reply.json["nodes"], reply.json["error"], reply.json["enabled"]) == (["AddScalar"], None, True)
        listed = await client.get("/api/nodes")
        assert listed.headers["ETag"] != before
        row = next(row for row in listed.json if row["node_name"] == "AddScalar")
        assert (row["provider"], row["params"][0]["default"]) == ("custom", 1.0)
        assert (await client.get("/api/nodes/AddScalar")).json == row
        assert (await client.get("/api/nodes/Softmax")).json["provider"] == "builtin"
        assert await run(client, tmp_path, ADDED) == ("execution_complete", [3.5, 3.5])
        counts = (await ask(client, "POST", "/api/nodes/reload", tmp_path)).json
        assert counts == (await ask(client, "POST", "/api/plugins/reload", tmp_path)).json
        assert (counts["custom"], counts["builtin"] + 1) == (1, counts["total"])
        off = await ask(client, "POST", "/api/custom-nodes/toggle", tmp_path, json={"filename": "add_scalar.py"})
        assert (off.json["filename"], off.json["enabled"]) == ("add_scalar.py.disabled", False)
        assert (await client.get("/api/nodes")).headers["ETag"] == before
        refused = await ask(client, "POST", "/api/runs", tmp_path, json={"graph": ADDED})
        assert [p["code"] for p in refused.json["problems"]] == ["unknown_node_type"]
        await ask(client, "POST", "/api/custom-nodes/toggle", tmp_path, json={"filename": "add_scalar.py.disabled"})
    async with plane(tmp_path) as client:
        assert (await client.get("/api/nodes/AddScalar")).status == 200
        gone = await ask(client, "DELETE", "/api/custom-nodes/add_scalar.py", tmp_path)
        assert gone.json == {"filename": "add_scalar.py", "deleted": True}
        assert (await client.get("/api/nodes/AddScalar")).status == 404
        assert (await client.get("/api/custom-nodes")).json == []


async def test_a_file_that_cannot_be_used_is_stored_and_named(tmp_path: Path) -> None:
    async with plane(tmp_path) as client:
        total = len((await client.get("/api/nodes")).json)
        reply = await ask(client, "POST", "/api/custom-nodes/upload", tmp_path, **sent("bad.py", b"class ("))
        assert (reply.status, reply.json["error"]["code"], reply.json["nodes"]) == (200, "custom_syntax", [])
        assert len((await client.get("/api/nodes")).json) == total
        names = {"__init__.py": "custom_name_reserved", "x.txt": "file_type_refused", "../x.py": "name_has_characters"}
        for name, code in {**names, "x" * 246 + ".py": "name_too_long", "x" * 300: "name_too_long"}.items():
            refused = await ask(client, "POST", "/api/custom-nodes/upload", tmp_path, **sent(name, b"x = 1"))
            assert (refused.status, refused.code) == (400, code), name
        zh = await client.get("/api/custom-nodes?lang=zh-TW")
        assert [row["filename"] for row in zh.json] == ["bad.py"]
        assert "有效的 Python" in zh.json[0]["error"]["text"]


async def test_a_run_keeps_the_classes_it_began_with(tmp_path: Path, repo: Path) -> None:
    began, go_on = tmp_path / "began", tmp_path / "go-on"
    waits = f"""
        import pathlib, threading
        pathlib.Path({str(began)!r}).touch()
        while not pathlib.Path({str(go_on)!r}).exists():
            threading.Event().wait(0.01)
        return {{"tensor": inputs["tensor"] + 10}}
"""
    source = example(repo).decode()
    slow = re.sub(r"        return .*\n", lambda _: waits, source)
    home = tmp_path / "home"
    async with plane(home) as client:
        await ask(client, "POST", "/api/custom-nodes/upload", home, **sent("add.py", slow.encode()))
        run_id = (await ask(client, "POST", "/api/runs", home, json={"graph": ADDED})).json["run_id"]
        cursor = 0
        while not began.exists():
            cursor = (await client.get(f"/api/runs/{run_id}/events?cursor={cursor}&wait=1")).json["cursor"]
        await ask(client, "POST", "/api/custom-nodes/upload?overwrite=true", home, **sent("add.py", source.encode()))
        assert await run(client, home, ADDED) == ("execution_complete", [3.5, 3.5])
        go_on.touch()
        page = {"active": True, "cursor": cursor}
        shown: list[Any] = []
        while page["active"]:
            page = (await client.get(f"/api/runs/{run_id}/events?cursor={page['cursor']}&wait=20")).json
            shown += page["events"]
        assert (await client.get(f"/api/runs/{run_id}")).json["status"] == "succeeded"
        assert any(
            o["tensor_summary"]["tensor"]["values"] == [11.0, 11.0]
            for e in shown
            for o in e["payload"].get("outputs") or []
            if o["output_kind"] == "tensor_summary" and e["payload"]["node_id"] == "a"
        )
