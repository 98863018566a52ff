"""The sentences behind the codes: a page that is read in another language words again what it has on show."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING

from aiohttp import web

from app.api.answers import raw, to_bytes
from app.api.declare import Model, Table
from app.api.routes.nodes import matches
from app.core.vocab.reason import LANGUAGES, WORDS

if TYPE_CHECKING:
    from app.api.declare import Call

table = Table("reasons")


class Sentences(Model):
    """sentences: by code; `{param}` stands for a param, `{param:a %s}` for text that is left out where it is empty."""

    lang: str
    sentences: dict[str, str]


@table.get("/api/reasons", "The sentence of every code, with places for its params", answer=Sentences)
async def sentences(call: Call[None, None]) -> web.Response:
    """Answers 304 without a body when If-None-Match names the current ETag."""
    body, etag = _written(call.lang)
    known = matches(call.request.headers.get("If-None-Match", ""), etag)
    response = web.Response(status=304) if known else raw(body)
    response.headers.update({"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Language, Origin"})
    return response


@cache
def _written(lang: str) -> tuple[bytes, str]:
    at = LANGUAGES.index(lang)
    body = to_bytes({"lang": lang, "sentences": {code: words[at] for code, words in sorted(WORDS.items())}})
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'
