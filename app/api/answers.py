"""Strict JSON out: NaN and infinities leave as null, whatever a handler answers."""

from __future__ import annotations

import asyncio
import json
import math
from typing import TYPE_CHECKING, Any

from aiohttp import web

from app.core.vocab import jsonpieces

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_PLAIN = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False)


CHUNK_CHARACTERS = 64 * 1024
"""Of JSON text that leaves in one piece: more is copied several times on its way, by calls that hold everybody."""


def to_bytes(value: Any) -> bytes:
    """Strict JSON text of a value made of dicts, lists, texts, numbers, None. Lone surrogates leave as U+FFFD."""
    return _encoded("".join(_pieces(value)))


def to_chunks(value: Any) -> list[bytes]:
    """The text of `to_bytes`, cut into chunks of about CHUNK_CHARACTERS."""
    chunks: list[bytes] = []
    group: list[str] = []
    size = 0
    for piece in _pieces(value):
        group.append(piece)
        size += len(piece)
        if size >= CHUNK_CHARACTERS:
            chunks.append(_encoded("".join(group)))
            group.clear()
            size = 0
    return [*chunks, _encoded("".join(group))] if group else chunks


def _pieces(value: Any) -> list[str]:
    try:
        return jsonpieces.write_pieces(value, _PLAIN.encode)
    except ValueError:
        return jsonpieces.write_pieces(_without_nan(value), _PLAIN.encode)


def _encoded(text: str) -> bytes:
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
        return in_chunks(await asyncio.to_thread(to_chunks, value), status)
    return answer(value, status)


def raw(body: bytes, status: int = 200) -> web.Response:
    """A response of bytes that are strict JSON already."""
    return web.Response(body=body, status=status, content_type="application/json", charset="utf-8")


def in_chunks(chunks: list[bytes], status: int = 200) -> web.Response:
    """A response of `to_chunks`, each written when the one before it went out."""

    async def each() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    size = str(sum(map(len, chunks)))
    return web.Response(
        body=each(),
        status=status,
        headers={"Content-Length": size},
        content_type="application/json",
        charset="utf-8",
    )
