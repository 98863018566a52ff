"""The run routes over the fake run service and over the real one: both give the same answers."""

from __future__ import annotations

import csv
import io
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from app.compose import rooms
from app.settings import Settings
from tests.support.fake_runs import FakeRuns
from tests.support.plane import TOKEN, Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

GRAPH: dict[str, Any] = {
    "name": "tiny",
    "nodes": [
        {"id": "s", "type": "Start", "data": {"params": {}}},
        {"id": "t", "type": "TensorCreate", "data": {"params": {}}},
    ],
    "edges": [
        {"id": "e", "source": "s", "target": "t", "sourceHandle": "trigger", "targetHandle": "", "type": "trigger"}
    ],
}
UNKNOWN = "f" * 32


@pytest_asyncio.fixture(params=["fake", "real"])
async def client(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Client]:
    if request.param == "fake":
        async with serving(make(tmp_path, runs=FakeRuns(auto=True))) as made:
            yield made
        return
    settings = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path)})
    async with AsyncExitStack() as stack:
        services = await rooms.make_services(settings, TOKEN, "b" * 32, stack)
        await services.runs.start()
        stack.push_async_callback(services.runs.stop)
        yield await stack.enter_async_context(serving(services))


async def ended(client: Client, run_id: str) -> dict[str, Any]:
    """Wait for the run's terminal event; answers the row."""
    cursor = 0
    while True:
        page = (await client.get(f"/api/runs/{run_id}/events?cursor={cursor}&wait=30")).json
        cursor = page["cursor"]
        if not page["active"]:
            row: dict[str, Any] = (await client.get(f"/api/runs/{run_id}")).json
            return row


async def submit(client: Client, **more: Any) -> str:
    reply = await client.post("/api/runs", {"graph": GRAPH, **more})
    assert reply.status == 200, reply.body
    assert set(reply.json) == {"run_id", "status"}
    assert reply.json["status"] in ("queued", "running")
    return str(reply.json["run_id"])


async def test_submit_follow_and_read(client: Client) -> None:
    run_id = await submit(client, name="first")
    row = await ended(client, run_id)
    assert (row["id"], row["name"], row["status"], row["active"]) == (run_id, "first", "succeeded", False)
    assert (row["graph_name"], row["worker_id"], row["error"], row["queue_position"]) == ("tiny", None, None, None)
    events = (await client.get(f"/api/runs/{run_id}/events")).json["events"]
    assert [e["cursor"] for e in events] == list(range(1, row["last_cursor"] + 1))
    assert (events[0]["type"], events[-1]["type"]) == ("execution_start", "execution_complete")
    assert (events[0]["payload"], events[-1]["payload"]) == ({"run_id": run_id}, None)


@pytest.mark.req("EA-056")
async def test_a_cursor_gives_every_later_event_and_no_earlier_one(client: Client) -> None:
    run_id = await submit(client)
    last = (await ended(client, run_id))["last_cursor"]
    for cursor in range(last + 1):
        page = (await client.get(f"/api/runs/{run_id}/events?cursor={cursor}&wait=0")).json
        assert [e["cursor"] for e in page["events"]] == list(range(cursor + 1, last + 1))
        assert page["cursor"] == last
    one = (await client.get(f"/api/runs/{run_id}/events?limit=1")).json
    assert ([e["cursor"] for e in one["events"]], one["cursor"]) == ([1], 1)


async def test_the_graph_is_kept(client: Client) -> None:
    run_id = await submit(client)
    assert (await client.get(f"/api/runs/{run_id}/graph")).json == GRAPH


