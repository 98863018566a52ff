"""Which of the product's languages an answer is written in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.reason import LANGUAGES

if TYPE_CHECKING:
    from aiohttp import web


def language(request: web.BaseRequest) -> str:
    """`en` or `zh-TW`: by ?lang=, else by Accept-Language (RFC 9110, 12.5.4), else `en`."""
    asked = request.query.get("lang")
    if asked is not None:
        return _ours(asked) or LANGUAGES[0]
    return accepted(request.headers.get("Accept-Language", ""))


def accepted(header: str) -> str:
    """The language of ours with the highest weight in an Accept-Language header; `en` when there is none."""
    best, weight = LANGUAGES[0], 0.0
    for item in header[:1000].split(","):
        tag, _, rest = item.partition(";")
        found, its = _ours(tag), _weight(rest)
        if found and its > weight:
            best, weight = found, its
    return best


def _ours(tag: str) -> str | None:
    low = tag.strip().lower().replace("_", "-")
    if low == "en" or low.startswith("en-"):
        return "en"
    # zh alone means Traditional here: it is the only Chinese this product has
    return "zh-TW" if low == "zh" or low.startswith("zh-") else None


def _weight(rest: str) -> float:
    name, _, value = rest.strip().partition("=")
    if not name:
        return 1.0
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if name.strip().lower() == "q" and 0.0 <= weight <= 1.0 else 0.0
