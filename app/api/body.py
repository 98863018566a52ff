"""Request bodies: counted while they arrive, bounded in time, then read as strict JSON."""

from __future__ import annotations

import asyncio
import json
import math
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from aiohttp import web

from app.api.errors import HttpRefusal
from app.core.vocab import jsonpieces
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
    """Read strict JSON (RFC 8259): UTF-8 with or without a byte-order mark, no NaN, no key twice in one object.

    Raises: Refused not_utf8, not_json, too_deep, number_too_large.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused.of("not_utf8", position=error.start) from None
    try:
        value = jsonpieces.read(text, _DECODER)
        if "\\ud" in text or "\\uD" in text:
            jsonpieces.write(value, _encode).encode()
    except json.JSONDecodeError as error:
        raise _not_json(error.msg[:80], error.lineno, error.colno) from None
    except UnicodeEncodeError:
        raise _not_json("half of a surrogate pair", 1, 1) from None
    except RecursionError:
        raise Refused.of("too_deep") from None
    except ValueError:
        # int() refuses more than 4300 digits
        raise Refused.of("number_too_large") from None
    return value


def _not_json(problem: str, line: int, column: int) -> Refused:
    return Refused(reason("not_json", problem=problem, line=line, column=column))


def _constant(name: str) -> NoReturn:
    raise _not_json(f"{name} is no JSON number", 1, 1)


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise Refused.of("number_too_large")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = jsonpieces.object_of(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add() is None: the usual idiom
        raise _not_json(f"the key {twice[:60]!r} stands twice in one object", 1, 1)
    return made


_DECODER = json.JSONDecoder(parse_constant=_constant, parse_float=_float, object_pairs_hook=_object)
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
