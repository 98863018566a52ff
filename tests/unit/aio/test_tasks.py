"""Nothing started in a nest is lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.aio.tasks import TaskNest

if TYPE_CHECKING:
    from tests.conftest import ExpectedWarnings


async def test_settle_waits_for_what_tasks_start_too() -> None:
    nest = TaskNest("x")
    seen: list[str] = []

    async def inner() -> None:
        seen.append("inner")

    async def outer() -> None:
        nest.start(inner(), "inner")
        seen.append("outer")

    nest.start(outer(), "outer")
    await nest.settle()
    assert seen == ["outer", "inner"]


async def test_cancel_ends_what_would_wait_for_ever() -> None:
    nest = TaskNest("x")
    ended = asyncio.Event()

    async def waits() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    nest.start(waits(), "waits")
    await asyncio.get_running_loop().create_task(_turn())
    await nest.cancel()
    assert ended.is_set()


async def _turn() -> None:
    """One turn of the loop."""


async def test_a_crash_is_logged_with_its_name(expect_warning: ExpectedWarnings) -> None:
    expect_warning("background work broke: nest: bad")
    nest = TaskNest("nest")

    async def bad() -> None:
        raise ValueError("x")

    nest.start(bad(), "bad")
    await nest.settle()
