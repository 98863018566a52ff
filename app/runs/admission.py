"""Which submissions there is room for: canvas runs execute at once or are refused, others may wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.errors import Unavailable
from app.runs.live import Phase
from app.runs.options import INTERACTIVE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.runs.config import RunConfig
    from app.runs.dispatch import Dispatcher
    from app.runs.submission import Accepted


class Admission:
    """Counts what executes and waits, and what is on its way to the database: two submissions never share one place."""

    def __init__(self, dispatch: Dispatcher, config: RunConfig) -> None:
        self._dispatch = dispatch
        self._config = config
        self._canvas = 0
        self._queued = 0

    def refuse_when_closing(self) -> None:
        """Raises: Unavailable shutting_down."""
        if self._dispatch.is_closing:
            raise Unavailable.of("shutting_down")

    def take(self, accepted: Sequence[Accepted]) -> None:
        """Keep places for all of them until `give_back`. Raises: Unavailable, and nothing is kept, without room.

        A run that is ending has given its slot back already.
        """
        self.refuse_when_closing()
        canvas, queued = _counts(accepted)
        held = [run for run in self._dispatch.live.values() if run.phase is not Phase.ENDING]
        going_on = sum(run.options.lane == INTERACTIVE for run in held) + self._canvas
        if canvas and going_on + canvas > self._config.interactive_limit:
            raise Unavailable.of("interactive_busy", limit=self._config.interactive_limit)
        waiting = len(self._dispatch.scheduler.queues) + self._queued
        if queued and waiting + queued > self._config.max_waiting_runs:
            raise Unavailable.of("queue_full", waiting=self._config.max_waiting_runs)
        self._canvas += canvas
        self._queued += queued

    def give_back(self, accepted: Sequence[Accepted]) -> None:
        """They live now, or will not."""
        canvas, queued = _counts(accepted)
        self._canvas -= canvas
        self._queued -= queued


def _counts(accepted: Sequence[Accepted]) -> tuple[int, int]:
    canvas = sum(one.options.lane == INTERACTIVE for one in accepted)
    return canvas, len(accepted) - canvas
