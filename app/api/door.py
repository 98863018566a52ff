"""What a server knows of those who come in: allowed hosts, requests in flight, changes being made, open sockets."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Awaitable

T = TypeVar("T")

WRITE_S = 5.0
"""What a stop grants to changes that have begun: far above a commit, below what a service manager waits."""


class Leaving(Protocol):
    """A connection that outlives its request."""

    async def leave(self) -> None:
        """Tell the client that the server goes away, and end the connection promptly."""


class Door:
    """Owns what changes with the listening address: allowed hosts (none until it listens), and the last request's time.

    last_request_s: loop time of the last request's begin or end; in_flight: requests being served, open sockets
    included. sockets: those to be told when the server leaves.
    """

    def __init__(self) -> None:
        self.hosts: frozenset[str] = frozenset()
        self.last_request_s = 0.0
        self.in_flight = 0
        self.writing: set[asyncio.Task[Any]] = set()
        self.sockets: set[Leaving] = set()

    async def finish(self, work: Awaitable[T]) -> T:
        """Await work that goes on to its end also when whoever awaits it is cancelled: its client has gone."""
        task = asyncio.ensure_future(work)
        self.writing.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    async def written(self) -> None:
        """Wait until such work has ended, at most WRITE_S."""
        if self.writing:
            await asyncio.wait(self.writing, timeout=WRITE_S)

    async def dismiss(self) -> None:
        """Tell every open socket to leave, all at once."""
        if self.sockets:
            await asyncio.gather(*(socket.leave() for socket in self.sockets))

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.writing.discard(task)
        if not task.cancelled():
            task.exception()  # a client that left reads no error; it must not be reported as never retrieved


DOOR: web.AppKey[Door] = web.AppKey("door")
