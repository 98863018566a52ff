"""Following a log: when it reads, when it ends, how many may."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from app.core.vocab.errors import NotFound, Unavailable
from app.core.vocab.run import RunStatus
from app.db.rows import EventRow
from app.runs import bus as buses
from app.runs.bus import EventBus
from app.runs.following import Following
from tests.support.executors import SteeredExecutor
from tests.support.rawhttp import until
from tests.support.runs import GRAPH, serving

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

RUN = "a" * 32


async def test_beyond_the_bound_nobody_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buses, "MAX_WATCHES", 1)
    bus = EventBus()

    async def read(run_id: str, cursor: int) -> tuple[RunStatus, Sequence[EventRow]]:
        raise AssertionError("nobody reads")

    first = Following(RUN, 0, bus, read, lambda: False)
    with pytest.raises(Unavailable) as refused:
        Following(RUN, 0, bus, read, lambda: False)
    assert refused.value.reason.code == "followers_full"
    first.close()
    first.close()
    Following(RUN, 0, bus, read, lambda: False).close()
    assert not bus.is_watched(RUN)


async def test_a_run_without_a_last_event_ends_for_its_followers_by_its_status() -> None:
    bus = EventBus()
    rows = [EventRow(1, "execution_start", "{}", "t")]

    async def read(run_id: str, cursor: int) -> tuple[RunStatus, Sequence[EventRow]]:
        return RunStatus.INTERRUPTED, rows[cursor:]

    following = Following(RUN, 0, bus, read, lambda: False)
    assert [row.cursor for row in await following.page()] == [1]
    assert not following.is_over
    assert list(await following.page()) == []
    assert following.is_over


async def test_followers_end_when_the_service_stops() -> None:
    bus = EventBus()
    is_closing = False

    async def read(run_id: str, cursor: int) -> tuple[RunStatus, Sequence[EventRow]]:
        return RunStatus.RUNNING, ()

    following = Following(RUN, 0, bus, read, lambda: is_closing)
    reading = asyncio.ensure_future(following.page())
    await asyncio.sleep(0)
    assert not reading.done()
    is_closing = True
    bus.wake_all()
    assert list(await reading) == []


async def test_the_database_is_not_asked_for_what_memory_knows_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        run_id = (await service.submit(GRAPH, {}, None)).run_id
        await until(lambda: service._dispatch.live[run_id].durable_cursor == 1)
        following = service.follow(run_id, 1)
        reads = 0
        real = service._db.read

        async def counted(read: object) -> object:
            nonlocal reads
            reads += 1
            return await real(read)  # type: ignore[arg-type] # passed through

        monkeypatch.setattr(service._db, "read", counted)
        assert await following.status() is RunStatus.RUNNING
        reading = asyncio.ensure_future(following.page())
        await asyncio.sleep(0)
        assert (reads, reading.done()) == (0, False)
        executor.end_all()
        assert [row.type for row in await reading] == ["execution_complete"]
        assert reads == 1
        following.close()


async def test_only_runs_that_exist_have_a_status(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        for run_id in ("0" * 32,):
            following = service.follow(run_id, 0)
            with pytest.raises(NotFound):
                await following.status()
            following.close()
        with pytest.raises(NotFound):
            service.follow("x", 0)


async def test_a_waiting_run_is_queued_and_followed_to_its_cancel(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        await service.set_paused(True)
        run_id = (await service.submit(GRAPH, {}, None)).run_id
        following = service.follow(run_id, 0)
        assert await following.status() is RunStatus.QUEUED
        await service.cancel(run_id)
        assert [row.type for row in await following.page()] == ["execution_stopped"]
        following.close()
