"""A run from submit to terminal event on a real database."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from app.aio.clock import SystemClock
from app.core.vocab.device import Inventory
from app.core.vocab.errors import Unavailable
from app.core.vocab.run import Outcome, RunStatus
from app.db.database import Database
from app.engine.registry import discover
from app.runs import eventlog
from app.runs.config import RunConfig
from app.runs.retention import Retention
from app.runs.service import RunService
from tests.support.executors import SteeredExecutor
from tests.support.nodes import folders
from tests.support.runs import GRAPH, ended, serving

if TYPE_CHECKING:
    from pathlib import Path

    from app.runs.executors.base import ExecutionRequest
    from tests.conftest import ExpectedWarnings


async def test_a_run_that_succeeds_has_a_start_an_end_and_nothing_else(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        submitted = await service.submit(GRAPH, {"device": "cpu"}, "  first ")
        assert submitted.status is RunStatus.RUNNING
        executor.end(submitted.run_id)
        assert await ended(service, submitted.run_id) == [(1, "execution_start"), (2, "execution_complete")]
        view = await service.get(submitted.run_id)
        assert (view.row.status, view.row.name, view.row.last_cursor) == (RunStatus.SUCCEEDED, "first", 2)
        assert view.row.started_at is not None
        assert view.row.finished_at is not None
        assert view.row.finished_at >= view.row.started_at >= view.row.created_at


async def test_overrides_that_say_nothing_are_named_at_the_start(
    tmp_path: Path, expect_warning: ExpectedWarnings
) -> None:
    expect_warning("`cuda=many`")
    async with serving(tmp_path, malformed_overrides=("cuda=many",)) as service:
        assert service.active_count() == 0


async def test_the_third_cpu_run_waits_and_a_waiting_one_can_be_cancelled(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        ids = [(await service.submit(GRAPH, {}, None)).run_id for _ in range(4)]
        assert executor.begun == ids[:2]
        assert [(await service.get(one)).queue_position for one in ids] == [None, None, 1, 2]
        held = service._dispatch.live
        assert [(held[one].graph, held[one].log) for one in ids[2:]] == [(None, None)] * 2
        cancelled = await service.cancel(ids[2])
        assert (cancelled.status, cancelled.cancelled) == (RunStatus.CANCELLED, True)
        assert await ended(service, ids[2]) == [(1, "execution_stopped")]
        assert (await service.get(ids[2])).row.started_at is None
        executor.end(ids[0])
        await ended(service, ids[0])
        await service.events(ids[3], 0, 30, 1)
        assert executor.begun == [ids[0], ids[1], ids[3]]


async def test_a_start_that_fails_half_way_leaves_no_thread_and_no_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, keep_queue=True) as service:
        await service.set_paused(True)
        waits = (await service.submit(GRAPH, {}, None)).run_id
    db = Database.open(tmp_path / "codefyui.db")
    service = RunService(
        db, discover(), folders(tmp_path), RunConfig(keep_queue=True), SystemClock(), Inventory, dict, executor
    )

    async def fails(retention: Retention) -> list[str]:
        await retention._files.run(lambda: None)
        raise Unavailable.of("database_busy", waiting=1)

    with monkeypatch.context() as broken:
        broken.setattr(Retention, "apply", fails)
        with pytest.raises(Unavailable):
            await service.start()
    assert not [t.name for t in threading.enumerate() if t.name.startswith("run-")]
    assert service.active_count() == 0
    with pytest.raises(Unavailable):
        await service.submit(GRAPH, {}, None)
    db.close()
    async with serving(tmp_path, executor, keep_queue=True) as again:
        assert (await again.queue()).waiting == [waits]
        assert executor.begun == []


async def test_a_run_that_waits_for_the_disk_ends_when_it_is_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its slot is free at once; its end is written as soon as that can be."""
    monkeypatch.setattr(eventlog, "MAX_BEHIND", 20)
    reporting, writable = threading.Event(), threading.Event()

    def report(request: ExecutionRequest) -> Outcome:
        assert reporting.wait(20)
        while not request.context.cancel.is_set():
            request.context.sinks.emit("node_status", {"node_id": "n", "status": "running"})
        return Outcome(RunStatus.CANCELLED)

    async with serving(tmp_path, SteeredExecutor(report)) as service:
        run_id = (await service.submit(GRAPH, {}, None)).run_id
        live = service._dispatch.live[run_id]
        while live.durable_cursor < 1:  # else its start may be one of the twenty that it is behind
            await asyncio.to_thread(lambda: None)
        held = service._db.writer.do(lambda tx: writable.wait(20))
        reporting.set()
        while live.log is None or live.log.last_cursor <= 20:
            await asyncio.to_thread(lambda: None)
        assert (await service.cancel(run_id)).cancelled is True
        while (await service.queue()).running:
            await asyncio.to_thread(lambda: None)
        assert (await service.get(run_id)).row.status is RunStatus.RUNNING
        writable.set()
        await asyncio.wrap_future(held)
        events = await ended(service, run_id)
        assert [cursor for cursor, _ in events] == list(range(1, len(events) + 1))
        assert (events[0][1], events[-1][1]) == ("execution_start", "execution_stopped")
        assert (await service.get(run_id)).row.status is RunStatus.CANCELLED
