"""What an earlier life of the server left behind: runs without an end get one, or their place in the queue."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.events import builders
from app.core.events.kinds import EventType
from app.core.vocab.reason import reason
from app.core.vocab.run import RunStatus
from app.db import artifact_rows, event_rows, queue_rows, run_rows
from app.db.run_rows import RunEnd, StoredRun, pack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.vocab.reason import Reason
    from app.db.connection import Tx
    from app.db.database import Database

log = logging.getLogger(__name__)

TERMINAL_EVENTS = {
    EventType.EXECUTION_COMPLETE.value: RunStatus.SUCCEEDED,
    EventType.EXECUTION_ERROR.value: RunStatus.FAILED,
    EventType.EXECUTION_STOPPED.value: RunStatus.INTERRUPTED,
}
"""What a log that has its end says of a row that has not; both are written together, so this only guards old files."""

SLICE_RUNS = 200
"""Runs that one transaction settles."""


@dataclass(frozen=True)
class Recovered:
    """What the service goes on with. waiting: runs that stay queued, in their order."""

    waiting: tuple[StoredRun, ...]
    is_paused: bool
    next_artifact_id: int


class Recovery:
    """Runs once, at start, before retention and before anything is submitted. Repeating it changes nothing."""

    def __init__(self, db: Database, keep_queue: bool, now_iso: str) -> None:
        self._db = db
        self._keep_queue = keep_queue
        self._now = now_iso

    async def recover(self) -> Recovered:
        """Settle every run that has not ended, some hundred at a time; a run's end is one transaction."""
        left = await self._db.read(run_rows.active)
        waiting = [run for run in left if self._stays_queued(run)]
        others = [run for run in left if not self._stays_queued(run)]
        for first in range(0, len(others), SLICE_RUNS):
            await self._settle(others[first : first + SLICE_RUNS])
        paused, next_id = await self._db.read(lambda tx: (queue_rows.is_paused(tx), artifact_rows.next_id(tx)))
        return Recovered(tuple(waiting), paused, next_id)

    def _stays_queued(self, run: StoredRun) -> bool:
        return self._keep_queue and run.row.status is RunStatus.QUEUED

    async def _settle(self, runs: Sequence[StoredRun]) -> None:
        def settle(tx: Tx) -> None:
            for run in runs:
                self.end_interrupted(tx, run.row.id, reason("run_interrupted"))

        await self._db.write(settle)
        log.info("%d runs of an earlier start are now interrupted", len(runs))

    def end_interrupted(self, tx: Tx, run_id: str, why: Reason) -> None:
        """Append `execution_stopped` at the next cursor, unless the log has an end already, and end the row."""
        cursor = event_rows.last_cursor(tx, run_id)
        last = event_rows.last_type(tx, run_id)
        if last not in TERMINAL_EVENTS:
            cursor += 1
            payload = pack(builders.execution_stopped("interrupted"))
            event_rows.append(tx, [(run_id, cursor, EventType.EXECUTION_STOPPED.value, payload, self._now)])
        status = TERMINAL_EVENTS.get(last or "", RunStatus.INTERRUPTED)
        is_interrupted = status is RunStatus.INTERRUPTED
        end = RunEnd(
            status,
            self._now,
            why.to_json() if is_interrupted else None,
            {"error_reason": "interrupted"} if is_interrupted else {},
        )
        run_rows.mark_ended(tx, run_id, end, cursor, None)