async def test_list_filters_and_pages(client: Client) -> None:
    ids = [await submit(client, name=f"run {i}") for i in range(5)]
    for run_id in ids:
        await ended(client, run_id)
    page = (await client.get("/api/runs?limit=2&offset=1")).json
    assert ([r["id"] for r in page["runs"]], page["total"], page["limit"], page["offset"]) == (
        [ids[3], ids[2]],
        5,
        2,
        1,
    )
    assert [r["id"] for r in (await client.get("/api/runs?q=run%203")).json["runs"]] == [ids[3]]
    assert (await client.get("/api/runs?status=succeeded&status=failed")).json["total"] == 5
    assert (await client.get("/api/runs?status=failed")).json["total"] == 0
    assert (await client.get("/api/runs?graph=tiny")).json["total"] == 5
    assert (await client.get("/api/runs?graph=other")).json["total"] == 0
    assert (await client.get("/api/runs?status=sleeping")).status == 400
    # of everything else that was asked for: a list of one status still tells how many others there are
    assert (await client.get("/api/runs?status=failed")).json["counts"] == {"succeeded": 5}
    assert (await client.get("/api/runs?status=failed&q=run%203")).json["counts"] == {"succeeded": 1}
    assert (await client.get("/api/runs?graph=other")).json["counts"] == {}


async def test_runs_are_found_by_the_graph_that_they_name(client: Client) -> None:
    ids = [await submit(client, options=options) for options in ({"graph_id": "a b"}, {"graph_id": "c"}, {})]
    for run_id in ids:
        await ended(client, run_id)

    async def found(query: str) -> list[int]:
        return [ids.index(run["id"]) for run in (await client.get(f"/api/runs?{query}")).json["runs"]]

    # two graphs of one name are two graphs; a run that names none is found by the name, as it always was
    assert await found("graph_id=a%20b") == [0]
    assert await found("graph_id=a%20b&graph=tiny") == [2, 0]
    assert await found("graph_id=c&graph=other") == [1]
    assert await found("graph=tiny") == [2, 1, 0]
    assert await found("graph_id=tiny") == []
    assert await found("graph_id=c&graph=tiny&status=failed") == []


async def test_change_and_find_by_tag(client: Client) -> None:
    run_id = await submit(client, name="old")
    await ended(client, run_id)
    row = (await client.ask("PATCH", f"/api/runs/{run_id}", json={"tags": ["a", "b"], "keep": True})).json
    assert (row["name"], row["tags"], row["keep"]) == ("old", ["a", "b"], True)
    row = (await client.ask("PATCH", f"/api/runs/{run_id}", json={"name": None})).json
    assert (row["name"], row["tags"], row["keep"]) == (None, ["a", "b"], True)
    assert (await client.get("/api/runs?tag=b")).json["total"] == 1
    assert (await client.get("/api/runs?tag=c")).json["total"] == 0


async def test_a_run_has_its_tags_from_the_beginning(client: Client) -> None:
    run_id = await submit(client, tags=["thesis", "night"])
    assert (await ended(client, run_id))["tags"] == ["thesis", "night"]
    assert (await client.post("/api/runs", {"graph": GRAPH, "tags": ["x" * 65]})).status == 422


async def test_delete(client: Client) -> None:
    ids = [await submit(client) for _ in range(3)]
    for run_id in ids:
        await ended(client, run_id)
    assert (await client.ask("DELETE", f"/api/runs/{ids[0]}")).json == {"run_id": ids[0], "deleted": True}
    assert (await client.get(f"/api/runs/{ids[0]}")).status == 404
    assert (await client.post("/api/runs/delete", {"run_ids": [ids[1], UNKNOWN]})).status == 404
    assert (await client.get("/api/runs")).json["total"] == 2
    assert (await client.post("/api/runs/delete", {"run_ids": ids[1:]})).json == {"deleted": ids[1:]}
    assert (await client.get("/api/runs")).json["total"] == 0


async def test_requeue_gives_new_ids_in_order(client: Client) -> None:
    ids = [await submit(client, name=f"n{i}") for i in range(3)]
    for run_id in ids:
        await ended(client, run_id)
    new = (await client.post("/api/runs/requeue", {"run_ids": ids})).json["run_ids"]
    assert len({*ids, *new}) == 6
    rows = [await ended(client, run_id) for run_id in new]
    assert [row["name"] for row in rows] == ["n0", "n1", "n2"]
    assert (await client.get(f"/api/runs/{new[0]}/graph")).json == GRAPH


async def test_cancel_of_an_ended_run_changes_nothing(client: Client) -> None:
    run_id = await submit(client)
    await ended(client, run_id)
    reply = await client.post(f"/api/runs/{run_id}/cancel")
    assert (reply.status, reply.json) == (200, {"run_id": run_id, "status": "succeeded", "cancelled": False})


