"""Tells one socket which runs have changed: what they are now is asked for over HTTP, by whoever shows it.

At most a message every `GAP_S`; a change within that time is told at its end, so the last one is never left out. A
client that takes nothing holds one message back and no more.
"""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import ExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.aio.tasks import TaskNest
from app.api import frames
from app.api.sockets import Gone

if TYPE_CHECKING:
    from app.aio.clock import Clock
    from app.api.sockets import Socket
    from app.runs.bus import Watch
    from app.runs.changes import Changes

GAP_S = 0.25
"""Between two messages to one socket."""

LOOK_S = 60.0
"""After so much quiet the version is looked at without a wake-up."""


class RunsWatch:
    """Of one socket: it watches between `start` and `stop`, which may both come more than once."""

    def __init__(self, changes: Changes, socket: Socket, clock: Clock) -> None:
        self._changes = changes
        self._socket = socket
        self._clock = clock
        self._nest = TaskNest("runs of a socket")

    async def start(self, since: str | None) -> None:
        """Answer what changed since that version, then tell of what does. Raises: Unavailable followers_full, Gone."""
        await self.stop()
        with ExitStack() as watching:
            watch = watching.enter_context(self._changes.watch())
            version = await self._tell("watching", since)
            self._nest.start(self._pass_on(watch, version, watching.pop_all()), "watch")

    async def stop(self) -> None:
        """Watch no more. When this is over nothing more is told."""
        await self._nest.cancel()

    async def _pass_on(self, watch: Watch, told: str, watching: ExitStack) -> None:
        next_s = self._clock.monotonic_s()
        with watching, contextlib.suppress(Gone):  # the session's own task is told of it as well
            while True:
                await watch.wait(LOOK_S)
                while (left_s := next_s - self._clock.monotonic_s()) > 0:
                    await _rest(left_s)
                if self._changes.version != told:
                    told = await self._tell("runs_changed", told)
                    next_s = self._clock.monotonic_s() + GAP_S

    async def _tell(self, kind: str, since: str | None) -> str:
        """Answers the version up to which the client knows now. What changes while it takes nothing is told later."""
        at, told = self._clock.utc_iso(), self._changes.since(since)
        await self._socket.send(frames.message(kind, at=at, **asdict(told)))
        return told.version


async def _rest(seconds: float) -> None:
    """However much is announced meanwhile wakes nobody; it is in what is looked up afterwards."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.Event().wait()  # only the end of the watch cuts it short
