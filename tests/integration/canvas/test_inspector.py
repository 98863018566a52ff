"""A canvas and the Inspector: what a click recorded is read over HTTP, and so are steps, gradients and kept weights."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from app.engine.registry import discover
from tests.support.graphs import graph, node
from tests.support.recorded import ended, submit
from tests.support.sockets import Gate, served, statuses

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.plane import Client

OUTPUTS = "/api/execution/outputs"
STATE = "/api/execution/state"
TINY = graph([node("go", "Start"), node("a", "Add", value=1), node("b", "Add", value=2)], "go > a", "a.out > b.in0")
LAYER = graph(
    [node("go", "Start"), node("x", "TensorInput", shape="2,3"), node("l", "Linear", in_features=3, out_features=4)],
    "go > x",
    "x.tensor > l.tensor",
)


async def _values(client: Client, run_id: str, node_id: str, port: str = "out") -> Any:
    reply = await client.get(f"{OUTPUTS}/{run_id}/{node_id}/{port}")
    assert reply.status == 200, reply.body
    return reply.json["values"]


@pytest.mark.req("EA-039")
async def test_a_second_click_is_cached_and_both_can_be_looked_into(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        first = await canvas.run(TINY, record_outputs=True)
        second = await canvas.run(TINY, record_outputs=True)
        assert {node: status for node, status in statuses(second).items() if node != "go"} == {
            "a": "cached",
            "b": "cached",
        }
        for frames in (first, second):
            run_id = frames[0]["run_id"]
            assert await _values(server.client, run_id, "a") == [1.0]
            assert await _values(server.client, run_id, "b") == [4.0]
        queued = await submit(server.client, TINY)
        ended_by = {e["payload"]["node_id"]: e["payload"]["status"] for e in await ended(server.client, queued)
                    if e["type"] == "node_status"}  # fmt: skip
        assert (ended_by["a"], ended_by["b"]) == ("completed", "completed")
        assert await _values(server.client, queued, "b") == [4.0]
        unrecorded = (await canvas.run(TINY))[0]["run_id"]
        reply = await server.client.get(f"{OUTPUTS}/{unrecorded}")
        assert (reply.status, reply.code) == (404, "outputs_not_recorded")


async def test_a_click_is_looked_into_while_it_goes_on(tmp_path: Path) -> None:
    document = graph(
        [node("go", "Start"), node("a", "Add", value=1), node("g", "Gate")], "go > a", "go > g", "a.out > g.in0"
    )
    async with served(tmp_path) as server, server.canvas() as canvas:
        await canvas.say("execute", **document, record_outputs=True)
        run_id = (await canvas.until("attached"))[-1]["run_id"]
        assert await asyncio.to_thread(Gate.entered.wait, 20)
        assert await _values(server.client, run_id, "a") == [1.0]
        reply = await server.client.get(f"{OUTPUTS}/{run_id}/g/out")
        assert (reply.status, reply.code) == (404, "output_not_yet")
        Gate.opened.set()
        await canvas.until("execution_complete")
        assert (await server.client.get(f"{OUTPUTS}/{run_id}/g/out")).status == 200


async def test_gradients_of_a_layer_and_its_kept_weights(tmp_path: Path) -> None:
    fields = {"record_outputs": True, "weights_persistent": True, "graph_id": "tab 1", "auto_backward": True}
    async with served(tmp_path, discover()) as server, server.canvas() as canvas:
        run_id = (await canvas.run(LAYER, backward_mode=True, **fields))[0]["run_id"]
        rows = (await server.client.get(f"{OUTPUTS}/{run_id}/l/__grad_index")).json
        found = {row["port"]: (row["kind"], row["has_grad"]) for row in rows}
        assert found["tensor__grad"] == ("port", True)
        weights = [port for port, (kind, _) in found.items() if kind == "weight"]
        assert sorted(weights) == ["__weight_grad__bias", "__weight_grad__weight"]
        assert await _values(server.client, run_id, "l", "tensor__grad") == [[1.0] * 4] * 2
        assert await _values(server.client, run_id, "l", "__weight_grad__bias") == [2.0] * 4
        listed = (await server.client.get(f"{STATE}/list?graph_id=tab%201")).json
        assert listed == {"graph_id": "tab 1", "count": 1, "node_ids": ["l"]}
        before = await _values(server.client, run_id, "l", "tensor")
        again = (await canvas.run(LAYER, **fields))[0]["run_id"]
        assert await _values(server.client, again, "l", "tensor") == before
        reset = (await server.client.post(f"{STATE}/reset", {"graph_id": "tab 1"})).json
        assert reset == {"graph_id": "tab 1", "scope": "graph", "evicted": 1}
        fresh = (await canvas.run(LAYER, **fields))[0]["run_id"]
        assert await _values(server.client, fresh, "l", "tensor") != before
