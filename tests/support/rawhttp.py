"""Speaks HTTP by hand, for clients that no library would imitate."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from app.api.server import HttpServer

WAIT_S = 20.0
"""Far above what any answer takes: only a hang reaches it."""


class Wire:
    """One TCP connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        """Write bytes as they are; a peer that has closed is no error here."""
        try:
            self.writer.write(data)
            await self.writer.drain()
        except ConnectionError:
            pass

    async def to_end(self) -> bytes:
        """Everything until the server closes. What came before a connection was reset counts: a client has read it."""
        came = bytearray()
        async with asyncio.timeout(WAIT_S):
            with contextlib.suppress(ConnectionError):
                while piece := await self.reader.read(2**16):
                    came += piece
        return bytes(came)

    async def answer(self) -> tuple[int, bytes]:
        """(status, body) of one response that has a Content-Length."""
        async with asyncio.timeout(WAIT_S):
            head = await self.reader.readuntil(b"\r\n\r\n")
            lines = head.lower().split(b"\r\n")
            length = next((int(x.split(b":")[1]) for x in lines if x.startswith(b"content-length:")), 0)
            return int(head.split()[1]), await self.reader.readexactly(length)


@asynccontextmanager
async def dial(server: HttpServer) -> AsyncIterator[Wire]:
    """Connect to a server."""
    wire = Wire(*await asyncio.open_connection("127.0.0.1", server.port))
    try:
        yield wire
    finally:
        wire.writer.close()
        with suppress(ConnectionError):
            await wire.writer.wait_closed()


def request(server: HttpServer, method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    """A request with an allowed Host, and a Content-Length when there is a body."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for a condition of the server under test that no event tells of."""
    async with asyncio.timeout(WAIT_S):
        while not is_so():  # noqa: ASYNC110 (the loop under test is this very loop: it runs in between)
            await asyncio.sleep(0)
