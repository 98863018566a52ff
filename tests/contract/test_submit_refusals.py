"""What the real run service refuses at submit: the answer over HTTP, and that no run row is left."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from app.compose import rooms
from app.engine.registry import Registry, discover
from app.settings import Settings
from tests.support.catalog import CATALOG
from tests.support.corpus import small
from tests.support.plane import TOKEN, Client, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.core.vocab.nodespec import Catalog

START = {"id": "s", "type": "Start", "data": {"params": {}}}
MAKE = {"id": "t", "type": "TensorInput", "data": {"params": {}}}
TRIGGER = {"id": "e", "source": "s", "target": "t", "sourceHandle": "trigger", "targetHandle": "", "type": "trigger"}
GRAPH: dict[str, Any] = {"nodes": [START, MAKE], "edges": [TRIGGER]}


class StubRegistry(Registry):
    """The node types that the corpus was written for."""

    @property
    def catalog(self) -> Catalog:
        return CATALOG


@pytest_asyncio.fixture
async def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Client]:
    monkeypatch.setattr(rooms, "discover", lambda: StubRegistry(dict(discover()._classes)))
    settings = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path)})
    async with AsyncExitStack() as stack:
        services = await rooms.make_services(settings, TOKEN, "b" * 32, stack)
        await services.runs.start()
        stack.push_async_callback(services.runs.stop)
        yield await stack.enter_async_context(serving(services))


async def refused(client: Client, body: Any) -> tuple[int, str]:
    """(status, code) of a submit that must leave no row; its detail has words in both languages."""
    before = (await client.get("/api/runs")).json["total"]
    reply = await client.ask("POST", "/api/runs", data=json.dumps(body))
    chinese = await client.ask("POST", "/api/runs?lang=zh-TW", data=json.dumps(body))
    assert reply.json["detail"]["text"] != chinese.json["detail"]["text"]
    assert (await client.get("/api/runs")).json["total"] == before
    return reply.status, reply.code


@pytest.mark.req("EA-150", "EA-151")
@pytest.mark.parametrize(
    "options",
    [
        {"device": "tpu"},
        {"device": "cuda:01"},
        {"device": "../x"},
        {"device": 3},
        {"seed": -1},
        {"seed": 4294967296},
        {"seed": 1.5},
        {"seed": True},
        {"seed": "7"},
        {"deterministic": "yes"},
        {"record_outputs": 1},
        {"lane": ""},
        {"lane": "x" * 65},
        {"graph_id": "x" * 257},
        {"error_mode": "ignore"},
        {"max_retries": 11},
        {"max_retries": -1},
        {"surprise": 1},
        {"target": "gpu1"},
        {"target": {"worker": "gpu1"}},
    ],
    ids=json.dumps,
)
async def test_bad_options_are_400(client: Client, options: dict[str, Any]) -> None:
    status, code = await refused(client, {"graph": GRAPH, "options": options})
    assert status == 400
    assert code not in ("internal", "invalid_graph")


@pytest.mark.req("EA-040")
@pytest.mark.parametrize(
    "target", [{"worker": "gpu-box"}, {"worker": "any"}, {"worker": "gpu-box", "devices": ["cpu"]}]
)
async def test_a_canvas_run_for_a_worker_is_400(client: Client, target: dict[str, Any]) -> None:
    assert (await refused(client, {"graph": GRAPH, "options": {"lane": "interactive", "target": target}}))[0] == 400
    here = await client.post("/api/runs", {"graph": GRAPH, "options": {"lane": "interactive", "target": {}}})
    assert here.status == 200


@pytest.mark.req("EA-132")
@pytest.mark.parametrize("where", [{}, {"worker": None}, {"worker": "local"}], ids=json.dumps)
async def test_a_memory_budget_for_this_machine_is_400(client: Client, where: dict[str, Any]) -> None:
    target = {**where, "memory_gib": 4}
    assert (await refused(client, {"graph": GRAPH, "options": {"target": target}}))[0] == 400
    without = await client.post("/api/runs", {"graph": GRAPH, "options": {"target": where}})
    assert without.status == 200


async def test_names(client: Client) -> None:
    assert (await refused(client, {"graph": GRAPH, "name": "x" * 65}))[0] == 400
    blank = await client.post("/api/runs", {"graph": GRAPH, "name": "  "})
    assert (await client.get(f"/api/runs/{blank.json['run_id']}")).json["name"] is None


@pytest.mark.req("EA-150")
async def test_every_broken_graph_of_the_corpus_is_a_400_with_its_problems(client: Client) -> None:
    tried = 0
    for broken in small():
        try:
            graph = json.loads(broken.data.decode("utf-8-sig"), parse_constant=_refuse, parse_float=_finite)
        except (ValueError, RecursionError):
            continue
        tried += 1
        reply = await client.ask("POST", "/api/runs", data=json.dumps({"graph": graph}))
        assert reply.status == 400, broken.name
        if reply.code == "invalid_graph":
            named = [[problem["code"], problem["node_id"]] for problem in reply.json["problems"]]
            assert named == broken.problems, broken.name
            assert reply.json["detail"]["params"]["problems"] == reply.json["problems"]
        else:
            assert reply.code in ("json_too_deep", "json_key_twice"), broken.name
    assert tried >= 30
    assert (await client.get("/api/runs")).json["total"] == 0


def _refuse(name: str) -> None:
    raise ValueError(name)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(text)
    return value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b'{"nodes": [], "nodes": []}', "json_key_twice"),
        (b'{"nodes": [], "name": "\\ud800"}', "json_half_character"),
        (b'{"nodes": [NaN]}', "json_bad_number"),
        (b'{"nodes": [}', "json_malformed"),
    ],
)
async def test_what_is_no_json_has_one_name_everywhere(client: Client, tmp_path: Path, text: bytes, code: str) -> None:
    body = b'{"graph": ' + text + b"}"
    codes = [
        (await client.ask("POST", "/api/runs", data=body)).code,
        (await client.ask("POST", "/api/graph/validate", data=text)).code,
        (await client.ask("POST", "/api/graph/save", data=text)).code,
        (await client.ask("PUT", "/api/graph/g", data=text)).code,
    ]
    file = tmp_path / "g.json"
    file.write_bytes(text)
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "app", "validate", str(file), "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    codes.append(json.loads(done.stdout)["issues"][0]["code"])
    assert codes == [code] * 5
