"""A submit whose commit is under way when the service stops: stored, and treated as every other run that waits."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from app.db import run_rows
from tests.support.executors import SteeredExecutor
from tests.support.runs import GRAPH, serving

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("keeps", "status", "events"), [(False, "interrupted", ["execution_stopped"]), (True, "queued", [])]
)
async def test_it_ends_or_waits_like_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keeps: bool, status: str, events: list[str]
) -> None:
    entered, release, insert = threading.Event(), threading.Event(), run_rows.insert

    def slow_insert(*given: Any) -> None:
        entered.set()
        assert release.wait(20)
        insert(*given)

    executor = SteeredExecutor()
    async with serving(tmp_path, executor, keep_queue=keeps) as service:
        monkeypatch.setattr(run_rows, "insert", slow_insert)
        submitting = asyncio.ensure_future(service.submit(GRAPH, {"device": "cpu"}, None))
        assert await asyncio.to_thread(entered.wait, 20)
        stopping = asyncio.ensure_future(service.stop(20))
        await asyncio.sleep(0)  # one turn of the loop: the stop has begun
        release.set()
        run_id = (await submitting).run_id
        await stopping
        await service.set_paused(True)  # a write: everything before it is durable now
        with closing(sqlite3.connect(tmp_path / "codefyui.db")) as db:
            assert db.execute("SELECT id, status FROM exec_runs").fetchall() == [(run_id, status)]
            assert [cells[0] for cells in db.execute("SELECT type FROM exec_run_events")] == events
    assert executor.begun == []
