"""When retention is applied after runs end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from app.aio.tasks import TaskNest
from app.core.vocab.errors import Unavailable
from app.runs import sweeping
from app.runs.sweeping import Sweeper
from tests.support.rawhttp import until

if TYPE_CHECKING:
    import pytest

    from app.runs.retention import Retention


class _Retention:
    """Counts how often it was applied; the first time waits for `go`."""

    def __init__(self) -> None:
        self.applied = 0
        self.go = asyncio.Event()
        self.fails = False

    async def apply(self) -> list[str]:
        self.applied += 1
        await self.go.wait()
        if self.fails:
            raise Unavailable.of("database_closed")
        return []


async def test_many_ends_are_one_sweep_and_ends_during_it_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "SWEEP_S", 0.01)
    retention, nest = _Retention(), TaskNest("t")
    made = Sweeper(cast("Retention", retention), asyncio.Lock(), nest)
    for _ in range(50):
        made.soon()
    await until(lambda: retention.applied == 1)
    for _ in range(50):
        made.soon()
    retention.go.set()
    await nest.settle()
    assert retention.applied == 2
    made.soon()
    await until(lambda: retention.applied == 3)
    made.stop()


async def test_a_sweep_that_could_not_be_done_is_tried_with_the_next_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "SWEEP_S", 0.0)
    retention, nest = _Retention(), TaskNest("t")
    retention.fails = True
    retention.go.set()
    made = Sweeper(cast("Retention", retention), asyncio.Lock(), nest)
    for count in (1, 2):
        made.soon()
        await until(lambda count=count: retention.applied == count)  # type: ignore[misc] # mypy infers no lambda defaults
        await nest.settle()
    made.stop()


async def test_after_the_stop_nothing_is_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "SWEEP_S", 0.0)
    retention = _Retention()
    made = Sweeper(cast("Retention", retention), asyncio.Lock(), TaskNest("t"))
    made.soon()
    made.stop()
    made.soon()
    timers = asyncio.get_running_loop().time() + 0.05
    await until(lambda: asyncio.get_running_loop().time() > timers)
    assert retention.applied == 0
