"""A log is followed without a gap and without a repeat, wherever its reader falls and gets up again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.graphs import graph, node
from tests.support.rawhttp import until
from tests.support.sockets import LAST, Gate, events, served

if TYPE_CHECKING:
    from pathlib import Path

MIXED = graph(
    [node("go", "Start"), node("c", "Chatty", value=9), node("a", "Add"), node("g", "Gate"), node("b", "Add")],
    "go > c",
    "c.out > a.in0",
    "a.out > g.in0",
    "g.out > b.in0",
)


@pytest.mark.req("EA-056")
@pytest.mark.parametrize("page", [1, 4, 500])
async def test_a_client_that_falls_at_every_event_loses_none_and_gets_none_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    monkeypatch.setattr("app.runs.reading.PAGE_EVENTS", page)
    seen: list[dict[str, Any]] = []
    async with served(tmp_path) as server:
        async with server.canvas() as canvas:
            run_id = (await canvas.ask("execute", **MIXED))["run_id"]
            assert await asyncio.to_thread(Gate.entered.wait, 20)
        while not seen or seen[-1]["type"] not in LAST:
            async with server.canvas() as canvas:
                attached = await canvas.ask("attach", run_id=run_id, cursor=len(seen))
                assert (attached["cursor"], attached["run_id"]) == (len(seen), run_id)
                seen.append(await canvas.next())
                if seen[-1].get("node_id") == "g" and seen[-1]["status"] == "running":
                    Gate.opened.set()
        rest = (await server.client.get(f"/api/runs/{run_id}/events?limit=2000")).json["events"]
        assert [frame["cursor"] for frame in seen] == [event["cursor"] for event in rest]
        assert [frame["type"] for frame in seen] == [event["type"] for event in rest]
        await until(lambda: not server.client.server.door.sockets)


async def test_every_cursor_is_a_place_to_go_on_from(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        Gate.opened.set()
        attached, *log = await canvas.run(MIXED)
        for cursor in range(len(log)):
            await canvas.say("attach", run_id=attached["run_id"], cursor=cursor)
            again, *rest = await canvas.until(*LAST)
            assert again == {**attached, "cursor": cursor, "status": "succeeded"}
            assert rest == log[cursor:]
        for cursor in (len(log), len(log) + 1, 2**53):
            again = await canvas.ask("attach", run_id=attached["run_id"], cursor=cursor)
            assert (again["cursor"], again["status"]) == (cursor, "succeeded")
        assert await canvas.ask("clear_cache") == {"type": "cache_cleared"}  # and nothing came in between


async def test_ten_sockets_follow_one_run_from_other_places_while_it_goes_on(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        run_id = (await canvas.ask("execute", **MIXED))["run_id"]
        assert await asyncio.to_thread(Gate.entered.wait, 20)

        async def follow(cursor: int) -> list[int]:
            async with server.canvas() as other:
                await other.say("attach", run_id=run_id, cursor=cursor)
                return [frame["cursor"] for frame in events(await other.until(*LAST))]

        following_all = [asyncio.ensure_future(follow(cursor)) for cursor in range(10)]
        await until(lambda: len(server.client.server.door.sockets) == 11)
        Gate.opened.set()
        last = (await canvas.until(*LAST))[-1]["cursor"]
        for cursor, task in enumerate(following_all):
            assert await task == list(range(cursor + 1, last + 1))


@pytest.mark.req("EA-055")
async def test_a_log_survives_its_server_and_is_followed_from_the_next_one(tmp_path: Path) -> None:
    Gate.opened.set()
    async with served(tmp_path) as server, server.canvas() as canvas:
        attached, *log = await canvas.run(MIXED)
    async with served(tmp_path) as server, server.canvas() as canvas:
        await canvas.say("attach", run_id=attached["run_id"], cursor=3)
        assert (await canvas.until(*LAST))[1:] == log[3:]


@pytest.mark.req("EA-020")
async def test_followers_and_readers_of_one_run_see_the_same_events_with_the_same_cursors(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas, server.canvas() as other:
        run_id = (await canvas.ask("execute", **MIXED))["run_id"]
        assert await asyncio.to_thread(Gate.entered.wait, 20)
        assert (await other.ask("attach", run_id=run_id))["status"] == "running"
        Gate.opened.set()
        log = events(await canvas.until(*LAST))
        assert events(await other.until(*LAST)) == log
        page = (await server.client.get(f"/api/runs/{run_id}/events?limit=2000")).json
        assert log == [
            {**(e["payload"] or {}), "type": e["type"], "run_id": run_id, "cursor": e["cursor"]} for e in page["events"]
        ]
