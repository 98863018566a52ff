"""A nest of tasks: nothing started in it is lost, crashes are logged, and all of it ends together."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Coroutine

log = logging.getLogger(__name__)


class TaskNest:
    """Owns background tasks of one room. All methods run on the loop."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None], what: str) -> None:
        """Run `work` in the background; what it raises is logged as an error and reported nowhere else."""
        task = asyncio.get_running_loop().create_task(work, name=f"{self._name}: {what}")
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def settle(self) -> None:
        """Wait until nothing runs any more, including what the tasks start meanwhile."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def cancel(self) -> None:
        """Cancel everything and wait for it."""
        for task in set(self._tasks):
            task.cancel()
        await self.settle()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background work broke: %s", task.get_name(), exc_info=error)
