"""The payload cap: no event is larger than the server's limit, and what was left out says so.

Three steps, each only when the one before was not enough: entries of `outputs` above an equal share become markers,
long texts at the top level are cut, the payload collapses to a few keys. A payload within the cap is never changed,
and each step's result is measured, so capping twice is the same as capping once.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from app.core.events.strict import clean, dumps, size_bytes, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_CAP_BYTES = 131072
MIN_CAP_BYTES = 256
"""Caps below count as this: a collapsed payload has to fit."""

CUT_MARK = "… [cut]"
_KEPT_WHEN_COLLAPSED = ("node_id", "status", "run_id", "reason")
_KEPT_TEXT = 24
"""Characters that each kept text of a collapsed payload may have when space is short."""


def capped_text(payload: Mapping[str, Any] | None, cap_bytes: int = DEFAULT_CAP_BYTES) -> str:
    """The strict JSON text of the capped payload; at most max(cap_bytes, MIN_CAP_BYTES) bytes of UTF-8."""
    limit = max(cap_bytes, MIN_CAP_BYTES)
    text = dumps(payload)
    size = size_bytes(text)
    if size <= limit or payload is None:
        return text
    shorter = whole_payload = clean(dict(payload))
    for step in (_elide_outputs, _cut_texts):
        shorter = step(shorter, limit)
        text = dumps(shorter)
        if size_bytes(text) <= limit:
            return text
    return dumps(_collapse(whole_payload, size, limit))


def cap(payload: Mapping[str, Any], cap_bytes: int = DEFAULT_CAP_BYTES) -> Mapping[str, Any]:
    """The payload itself when it is within the cap, else a new one that is. cap(cap(x)) == cap(x)."""
    limit = max(cap_bytes, MIN_CAP_BYTES)
    if size_bytes(dumps(payload)) <= limit:
        return payload
    shortened: dict[str, Any] = json.loads(capped_text(payload, limit))
    return shortened


def _elide_outputs(payload: dict[str, Any], limit: int) -> dict[str, Any]:
    outputs = payload.get("outputs")
    if not isinstance(outputs, list) or not outputs:
        return payload
    share = limit // len(outputs)
    return {**payload, "outputs": [_elided(entry, share, limit) for entry in outputs]}


def _elided(entry: Any, share: int, limit: int) -> Any:
    size = size_bytes(dumps(entry))
    if size <= share or not isinstance(entry, dict) or "output_kind" not in entry:
        return entry
    kept = {key: entry[key] for key in ("output_kind", "port") if key in entry}
    return {**kept, "elided": True, "bytes": size, "cap_bytes": limit}


def _cut_texts(payload: dict[str, Any], limit: int) -> dict[str, Any]:
    """Cut top-level texts to an equal share of what the rest of the payload leaves."""
    long = {key for key, value in payload.items() if isinstance(value, str) and len(value) > len(CUT_MARK)}
    if not long:
        return payload
    rest = size_bytes(dumps({key: "" if key in long else value for key, value in payload.items()}))
    share = (limit - rest) // len(long)
    return {key: _cut(value, share) if key in long else value for key, value in payload.items()}


def _cut(text: str, budget: int) -> str:
    """The longest beginning whose JSON form, mark included, has at most `budget` bytes (quotes not counted)."""
    if _json_bytes(text) <= budget:
        return text
    budget -= _json_bytes(CUT_MARK)
    if budget <= 0:
        return CUT_MARK
    low, high = 0, min(len(text), budget)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _json_bytes(text[:middle]) <= budget else (low, middle - 1)
    return text[:low] + CUT_MARK


def _json_bytes(text: str) -> int:
    return size_bytes(dumps(text)) - 2


def _collapse(payload: Mapping[str, Any], size: int, limit: int) -> dict[str, Any]:
    """{elided, bytes, cap_bytes} and what names the node, as long as that fits."""
    least = {"elided": True, "bytes": size, "cap_bytes": limit}
    kept = {key: payload[key] for key in _KEPT_WHEN_COLLAPSED if isinstance(payload.get(key), (str, int))}
    full = {**least, **kept}
    if size_bytes(dumps(full)) <= limit:
        return full
    # each of the four texts has at most _KEPT_TEXT characters, six bytes each at worst only for control characters
    short = {key: _plain(value) for key, value in kept.items()}
    full = {**least, **short}
    return full if size_bytes(dumps(full)) <= limit else least


def _plain(value: Any) -> str:
    text = "".join(ch for ch in whole(str(value)) if ch.isprintable())
    return text if len(text) <= _KEPT_TEXT else text[:_KEPT_TEXT] + "…"
