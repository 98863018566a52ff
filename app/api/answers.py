"""Strict JSON out: NaN and infinities leave as null, whatever a handler answers."""

from __future__ import annotations

import json
import math
from typing import Any

from aiohttp import web

_PLAIN = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False)


def to_bytes(value: Any) -> bytes:
    """Strict JSON text of a value made of dicts, lists, texts, numbers, None. Lone surrogates leave as U+FFFD."""
    try:
        text = _PLAIN.encode(value)
    except ValueError:
        text = _PLAIN.encode(_without_nan(value))
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


def raw(body: bytes, status: int = 200) -> web.Response:
    """A response of bytes that are strict JSON already."""
    return web.Response(body=body, status=status, content_type="application/json", charset="utf-8")
