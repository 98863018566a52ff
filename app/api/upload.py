"""Uploads: the file of a form goes to the disk while it arrives, bounded in size and time, whole or not at all."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from aiohttp import web

from app.api.errors import HttpRefusal
from app.api.multipart import MAX_AROUND_BYTES, FormBroken, FormFile, boundary_of
from app.core.vocab.reason import Reason, reason

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.api.keys import Limits
    from app.library.shelf import Incoming, Shelf

WRITE_BYTES = 1024 * 1024
"""How much is gathered before a thread writes it: a hop to a thread per network piece would cost more than the disk."""

SLOWEST_BYTES_PER_S = 32 * 1024
"""Pace below which an upload is given up, on top of the time that any body has."""


async def receive(request: web.Request, shelf: Shelf, cap_bytes: int, limits: Limits, *, overwrite: bool) -> Path:
    """Take the form's file in and answer where it lies now; when this raises, nothing of it is left.

    Raises: HttpRefusal 413 as soon as more than `cap_bytes` were announced or have arrived, 400 upload_not_form,
    upload_broken, 408, 415; what the shelf raises.
    """
    form = _open_form(request, cap_bytes)
    incoming: Incoming | None = None
    gathered = bytearray()
    try:
        async for piece in _arriving(request, cap_bytes, limits):
            for part in form.feed(piece):
                gathered += part
            if form.filename is not None and incoming is None:
                expected = max(0, (request.content_length or 0) - MAX_AROUND_BYTES)
                incoming = await asyncio.to_thread(shelf.begin, form.filename, expected)
            if incoming is not None and incoming.size_bytes + len(gathered) > cap_bytes:
                raise too_large(cap_bytes)
            if incoming is not None and len(gathered) >= WRITE_BYTES:
                await asyncio.to_thread(incoming.write, bytes(gathered))
                gathered.clear()
        form.close()
        if incoming is None:
            raise _bad(400, reason("upload_not_form"))
        return await asyncio.to_thread(_finish, incoming, bytes(gathered), overwrite)
    except FormBroken as error:
        raise _bad(400, reason("upload_broken", problem=str(error))) from None
    finally:
        if incoming is not None:
            await asyncio.shield(asyncio.to_thread(incoming.drop))


def too_large(cap_bytes: int) -> HttpRefusal:
    """413; the connection is closed, since what follows on it is the rest of the file."""
    return _bad(413, reason("upload_too_large", limit_bytes=cap_bytes))


def _finish(incoming: Incoming, rest: bytes, overwrite: bool) -> Path:
    incoming.write(rest)
    return incoming.finish(overwrite=overwrite)


def _bad(status: int, why: Reason) -> HttpRefusal:
    return HttpRefusal(status, why, {"Connection": "close"})


def _open_form(request: web.Request, cap_bytes: int) -> FormFile:
    encoding = request.headers.get("Content-Encoding", "identity")
    if encoding.lower() != "identity":
        raise _bad(415, reason("encoding_not_supported", encoding=encoding[:40]))
    if request.content_length is not None and request.content_length > cap_bytes + MAX_AROUND_BYTES:
        raise too_large(cap_bytes)
    boundary = boundary_of(request.headers.get("Content-Type", ""))
    if boundary is None:
        raise _bad(400, reason("upload_not_form"))
    return FormFile(boundary)


async def _arriving(request: web.Request, cap_bytes: int, limits: Limits) -> AsyncIterator[bytes]:
    """Pieces of the body. Raises: HttpRefusal 408 for one that stops or crawls, 400 for one that ends early."""
    if request.headers.get("Expect", "").lower() == "100-continue" and request.transport is not None:
        request.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    announced = request.content_length or cap_bytes
    loop = asyncio.get_running_loop()
    until = loop.time() + limits.body_total_s + announced / SLOWEST_BYTES_PER_S
    while True:
        try:
            async with asyncio.timeout_at(min(until, loop.time() + limits.body_idle_s)):
                piece = await request.content.readany()
        except TimeoutError:
            raise _bad(408, reason("body_too_slow")) from None
        except (web.RequestPayloadError, ConnectionError):
            raise _bad(400, reason("bad_http")) from None
        if not piece:
            return
        yield piece
