"""Request bodies: counted while they arrive, bounded in time, then read as strict JSON."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from aiohttp import web

from app.api.errors import HttpRefusal
from app.core.graph.jsontext import read_json
from app.core.vocab.errors import Refused
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.api.keys import Limits

T = TypeVar("T")

IN_THREAD_BYTES = 256 * 1024
"""Bodies over this are parsed in a thread, so that a 64 MiB document does not hold up every other client."""


async def read(request: web.BaseRequest, cap_bytes: int, limits: Limits) -> bytes:
    """The whole body.

    Raises: HttpRefusal 413 as soon as more than `cap_bytes` were announced or have arrived (chunked bodies too), 415
    for a Content-Encoding (a small body could unpack to any size), 408 for one that stops arriving, 400 for one that
    ends early.
    """
    encoding = request.headers.get("Content-Encoding", "identity")
    if encoding.lower() != "identity":
        raise HttpRefusal(415, reason("encoding_not_supported", encoding=encoding[:40]), {"Connection": "close"})
    announced = request.content_length
    if announced is not None and announced > cap_bytes:
        raise too_large(cap_bytes)
    if request.headers.get("Expect", "").lower() == "100-continue" and request.transport is not None:
        request.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(limits.body_total_s):
            while True:
                async with asyncio.timeout(limits.body_idle_s):
                    part = await request.content.readany()
                if not part:
                    return b"".join(parts)
                size += len(part)
                if size > cap_bytes:
                    raise too_large(cap_bytes)
                parts.append(part)
    except TimeoutError:
        raise HttpRefusal(408, reason("body_too_slow"), {"Connection": "close"}) from None
    except (web.RequestPayloadError, ConnectionError):
        # the client lied about a chunk, or has gone and will read no answer
        raise HttpRefusal(400, reason("bad_http"), {"Connection": "close"}) from None


def too_large(cap_bytes: int) -> HttpRefusal:
    """413; the connection is closed, since what follows on it is the rest of the body."""
    return HttpRefusal(413, reason("body_too_large", limit_bytes=cap_bytes), {"Connection": "close"})


async def parse(data: bytes, check: Callable[[Any], T]) -> T:
    """What `check` makes of the strict JSON of a body; large ones in a thread.

    Raises: Refused with the codes of `loads`, and what `check` raises.
    """

    def checked() -> T:
        return check(loads(data))

    return await asyncio.to_thread(checked) if len(data) > IN_THREAD_BYTES else checked()


def loads(data: bytes) -> Any:
    """Read strict JSON as graph files are read. Raises: Refused with the reasons of `read_json`."""
    text = read_json(data)
    if text.refused is not None:
        raise Refused(text.refused)
    return text.value
