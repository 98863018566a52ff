"""Who waits for a run that was called as a function, and for how long."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import CduiError, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.vocab.run import RunStatus


@dataclass(frozen=True)
class Ended:
    """How a called run ended. error: {code, params, text} of its row. outputs: JSON by name, of one that succeeded."""

    status: RunStatus
    error: Mapping[str, Any] | None
    outputs: Mapping[str, Any] | None


@dataclass(frozen=True)
class Called:
    """Answer of a call. ended: None when its time was up first; the run was asked to stop then.

    total_s: from the call to the answer, what it waited in its queue included.
    """

    run_id: str
    device: str
    total_s: float
    ended: Ended | None


class Caller:
    """Waits for one run. All methods run on the loop. limit_s: counted from when the run is stored.

    The limit holds for the run, not for whoever waits: a caller that leaves cancels nothing, and its run is stopped at
    the same time as it would have been.
    """

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s
        self._answer: asyncio.Future[Ended | None] = asyncio.get_running_loop().create_future()
        self._timer: asyncio.TimerHandle | None = None
        self.device = ""

    def start(self, device: str, stop_run: Callable[[], object]) -> None:
        """The run is stored and will execute on `device`: from now on its time counts."""
        self.device = device
        self._timer = asyncio.get_running_loop().call_later(self._limit_s, self._time_is_up, stop_run)

    def tell(self, ended: Ended) -> None:
        """The run's end is durable."""
        if not self._answer.done():
            self._answer.set_result(ended)
        self._stop_timer()

    def give_up(self) -> None:
        """The server stops before the run has ended. The one who waits gets Unavailable shutting_down."""
        if not self._answer.done():
            error: CduiError = Unavailable.of("shutting_down")
            self._answer.set_exception(error)
            self._answer.exception()  # nobody may be waiting any more
        self._stop_timer()

    async def wait(self) -> Ended | None:
        """The run's end, or None when its time is up. Raises: Unavailable shutting_down."""
        return await self._answer

    def _time_is_up(self, stop_run: Callable[[], object]) -> None:
        if not self._answer.done():
            self._answer.set_result(None)
        stop_run()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
