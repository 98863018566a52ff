"""When retention is applied: after the end of runs, never twice at a time."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.vocab.errors import Unavailable

if TYPE_CHECKING:
    import asyncio

    from app.aio.tasks import TaskNest
    from app.runs.retention import Retention

log = logging.getLogger(__name__)


class Sweeper:
    """Sweeps in the background. removing: held while runs are removed, here and by whoever deletes them."""

    def __init__(self, retention: Retention, removing: asyncio.Lock, nest: TaskNest) -> None:
        self._retention = retention
        self._removing = removing
        self._nest = nest
        self._is_due = False
        self._is_sweeping = False

    def soon(self) -> None:
        """A run has ended. Ends during a sweep cause one more."""
        self._is_due = True
        if not self._is_sweeping:
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
