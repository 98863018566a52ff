"""When retention is applied: soon after the end of runs, once for many that end together, never twice at a time."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from app.core.vocab.errors import Unavailable

if TYPE_CHECKING:
    from app.aio.tasks import TaskNest
    from app.runs.retention import Retention

log = logging.getLogger(__name__)

SWEEP_S = 0.1
"""A sweep costs as much as a small run; of two hundred of those a second, twenty share one."""


class Sweeper:
    """Sweeps in the background. removing: held while runs are removed, here and by whoever deletes them."""

    def __init__(self, retention: Retention, removing: asyncio.Lock, nest: TaskNest) -> None:
        self._retention = retention
        self._removing = removing
        self._nest = nest
        self._is_due = False
        self._is_sweeping = False
        self._is_over = False
        self._timer: asyncio.TimerHandle | None = None

    def soon(self) -> None:
        """A run has ended. Ends during a sweep cause one more."""
        self._is_due = True
        if not self._is_sweeping and not self._is_over and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SWEEP_S, self._begin)

    def stop(self) -> None:
        """Begin no more; what has begun ends with its nest."""
        self._is_over = True
        if self._timer is not None:
            self._timer.cancel()

    def _begin(self) -> None:
        self._timer = None
        self._is_sweeping = True
        self._nest.start(self._sweep(), "retention")

    async def _sweep(self) -> None:
        try:
            while self._is_due:
                self._is_due = False
                async with self._removing:
                    await self._retention.apply()
        except Unavailable as error:
            log.info("retention is put off: %s", error)
        finally:
            self._is_sweeping = False
