"""Runs called as functions: who is told what, and when their time is up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import Refused, Unavailable
from app.core.vocab.reason import reason
from app.core.vocab.run import Outcome, RunStatus
from tests.support.executors import SteeredExecutor
from tests.support.rawhttp import until
from tests.support.runs import GRAPH, ended, serving

if TYPE_CHECKING:
    from pathlib import Path

GIVEN = Outcome(RunStatus.SUCCEEDED, outputs={"y": 1})


async def begun(executor: SteeredExecutor) -> str:
    """The id of the one run that executes."""
    await until(lambda: bool(executor.begun))
    return executor.begun[0]


async def test_a_caller_gets_the_outputs_once_the_end_is_durable(tmp_path: Path) -> None:
    executor = SteeredExecutor(lambda request: GIVEN if request.context.wants_outputs else Outcome(RunStatus.FAILED))
    async with serving(tmp_path, executor) as service:
        done = await service.call(GRAPH, {"device": "cpu"}, 60)
        assert done.ended is not None
        assert (done.ended.status, done.ended.error, done.ended.outputs) == (RunStatus.SUCCEEDED, None, {"y": 1})
        assert (done.device, done.total_s >= 0) == ("cpu", True)
        assert (await service.get(done.run_id)).row.status is RunStatus.SUCCEEDED


async def test_a_run_that_nobody_waits_for_gives_no_outputs(tmp_path: Path) -> None:
    seen: list[bool] = []

    def script(request: Any) -> Outcome:
        seen.append(request.context.wants_outputs)
        return Outcome(RunStatus.SUCCEEDED)

    async with serving(tmp_path, SteeredExecutor(script)) as service:
        await ended(service, (await service.submit(GRAPH, {}, None)).run_id)
    assert seen == [False]


async def test_a_failure_is_told_as_the_row_has_it(tmp_path: Path) -> None:
    failed = Outcome(RunStatus.FAILED, reason("list_empty", port="x"))
    async with serving(tmp_path, SteeredExecutor(lambda request: failed)) as service:
        done = await service.call(GRAPH, {}, 60)
        row = (await service.get(done.run_id)).row
    assert done.ended is not None
    assert done.ended.status is row.status is RunStatus.FAILED
    assert done.ended.error == row.error
    assert dict(row.error or {})["code"] == "list_empty"


async def test_when_the_time_is_up_the_run_is_asked_to_stop(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        done = await service.call(GRAPH, {}, 0.01)
        assert done.ended is None
        assert executor.requests[done.run_id].context.cancel.is_set()
        executor.end(done.run_id, Outcome(RunStatus.CANCELLED))
        assert (await ended(service, done.run_id))[-1][1] == "execution_stopped"
        assert (await service.get(done.run_id)).row.status is RunStatus.CANCELLED


async def test_the_limit_counts_while_a_run_waits_in_its_queue(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        await service.set_paused(True)
        done = await service.call(GRAPH, {}, 0.01)
        assert done.ended is None
        assert (await ended(service, done.run_id))[-1][1] == "execution_stopped"
        assert executor.begun == []


async def test_a_caller_that_leaves_cancels_nothing_and_the_limit_still_holds(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        first = asyncio.create_task(service.call(GRAPH, {}, 60))
        run_id = await begun(executor)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert not executor.requests[run_id].context.cancel.is_set()
        executor.end(run_id, GIVEN)
        await ended(service, run_id)
        assert (await service.get(run_id)).row.status is RunStatus.SUCCEEDED
        second = asyncio.create_task(service.call(GRAPH, {}, 0.3))
        await until(lambda: len(executor.begun) == 2)
        flag = executor.requests[executor.begun[1]].context.cancel
        second.cancel()
        assert await asyncio.to_thread(flag.wait, 20)


async def test_a_stopping_server_tells_who_waits(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, grace_s=0.0) as service:
        waiting = asyncio.create_task(service.call(GRAPH, {}, 60))
        await begun(executor)
        await service.stop(0.0)
        with pytest.raises(Unavailable) as caught:
            await waiting
        assert caught.value.reason.code == "shutting_down"


async def test_what_submit_refuses_a_call_refuses(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        with pytest.raises(Refused) as caught:
            await service.call(GRAPH, {"device": "abacus"}, 60)
        assert caught.value.reason.code == "bad_device"
        assert service.active_count() == 0
