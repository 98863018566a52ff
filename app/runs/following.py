"""One reader's way through the log of one run, from a cursor to its end, while the run goes on.

Each page is read from the database after whoever follows has dealt with the one before: a slow reader holds one page
and no more, and nobody is told what is not durable.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from app.core.events.kinds import EventType
from app.core.vocab.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from app.core.vocab.run import RunStatus
    from app.db.rows import EventRow
    from app.runs.bus import EventBus

LOOK_S = 60.0
"""After so much quiet the log is looked at without a wake-up."""

PAGE_EVENTS = 500
PAGE_BYTES = 256 * 1024
"""What a page holds at most, about; a single event may be larger."""

LAST_TYPES = frozenset(
    {EventType.EXECUTION_COMPLETE.value, EventType.EXECUTION_ERROR.value, EventType.EXECUTION_STOPPED.value}
)


class Following:
    """Watches from the moment it is made, so nothing that happens from then on is missed, until `close`.

    cursor: of the last event given, at first the one to go on after. read: (run id, cursor) -> status and events of one
    moment, no events only when there are none. Raises: Unavailable followers_full.
    """

    def __init__(
        self,
        run_id: str,
        cursor: int,
        bus: EventBus,
        read: Callable[[str, int], Awaitable[tuple[RunStatus, Sequence[EventRow]]]],
        is_closing: Callable[[], bool],
    ) -> None:
        self.run_id = run_id
        self.cursor = cursor
        self._read = read
        self._is_closing = is_closing
        self._ahead: tuple[RunStatus, Sequence[EventRow]] | None = None
        self._is_over = False
        self._watching = ExitStack()
        self._watch = self._watching.enter_context(bus.watch(run_id))
        if not self._watch.is_live:
            self.close()
            raise Unavailable.of("followers_full")

    async def status(self) -> RunStatus:
        """The run's status; the first page is read along with it and kept. Raises: NotFound, Unavailable."""
        self._ahead = await self._read(self.run_id, self.cursor)
        return self._ahead[0]

    async def page(self) -> Sequence[EventRow]:
        """The next events; waits for them. Empty when no more will come: the run has ended, or the service stops.

        Raises: NotFound for a run that was deleted meanwhile; Unavailable.
        """
        while not self._is_over:
            status, rows = self._ahead or await self._read(self.run_id, self.cursor)
            self._ahead = None
            if rows:
                self.cursor = rows[-1].cursor
                self._is_over = rows[-1].type in LAST_TYPES
                return rows
            if status.is_final or self._is_closing():
                self._is_over = True
            else:
                await self._watch.wait(LOOK_S)
        return ()

    @property
    def is_over(self) -> bool:
        """True when nothing more will come."""
        return self._is_over

    def close(self) -> None:
        """Watch no more; closing twice is fine."""
        self._watching.close()
