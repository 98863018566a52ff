"""A socket that watches all runs: how often it is told, from when on, and that nothing is left out."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from app.api.watching import GAP_S, RunsWatch
from app.runs import bus as bus_module
from app.runs.bus import ALL_RUNS
from tests.support.clock import ManualClock
from tests.support.graphs import graph, node
from tests.support.rawhttp import until
from tests.support.sockets import LAST, served

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

TINY = graph([node("go", "Start"), node("a", "Add", value=1)], "go > a")


async def test_changes_within_the_gap_are_one_message_at_its_end(tmp_path: Path) -> None:
    clock = ManualClock()
    async with served(tmp_path, services={"clock": clock}) as server, server.canvas() as canvas:
        first = (await canvas.ask("watch"))["version"]
        changes, told = server.runs.changes, [first]
        for _ in range(3):
            await server.runs.set_paused(True)
            told.append((await canvas.next())["version"])  # at once: the last one is long ago
            for paused in (False, True) * 5:
                await server.runs.set_paused(paused)
            assert await canvas.ask("clear_cache") == {"type": "cache_cleared"}  # no message came before it
            last = changes.version
            clock.advance(GAP_S)
            assert await canvas.next() == {
                "type": "runs_changed",
                "version": last,
                "at": clock.utc_iso(),
                "runs": [],
                "rows": True,
                "ended": [],
                "missed": False,
            }
            told.append(last)
            clock.advance(GAP_S)
        assert len(set(told)) == 7
        assert await canvas.ask("clear_cache") == {"type": "cache_cleared"}


async def test_who_comes_back_is_told_what_changed_and_what_ended_meanwhile(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as other:
        async with server.canvas() as canvas:
            before = await canvas.ask("watch")
            assert (before["runs"], before["rows"], before["ended"], before["missed"]) == (None, True, [], False)
        async with server.canvas() as canvas:
            same = await canvas.ask("watch", since=before["version"])
            assert same == {**before, "at": same["at"], "runs": [], "rows": False}
        ids = [(await other.run(TINY))[0]["run_id"] for _ in range(3)]  # begin and end with nobody there
        await until(lambda: server.runs.active_count() == 0)
        async with server.canvas() as canvas:
            told = await canvas.ask("watch", since=before["version"])
            assert (told["ended"], sorted(told["runs"]), told["missed"]) == (ids, sorted(ids), False)
            again = await canvas.ask("watch", since=told["version"])  # told once
            assert (again["ended"], again["missed"]) == ([], False)
    async with served(tmp_path) as server, server.canvas() as canvas:
        other_life = await canvas.ask("watch", since=before["version"])
        assert (other_life["ended"], other_life["missed"], other_life["runs"]) == ([], True, None)
        assert other_life["version"].split(".")[0] != before["version"].split(".")[0]
        assert [(await canvas.ask("watch", since=bad))["code"] for bad in (7, "x" * 101)] == ["bad_field"] * 2


async def test_who_takes_nothing_is_told_every_end_when_it_does_and_holds_nobody_up(tmp_path: Path) -> None:
    async with served(tmp_path) as server, AsyncExitStack() as windows:
        clock, slow = ManualClock(), _Slow()
        watch = RunsWatch(server.runs.changes, slow, clock)  # type: ignore[arg-type]  # the part of a socket that it uses
        windows.push_async_callback(watch.stop)
        await watch.start(None)
        slow.room.clear()
        canvases = [await windows.enter_async_context(server.canvas()) for _ in range(20)]
        for canvas in canvases[1:]:
            await canvas.ask("watch")
        ids = [(await canvases[0].run(TINY))[0]["run_id"] for _ in range(4)]
        for canvas in canvases[1:]:
            ended: list[str] = []
            while len(ended) < len(ids):
                ended += (await canvas.until("runs_changed"))[-1]["ended"]
            assert ended == ids
        assert len(slow.told) == 2  # one frame waits for room, and no more
        slow.room.set()

        def has_all() -> bool:
            clock.advance(GAP_S)
            return slow.ended() == ids

        await until(has_all)
        assert len(slow.told) == 3


class _Slow:
    """The sending half of a socket whose client takes frames while `room` is set."""

    def __init__(self) -> None:
        self.room = asyncio.Event()
        self.room.set()
        self.told: list[dict[str, Any]] = []

    async def send(self, frame: bytes) -> None:
        """This client is slow, and never gone."""
        self.told.append(json.loads(frame[frame.index(b"{") :]))
        await self.room.wait()

    def ended(self) -> list[str]:
        """Every end that it was told of."""
        return [run_id for frame in self.told for run_id in frame["ended"]]


async def test_one_is_told_of_a_run_that_another_socket_follows_and_follows_one_beside_it(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as mine, server.canvas() as other:
        await mine.ask("watch")
        await other.run(TINY)
        assert (await mine.next())["type"] == "runs_changed"
        frames = await mine.run(TINY)
        assert [frame["type"] for frame in frames if frame["type"] in LAST] == ["execution_complete"]
        assert {"attached", "execution_start"} <= {frame["type"] for frame in frames}
        await mine.say("detach")
        await mine.until("detached")
        await server.runs.set_paused(True)
        assert (await mine.until("runs_changed"))[-1]["rows"] is True


async def test_whoever_watches_no_more_is_told_nothing_and_is_not_counted(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        bus = server.runs._bus
        async with server.canvas() as canvas:
            await canvas.ask("watch")
            await canvas.ask("watch")  # twice is once
            assert bus.is_watched(ALL_RUNS)
            assert await canvas.ask("unwatch") == {"type": "unwatched"}
            assert not bus.is_watched(ALL_RUNS)
            await server.runs.set_paused(True)
            assert await canvas.ask("clear_cache") == {"type": "cache_cleared"}
            assert await canvas.ask("unwatch") == {"type": "unwatched"}
            await canvas.ask("watch")
        await until(lambda: not bus.is_watched(ALL_RUNS))  # it has left


async def test_one_watch_too_many_is_refused_and_the_socket_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        monkeypatch.setattr(bus_module, "MAX_WATCHES", 0)
        assert (await canvas.ask("watch"))["code"] == "followers_full"
        assert not server.runs._bus.is_watched(ALL_RUNS)
        monkeypatch.undo()
        assert (await canvas.ask("watch"))["type"] == "watching"