async def test_pause_and_resume(client: Client) -> None:
    assert (await client.post("/api/queue/pause")).json["paused"] is True
    assert (await client.get("/api/queue")).json["paused"] is True
    assert (await client.post("/api/queue/resume")).json["paused"] is False


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("GET", "/events"),
        ("GET", "/metrics"),
        ("GET", "/metrics?format=csv"),
        ("GET", "/artifacts"),
        ("GET", "/artifacts/1/download"),
        ("GET", "/console"),
        ("GET", "/log"),
        ("GET", "/graph"),
        ("POST", "/cancel"),
        ("DELETE", ""),
        ("PATCH", ""),
    ],
)
@pytest.mark.parametrize("run_id", [UNKNOWN, "..%2f..", "%00", "x" * 300, "%F0%9F%98%80"])
async def test_an_unknown_run_is_404_everywhere(client: Client, method: str, path: str, run_id: str) -> None:
    body: dict[str, Any] = {"json": {"keep": True}} if method == "PATCH" else {}
    reply = await client.ask(method, f"/api/runs/{run_id}{path}", **body)
    assert reply.status == 404
    assert reply.code == "run_not_found"


async def test_metrics_and_artifacts_of_a_run_without_any(client: Client) -> None:
    run_id = await submit(client)
    await ended(client, run_id)
    assert (await client.get(f"/api/runs/{run_id}/metrics")).json == {
        "run_id": run_id,
        "names": [],
        "metrics": [],
        "next": None,
    }
    assert (await client.get(f"/api/runs/{run_id}/artifacts")).json == {"run_id": run_id, "artifacts": []}
    csv = await client.get(f"/api/runs/{run_id}/metrics?format=csv")
    assert csv.body.decode() == "\ufeffrun_id,node_id,name,step,value,ts\r\n"
    console = (await client.get(f"/api/runs/{run_id}/console")).json
    assert (console["offset"], console["end"]) == (0, True)


async def test_sets_of_runs(client: Client) -> None:
    run_id = await submit(client)
    await ended(client, run_id)
    facets = await client.get("/api/run-facets")
    assert (facets.status, set(facets.json)) == (200, {"graphs", "tags", "workers"})
    curves = await client.get(f"/api/run-metrics?run={run_id}&run={UNKNOWN}&name=loss&max_points=8")
    assert (curves.status, curves.json) == (200, {"name": "loss", "curves": [], "rest": []})
    assert (await client.get("/api/run-metrics?run=x&name=loss")).status == 404
    assert (await client.get("/api/run-metrics?name=loss")).status == 422
    assert (await client.get("/api/runs?group=colour")).status == 422
    assert (await client.get("/api/runs?group=graph&sort=-duration&since=2020-01-01T00:00:00")).status == 200
    for time in ("2020-01-01T00:00:00.123%2B00:00", "2020-01-01T00:00:00.123Z"):  # as frames and rows tell it
        assert (await client.get(f"/api/runs?since={time}")).status == 200, time


async def test_the_list_is_a_file_too(client: Client) -> None:
    ids = [await submit(client, name=name) for name in ("plain", "=1+1", "數據, 二")]
    for run_id in ids:
        await ended(client, run_id)
    await client.ask("PATCH", f"/api/runs/{ids[0]}", json={"tags": ["a", "b"], "keep": True})
    reply = await client.get("/api/run-table?q=&metric=loss&metric=%40x&limit=1&offset=2")
    assert (reply.status, reply.headers["Content-Disposition"]) == (200, 'attachment; filename="runs.csv"')
    rows = list(csv.DictReader(io.StringIO(reply.body.decode("utf-8-sig"))))
    assert [row["run_id"] for row in rows] == ids[::-1]
    assert [row["name"] for row in rows] == ["數據, 二", "'=1+1", "plain"]
    assert (rows[2]["tags"], rows[2]["keep"], rows[2]["status"], rows[2]["worker"]) == (
        "a b",
        "yes",
        "succeeded",
        "local",
    )
    assert (rows[0]["loss"], rows[0]["'@x"], float(rows[0]["duration_s"]) >= 0) == ("", "", True)
    assert (await client.get("/api/run-table?status=sleeping")).status == 400
