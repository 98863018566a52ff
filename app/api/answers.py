"""Strict JSON out: NaN and infinities leave as null, whatever a handler answers."""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any

from aiohttp import web

from app.core.vocab import jsonpieces

_PLAIN = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False)


def to_bytes(value: Any) -> bytes:
    """Strict JSON text of a value made of dicts, lists, texts, numbers, None. Lone surrogates leave as U+FFFD."""
    try:
        text = jsonpieces.write(value, _PLAIN.encode)
    except ValueError:
        text = jsonpieces.write(_without_nan(value), _PLAIN.encode)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def _without_nan(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(item) for item in value]
    return value


def answer(value: Any, status: int = 200) -> web.Response:
    """A JSON response."""
    return raw(to_bytes(value), status)


async def answer_of_any_size(value: Any, status: int = 200) -> web.Response:
    """A JSON response; the text of a large value is made in a thread."""
    if jsonpieces.is_big(value):
        return raw(await asyncio.to_thread(to_bytes, value), status)
    return answer(value, status)


def raw(body: bytes, status: int = 200) -> web.Response:
    """A response of bytes that are strict JSON already."""
    return web.Response(body=body, status=status, content_type="application/json", charset="utf-8")
