"""Saved graphs called as functions over HTTP: one envelope for every answer, and a run like any other behind it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.run import Outcome, RunStatus
from app.engine.live import LiveRegistry
from app.engine.registry import discover
from app.runs.executors.inprocess import InProcessExecutor
from app.settings import Settings
from tests.support.executors import SteeredExecutor
from tests.support.graphs import graph, node
from tests.support.plane import Client, make
from tests.support.plane import serving as over_http
from tests.support.rawhttp import until
from tests.support.runs import ended
from tests.support.runs import serving as runs_below

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.runs.executors.base import Executor
    from app.runs.service import RunService

KEYS = ["status", "run_id", "graph", "app", "version", "device", "outputs", "error", "timing"]
GO = node("go", "Start")
DOUBLE = graph(
    [
        GO,
        node("n", "GraphInput", name="n", type="number"),
        node("word", "GraphInput", name="word", type="string", required=False, default="hi"),
        node("t", "TensorCreate", shape="2", fill="ones"),
        node("x2", "ScalarMultiply", scalar=2.0),
        node("a", "GraphOutput", name="twice"),
        node("b", "GraphOutput", name="n"),
        node("c", "GraphOutput", name="word"),
    ],
    "go > n", "go > word", "go > t", "t.tensor > x2.tensor", "x2.tensor > a.value", "n.value > b.value",
    "word.value > c.value", settings={"device": "cpu"},
)  # fmt: skip
TENSOR = {"__type__": "tensor", "shape": [2], "dtype": "float32", "values": [2.0, 2.0]}


@asynccontextmanager
async def plane(
    root: Path, executor: Executor | None = None, **changes: Any
) -> AsyncIterator[tuple[Client, RunService]]:
    """A server over a real run service; graphs execute in this process unless an executor is given."""
    registry = discover()
    made = executor or InProcessExecutor(LiveRegistry(registry))
    try:
        async with (
            runs_below(root, made, registry) as runs,
            over_http(make(root, runs, catalog=registry.catalog, **changes)) as client,
        ):
            yield client, runs
    finally:
        made.close()


async def save(client: Client, document: dict[str, Any], name: str = "f") -> None:
    assert (await client.post("/api/graph/save", {**document, "name": name})).status == 200


async def ask(client: Client, body: Any, name: str = "f", lang: str = "en") -> tuple[int, dict[str, Any]]:
    """(status, envelope); every envelope has its nine keys in their order."""
    reply = await client.post(f"/api/graph/run/{name}?lang={lang}", body)
    answer: dict[str, Any] = reply.json
    assert list(answer) == KEYS
    assert (answer["graph"], answer["app"], answer["version"]) == (name, None, None)
    return reply.status, answer


async def refused(client: Client, body: Any, name: str = "f") -> tuple[int, str, str | None]:
    """(status, code, node) of a call that makes no run."""
    status, answer = await ask(client, body, name)
    assert answer["status"] == "error"
    assert [answer[key] for key in ("run_id", "device", "outputs", "timing")] == [None] * 4
    return status, answer["error"]["code"], answer["error"]["node_id"]


async def test_inputs_in_outputs_out(tmp_path: Path) -> None:
    async with plane(tmp_path) as (client, runs):
        await save(client, DOUBLE)
        status, answer = await ask(client, {"inputs": {"n": 2.5}})
        assert (status, answer["status"], answer["error"]) == (200, "ok", None)
        assert answer["outputs"] == {"twice": TENSOR, "n": 2.5, "word": "hi"}
        assert answer["device"] == "cpu"
        assert answer["timing"]["total_s"] > 0
        row = (await runs.get(answer["run_id"])).row
        assert (row.status, row.graph_name, row.options["lane"]) == (RunStatus.SUCCEEDED, "f", "queued")
        assert [kind for _, kind in await ended(runs, row.id)][-1] == "execution_complete"
        again = (await client.get(f"/api/runs/{row.id}/graph")).json
        assert again["nodes"][1]["data"]["params"]["default"] == "2.5"
        (repeated,) = (await client.post("/api/runs/requeue", {"run_ids": [row.id]})).json["run_ids"]
        await ended(runs, repeated)
        assert (await runs.get(repeated)).row.status is RunStatus.SUCCEEDED


async def test_every_kind_of_input_arrives_as_sent(tmp_path: Path) -> None:
    kinds = {
        "string": "text \u4e2d",
        "number": 1e-3,
        "integer": 7,
        "boolean": False,
        "json": {"a": [None, 1]},
        "image": "x",
    }
    nodes = [GO, *(node(f"i-{kind}", "GraphInput", name=kind, type=kind) for kind in kinds)]
    nodes += [node(f"o-{kind}", "GraphOutput", name=kind) for kind in kinds]
    wires = [f"go > i-{kind}" for kind in kinds] + [f"i-{kind}.value > o-{kind}.value" for kind in kinds]
    async with plane(tmp_path) as (client, _):
        await save(client, graph(nodes, *wires))
        assert (await ask(client, {"inputs": kinds}))[1]["outputs"] == kinds


@pytest.mark.parametrize(
    ("body", "node_id", "code"),
    [
        ({"inputs": {}}, "n", "call_input_missing"),
        ({"inputs": {"n": "two"}}, "n", "input_value_malformed"),
        ({"inputs": {"n": 1, "m": 2}}, None, "call_input_unknown"),
        ({"inputs": {"n": 1, "word": [1]}}, "word", "input_value_malformed"),
    ],
)
async def test_inputs_that_do_not_fit(tmp_path: Path, body: Any, node_id: str | None, code: str) -> None:
    async with plane(tmp_path) as (client, runs):
        await save(client, DOUBLE)
        assert await refused(client, body) == (422, "invalid_input", node_id)
        error = (await ask(client, body))[1]["error"]
        assert [problem["code"] for problem in error["details"]["problems"]] == [code]
        assert error["message"] == error["details"]["problems"][0]["text"]
        assert (await ask(client, body, lang="zh-TW"))[1]["error"]["message"] != error["message"]
        assert runs.active_count() == 0
        assert (await client.get("/api/runs")).json["total"] == 0


@pytest.mark.parametrize(
    "body",
    [
        {"timeout_s": 0.5},
        {"timeout_s": 3601},
        {"timeout_s": "soon"},
        {"inputs": []},
        {"device": 3},
        {"device": "abacus", "inputs": {"n": 1}},
        {"record_outputs": "yes"},
        {"unknown": 1},
        [],
        None,
    ],
    ids=str,
)
async def test_bodies_that_are_not_as_described(tmp_path: Path, body: Any) -> None:
    async with plane(tmp_path) as (client, _):
        await save(client, DOUBLE)
        assert await refused(client, body) == (422, "invalid_input", None)


async def test_a_body_that_is_no_json_and_one_that_is_too_large(tmp_path: Path) -> None:
    small = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path), "CODEFYUI_MAX_RUN_BODY_BYTES": "2000"})
    async with plane(tmp_path, settings=small) as (client, _):
        reply = await client.ask("POST", "/api/graph/run/f", data=b"{")
        assert (reply.status, reply.json["error"]["code"]) == (422, "invalid_input")
        reply = await client.ask("POST", "/api/graph/run/f", data=b" " * 2001)
        assert (reply.status, reply.json["error"]["code"]) == (413, "payload_too_large")
        assert reply.json["error"]["details"] == {"limit_bytes": 2000}
        assert (await client.ask("POST", "/api/graph/run/f", token=None, json={})).status == 403


async def test_graphs_that_cannot_be_called(tmp_path: Path) -> None:
    given, taken = node("i", "GraphInput", name="x"), node("o", "GraphOutput", name="y")
    src = node("t", "TensorCreate", shape="2")
    documents = {
        "no-start": graph([GO, given, taken], "i.value > o.value"),
        "untriggered": graph([GO, given, src, taken], "go > t", "t.tensor > o.value"),
        "unreachable": graph([GO, given, taken], "go > i"),
        "bad-name": graph([GO, node("i", "GraphInput", name="two words"), taken], "go > i", "i.value > o.value"),
        "bad-default": graph(
            [GO, node("i", "GraphInput", name="x", type="number", required=False, default="x"), taken],
            "go > i", "i.value > o.value",
        ),
        "broken": graph([GO, given, node("s", "Sofmax"), taken], "go > i", "i.value > s.tensor", "s.tensor > o.value"),
    }  # fmt: skip
    async with plane(tmp_path) as (client, _):
        for name, document in documents.items():
            await save(client, document, name)
        body = {"inputs": {"x": "1"}}
        assert {name: await refused(client, body, name) for name in documents} == {
            "no-start": (409, "no_entry_points", None),
            "untriggered": (409, "untriggered_input", "i"),
            "unreachable": (409, "unreachable_output", "o"),
            "bad-name": (409, "invalid_contract", "i"),
            "bad-default": (409, "invalid_contract", "i"),
            "broken": (409, "invalid_graph", "s"),
        }
        assert await refused(client, body, "nobody") == (404, "graph_not_found", None)
        (tmp_path / "graphs" / "spoiled.json").write_text("{")
        assert await refused(client, body, "spoiled") == (500, "graph_unreadable", None)


async def test_outputs_that_have_no_form_or_are_too_large(tmp_path: Path) -> None:
    wide = graph([GO, node("t", "TensorCreate", shape="65537"), node("o", "GraphOutput", name="y")],
                 "go > t", "t.tensor > o.value")  # fmt: skip
    model = graph([GO, node("m", "SequentialModel"), node("o", "GraphOutput", name="y")], "go > m", "m.model > o.value")
    async with plane(tmp_path) as (client, runs):
        await save(client, wide, "wide")
        await save(client, model, "model")
        for name, code in (("wide", "output_too_large"), ("model", "unserializable_output")):
            status, answer = await ask(client, {}, name)
            assert (status, answer["status"], answer["outputs"]) == (500, "error", None)
            assert (answer["error"]["code"], answer["error"]["node_id"]) == (code, "o")
            row = (await runs.get(answer["run_id"])).row
            assert (row.status, dict(row.error or {})["code"]) == (RunStatus.FAILED, code)
            assert answer["error"]["message"] == dict(row.error or {})["text"]


async def test_a_run_that_fails(tmp_path: Path) -> None:
    bad = graph([GO, node("r", "ImageReader", path="no.png"), node("o", "GraphOutput", name="y")],
                "go > r", "r.tensor > o.value")  # fmt: skip
    async with plane(tmp_path) as (client, _):
        await save(client, bad)
        status, answer = await ask(client, {})
        assert (status, answer["error"]["code"], answer["error"]["node_id"]) == (500, "execution_error", "r")
        assert answer["error"]["details"]["run_status"] == "failed"
        assert answer["error"]["details"]["code"].startswith("file_")
        assert "no.png" in answer["error"]["message"]
        assert answer["run_id"] is not None
        assert answer["timing"]["total_s"] > 0


async def test_a_run_that_is_cancelled_and_one_without_its_output(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with plane(tmp_path, executor) as (client, _):
        await save(client, DOUBLE)
        waiting = asyncio.create_task(ask(client, {"inputs": {"n": 1}}))
        run_id = await _begun(executor, 1)
        assert (await client.post(f"/api/runs/{run_id}/cancel")).json["cancelled"]
        executor.end(run_id, Outcome(RunStatus.CANCELLED))
        status, answer = await waiting
        assert (status, answer["run_id"], answer["error"]["code"]) == (500, run_id, "execution_error")
        assert answer["error"]["details"] == {"run_status": "cancelled"}
        waiting = asyncio.create_task(ask(client, {"inputs": {"n": 1}}))
        executor.end(await _begun(executor, 2), Outcome(RunStatus.SUCCEEDED, outputs={"twice": 1, "n": 1}))
        status, answer = await waiting
        assert (status, answer["error"]["code"], answer["error"]["node_id"]) == (500, "output_not_produced", "c")


async def _begun(executor: SteeredExecutor, count: int) -> str:
    """The id of the newest of so many runs."""
    await until(lambda: len(executor.begun) == count)
    return executor.begun[-1]


async def test_a_run_that_takes_too_long_is_cancelled(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with plane(tmp_path, executor) as (client, runs):
        await save(client, DOUBLE)
        status, answer = await ask(client, {"inputs": {"n": 1}, "timeout_s": 1})
        assert (status, answer["error"]["code"]) == (500, "timeout")
        assert answer["error"]["details"] == {"timeout_s": 1}
        run_id = answer["run_id"]
        assert executor.requests[run_id].context.cancel.is_set()
        executor.end(run_id, Outcome(RunStatus.CANCELLED))
        await ended(runs, run_id)
        assert (await runs.get(run_id)).row.status is RunStatus.CANCELLED


async def test_closing_the_request_does_not_cancel_the_run(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with plane(tmp_path, executor) as (client, runs):
        await save(client, DOUBLE)
        waiting = asyncio.create_task(ask(client, {"inputs": {"n": 1}}))
        run_id = await _begun(executor, 1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await until(lambda: client.server.door.in_flight == 0)
        assert not executor.requests[run_id].context.cancel.is_set()
        executor.end(run_id)
        await ended(runs, run_id)
        assert (await runs.get(run_id)).row.status is RunStatus.SUCCEEDED


async def test_a_server_that_stops_is_not_held_up_by_callers(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with plane(tmp_path, executor) as (client, _):
        await save(client, DOUBLE)
        waiting = asyncio.create_task(client.post("/api/graph/run/f", {"inputs": {"n": 1}}))
        await _begun(executor, 1)
        assert client.server.door.writing == set()
        await client.server.stop()
        assert [type(error) for error in await asyncio.gather(waiting, return_exceptions=True)] != []
        assert client.server.connections() == 0
