"""Recorded outputs over real HTTP, from a run that records to every way in which there is nothing."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.engine.stores import StoreLimits
from tests.support import runs
from tests.support.executors import SteeredExecutor
from tests.support.recorded import GATES, VALUES, ended, graph, inspected, run, submit, wire

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.plane import Client

OUTPUTS = "/api/execution/outputs"
UNKNOWN = "f" * 32


@pytest.fixture(autouse=True)
def _values() -> Any:
    VALUES.update(
        {
            "tensor": lambda: torch.arange(12.0).reshape(3, 4),
            "text": lambda: "x" * 5000,
            "small": lambda: torch.zeros(10),
            "large": lambda: torch.zeros(1000),
        }
    )
    yield
    VALUES.clear()
    GATES.clear()


async def _code(client: Client, path: str, **more: Any) -> tuple[int, str]:
    reply = await client.get(OUTPUTS + path, **more)
    return reply.status, reply.code if reply.status >= 400 else ""


async def test_a_recorded_run_lists_its_ports_and_answers_slices(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, graph(a="tensor", b="text"), seed=1)
        assert (await client.get(f"{OUTPUTS}/{run_id}")).json == [
            {"node_id": "a", "port": "out", "type": "tensor", "full_shape": [3, 4]},
            {"node_id": "b", "port": "out", "type": "string", "full_shape": None},
        ]
        whole = (await client.get(f"{OUTPUTS}/{run_id}/a/out")).json
        assert whole == {
            "type": "tensor", "full_shape": [3, 4], "dtype": "float32", "slice": "", "sliced_shape": [3, 4],
            "values": [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], "truncated": False,
            "min": 0.0, "max": 11.0, "mean": 5.5, "run_id": run_id, "node_id": "a", "port": "out",
        }  # fmt: skip
        part = (await client.get(f"{OUTPUTS}/{run_id}/a/out", params={"slice": "1, ::2"})).json
        assert (part["values"], part["sliced_shape"], part["truncated"]) == ([4.0, 6.0], [2], True)
        text = (await client.get(f"{OUTPUTS}/{run_id}/b/out?max_elements=7")).json
        assert (text["value"], text["length"], text["truncated"]) == ("x" * 7, 5000, True)
        figures = (await client.get(f"{OUTPUTS}/{run_id}/a/out/stats")).json
        assert (figures["count"], figures["mean"], figures["run_id"], figures["port"]) == (12, 5.5, run_id, "out")


async def test_what_is_asked_for_wrongly(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, graph(a="tensor", b="text"))
        assert await _code(client, f"/{run_id}/a/out?slice=9") == (400, "slice_index_outside")
        assert await _code(client, f"/{run_id}/a/out?slice=a:b:c") == (400, "slice_malformed")
        assert await _code(client, f"/{run_id}/b/out?slice=0") == (400, "output_not_tensor")
        assert await _code(client, f"/{run_id}/b/out/stats") == (400, "output_not_tensor")
        assert await _code(client, f"/{run_id}/a/out?max_elements=11") == (413, "slice_too_large")
        assert await _code(client, f"/{run_id}/a/out?max_elements=0") == (422, "invalid_request")
        assert await _code(client, f"/{run_id}/a/out?max_elements=1000001") == (422, "invalid_request")
        assert await _code(client, f"/{run_id}/a/no") == (404, "output_port_not_found")
        assert await _code(client, f"/{run_id}/c/out") == (404, "output_node_not_found")
        assert await _code(client, f"/{run_id}/c/out/stats") == (404, "output_node_not_found")
        assert await _code(client, f"/{run_id}/c/__steps_index") == (404, "output_node_not_found")
        assert await _code(client, f"/{run_id}/c/__grad_index") == (404, "output_node_not_found")


@pytest.mark.parametrize("run_id", [UNKNOWN, "..%2f..", "%00", "x" * 300, "%F0%9F%98%80"])
async def test_an_unknown_run(tmp_path: Path, run_id: str) -> None:
    async with inspected(tmp_path) as (client, _):
        for rest in ("", "/a/out", "/a/out/stats", "/a/__steps_index", "/a/__grad_index"):
            assert await _code(client, f"/{run_id}{rest}") == (404, "run_not_found")
        reply = await client.ask("DELETE", f"{OUTPUTS}/{run_id}")
        assert (reply.status, reply.code) == (404, "run_not_found")


async def test_runs_that_record_nothing_yet_or_at_all(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        assert await _code(client, f"/{await run(client, graph(a='tensor'), record_outputs=False)}") == (
            404,
            "outputs_not_recorded",
        )
        await client.post("/api/queue/pause")
        waiting = await submit(client, graph(a="tensor"))
        assert await _code(client, f"/{waiting}/a/out") == (404, "outputs_not_yet")
        await client.post(f"/api/runs/{waiting}/cancel")
        await ended(client, waiting)
        assert await _code(client, f"/{waiting}") == (404, "outputs_lost")


async def test_outputs_are_there_as_each_node_completes(tmp_path: Path) -> None:
    reached, opened = threading.Event(), threading.Event()
    GATES["g"] = (reached, opened)
    document = graph(a="tensor", g=("Gate", {"name": "g"}))
    document["edges"].append(wire("a", "g"))
    async with inspected(tmp_path) as (client, _):
        run_id = await submit(client, document)
        assert await asyncio.to_thread(reached.wait, 30)
        assert [row["node_id"] for row in (await client.get(f"{OUTPUTS}/{run_id}")).json] == ["a"]
        assert (await client.get(f"{OUTPUTS}/{run_id}/a/out")).status == 200
        assert await _code(client, f"/{run_id}/g/out") == (404, "output_not_yet")
        assert await _code(client, f"/{run_id}/a/no") == (404, "output_port_not_found")
        opened.set()
        await ended(client, run_id)
        assert (await client.get(f"{OUTPUTS}/{run_id}/g/out")).status == 200


@pytest.mark.req("EA-352")
async def test_dropped_outputs_do_not_come_back(tmp_path: Path) -> None:
    reached, opened = threading.Event(), threading.Event()
    GATES["g"] = (reached, opened)
    async with inspected(tmp_path) as (client, stores):
        run_id = await submit(client, graph(a="tensor", g=("Gate", {"name": "g"})))
        assert await asyncio.to_thread(reached.wait, 30)
        assert (await client.ask("DELETE", f"{OUTPUTS}/{run_id}", token=None)).status == 403
        assert (await client.ask("DELETE", f"{OUTPUTS}/{run_id}")).json == {"run_id": run_id, "deleted": True}
        assert (await client.ask("DELETE", f"{OUTPUTS}/{run_id}")).json == {"run_id": run_id, "deleted": False}
        opened.set()
        await ended(client, run_id)
        assert await _code(client, f"/{run_id}") == (404, "outputs_deleted")
        assert (await client.get(f"/api/runs/{run_id}")).json["status"] == "succeeded"
        assert stores.outputs.bytes == 0
    async with inspected(tmp_path) as (client, _):
        assert await _code(client, f"/{run_id}") == (404, "outputs_lost")


async def test_whole_runs_make_room_and_a_run_that_is_too_large_says_so(tmp_path: Path) -> None:
    async with inspected(tmp_path, StoreLimits(output_bytes=100)) as (client, _):
        first = await run(client, graph(a="small", b="small"))
        second = await run(client, graph(a="small"))
        assert await _code(client, f"/{first}/b/out") == (404, "outputs_evicted")
        assert (await client.get(f"{OUTPUTS}/{second}/a/out")).status == 200
        third = await run(client, graph(a="large"))
        assert await _code(client, f"/{third}") == (404, "outputs_too_large")


async def test_outputs_leave_with_their_run(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, stores):
        one, two, three = [await run(client, graph(a="tensor")) for _ in range(3)]
        assert (await client.ask("DELETE", f"/api/runs/{one}")).json == {"run_id": one, "deleted": True}
        assert await _code(client, f"/{one}/a/out") == (404, "run_not_found")
        assert len(stores.outputs) == 2
        assert (await client.post("/api/runs/delete", {"run_ids": [two, three]})).status == 200
        assert (len(stores.outputs), stores.outputs.bytes) == (0, 0)


async def test_retention_drops_the_outputs_of_what_it_removes(tmp_path: Path) -> None:
    async with inspected(tmp_path, keep_last=1) as (client, stores):
        first = await run(client, graph(a="tensor"))
        second = await run(client, graph(a="tensor"))
        async with asyncio.timeout(30):
            while (await client.get(f"/api/runs/{first}")).status != 404:
                pass  # the sweep after the second run's end goes on beside us
        assert await _code(client, f"/{first}/a/out") == (404, "run_not_found")
        assert (await client.get(f"{OUTPUTS}/{second}/a/out")).status == 200
        assert len(stores.outputs) == 1


async def test_a_run_can_be_deleted_when_nobody_answers_for_its_outputs(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with runs.serving(tmp_path, executor) as service:
        run_id = (await service.submit(runs.GRAPH, {}, None)).run_id
        executor.end(run_id)
        await runs.ended(service, run_id)
        executor.close()
        assert await service.delete([run_id]) == [run_id]


@pytest.mark.req("EA-349")
async def test_outputs_end_with_the_server(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, graph(a="tensor"))
        assert (await client.get(f"{OUTPUTS}/{run_id}")).status == 200
    async with inspected(tmp_path) as (client, _):
        assert await _code(client, f"/{run_id}") == (404, "outputs_lost")
        assert await _code(client, f"/{run_id}/a/out/stats") == (404, "outputs_lost")


async def test_ports_may_be_called_anything(tmp_path: Path) -> None:
    odd = ("stats", "__weight_grad__fc.weight", "a/b", "%2F", "..", " é\u4e2d", "__steps_index/x")
    async with inspected(tmp_path) as (client, stores):
        run_id = await run(client, graph(a="tensor"))
        stores.outputs.record(run_id, "card/inner", {name: torch.ones(2) for name in odd})
        for name in odd:
            path = f"{client.server.url}{OUTPUTS}/{run_id}/{_quoted('card/inner')}/{_quoted(name)}"
            for tail, key in (("", "values"), ("/stats", "mean")):
                body = await _raw(client, path + tail)
                assert (body["node_id"], body["port"]) == ("card/inner", name)
                assert body[key] == {"values": [1.0, 1.0], "mean": 1.0}[key]


def _quoted(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


async def _raw(client: Client, url: str) -> Any:
    """The path goes out as it is written here."""
    from yarl import URL

    async with client.session.get(URL(url, encoded=True)) as response:
        assert response.status == 200, await response.read()
        return json.loads(await response.read())


async def test_verbose_runs_tell_their_steps(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, graph(t=("Tell", {}), a="tensor"), verbose=True)
        assert (await client.get(f"{OUTPUTS}/{run_id}/t/__steps_index")).json == [
            {
                "index": 0,
                "name": "scores",
                "description": "before the softmax",
                "scalars": {"scale": 0.5, "odd": None},
                "tensor_keys": ["scores"],
            },
            {"index": 1, "name": "done", "description": "", "scalars": {}, "tensor_keys": []},
        ]
        step = (await client.get(f"{OUTPUTS}/{run_id}/t/__step__0__scores?slice=2:")).json
        assert step["values"] == [2.0, 3.0]
        assert (await client.get(f"{OUTPUTS}/{run_id}/a/__steps_index")).json == []
        quiet = await run(client, graph(t=("Tell", {})))
        assert (await client.get(f"{OUTPUTS}/{quiet}/t/__steps_index")).json == []
        assert await _code(client, f"/{quiet}/t/__step__0__scores") == (404, "output_port_not_found")


def _leaf() -> Any:
    weight = torch.tensor([1.0, 2.0], requires_grad=True)
    return weight * weight


async def test_gradients_are_captured_and_read(tmp_path: Path) -> None:
    VALUES["leaf"] = _leaf
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, graph(x="leaf"), backward_mode=True, auto_backward=True)
        assert (await client.get(f"{OUTPUTS}/{run_id}/x/__grad_index")).json == [
            {
                "port": "out__grad",
                "kind": "port",
                "has_grad": True,
                "health": {"status": "healthy", "norm": pytest.approx(2**0.5), "mean": 1.0, "max": 1.0},
            }
        ]
        assert (await client.get(f"{OUTPUTS}/{run_id}/x/out__grad")).json["values"] == [1.0, 1.0]


async def test_gradients_begin_where_a_node_marks_them(tmp_path: Path) -> None:
    VALUES["leaf"] = _leaf
    document = graph(x="leaf", m=("BackwardOnce", {}), other="leaf")
    document["edges"].append(wire("x", "m", "tensor"))
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, document, backward_mode=True)
        has = {
            node: [(row["port"], row["has_grad"]) for row in (await client.get(path)).json]
            for node in ("x", "m", "other")
            for path in [f"{OUTPUTS}/{run_id}/{node}/__grad_index"]
        }
        assert has == {"x": [("out__grad", True)], "m": [("tensor__grad", True)], "other": [("out__grad", False)]}


async def test_a_run_without_gradients_says_so(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        run_id = await submit(client, graph(a="tensor"), backward_mode=True)
        warnings = [e["payload"] for e in await ended(client, run_id) if e["type"] == "run_warning"]
        assert [(w["kind"], w["code"]) for w in warnings] == [("no_gradients", "gradients_no_start")]
        assert (await client.get(f"{OUTPUTS}/{run_id}/a/__grad_index")).json == [
            {
                "port": "out__grad",
                "kind": "port",
                "has_grad": False,
                "health": {"status": "none", "norm": None, "mean": None, "max": None},
            }
        ]
        plain = await run(client, graph(a="tensor"))
        assert (await client.get(f"{OUTPUTS}/{plain}/a/__grad_index")).json == []


async def test_kept_weights_are_listed_and_reset(tmp_path: Path) -> None:
    state = "/api/execution/state"
    async with inspected(tmp_path) as (client, stores):
        for node_id in ("b", "a", "c"):
            stores.weights.module("g 1", node_id, "s", lambda: torch.nn.Linear(2, 2))
        assert (await client.get(f"{state}/list")).json == {"total": 3}
        listed = (await client.get(f"{state}/list?graph_id=g%201")).json
        assert listed == {"graph_id": "g 1", "count": 3, "node_ids": ["a", "b", "c"]}
        none = (await client.get(f"{state}/list?graph_id=other")).json
        assert none == {"graph_id": "other", "count": 0, "node_ids": []}
        reset = (await client.post(f"{state}/reset", {"graph_id": "g 1", "node_ids": ["a", "zz"]})).json
        assert reset == {"graph_id": "g 1", "scope": "nodes", "evicted": 1}
        assert (await client.post(f"{state}/reset", {"graph_id": "g 1", "node_ids": []})).json["evicted"] == 0
        reset = (await client.post(f"{state}/reset", {"graph_id": "g 1"})).json
        assert reset == {"graph_id": "g 1", "scope": "graph", "evicted": 2}
        assert (await client.post(f"{state}/reset", {"node_ids": []})).status == 422
        assert (await client.ask("POST", f"{state}/reset", token=None, json={"graph_id": "g"})).status == 403
