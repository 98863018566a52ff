"""Turns bytes into a strict JSON value, or says by name why they are none. Files and request bodies are read by it."""

from __future__ import annotations

import codecs
import json
import math
import re
from typing import Any, NamedTuple

from app.core.vocab import jsonpieces
from app.core.vocab.reason import Reason, reason

MAX_DEPTH = 100
"""Objects and lists inside one another. Deeper documents are refused: nothing of ours writes one."""

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class JsonText(NamedTuple):
    """What the bytes hold. value means something only when `refused` is None."""

    value: Any
    refused: Reason | None = None


class _BadNumber(ValueError):
    def __init__(self, literal: str) -> None:
        super().__init__(literal)
        self.literal = literal


class _KeyTwice(ValueError):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


_ESCAPES = re.compile(
    r"\\(?:u(?P<high>[dD][89abAB][0-9a-fA-F]{2})(?P<pair>\\u[dD][c-fC-F][0-9a-fA-F]{2})?"
    r"|u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})|.)"
)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = jsonpieces.object_of(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _KeyTwice(key)
            seen.add(key)
    return made


def half_character(text: str) -> Reason | None:
    """Names the first escape that is half of a surrogate pair (RFC 8259, 8.2): no UTF-8 text can hold what it means."""
    if not any(jsonpieces.holds(text, half) for half in ("\\ud", "\\uD")):
        return None
    for found in _ESCAPES.finditer(text):
        if found["low"] or (found["high"] and not found["pair"]):
            at = found.start()
            line, before = text.count("\n", 0, at) + 1, text.rfind("\n", 0, at)
            return reason("json_half_character", line=line, column=at - before)
    return None


def _refuse_constant(literal: str) -> float:
    raise _BadNumber(literal)


def _finite(literal: str) -> float:
    value = float(literal)
    if math.isinf(value):
        raise _BadNumber(literal)
    return value


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_object)


def read_json(data: bytes) -> JsonText:
    """Decode strict JSON (RFC 8259): UTF-8 with or without a byte order mark, no NaN, no number beyond a float, no key
    twice in one object, no half of a surrogate pair.

    Never raises: each way to be wrong is a reason of its own, the empty file and a web page among them.
    """
    if data.startswith(_UTF16) or b"\0" in data[:2000]:
        return JsonText(None, reason("json_utf16" if data.startswith(_UTF16) else "json_binary"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return JsonText(None, reason("json_not_utf8", offset=error.start))
    head = text[:2000].lstrip()
    if not head and not text.strip():
        return JsonText(None, reason("json_empty"))
    if head.startswith("<"):
        is_page = "<html" in head.lower() or head.lower().startswith("<!doctype")
        return JsonText(None, reason("json_is_html" if is_page else "json_is_markup"))
    try:
        return JsonText(jsonpieces.read(text, _DECODER), half_character(text))
    except json.JSONDecodeError as error:
        return JsonText(None, reason("json_malformed", line=error.lineno, column=error.colno))
    except _KeyTwice as error:
        key = error.key[:80].encode("utf-8", "replace").decode()
        return JsonText(None, reason("json_key_twice", key=key))
    except _BadNumber as error:
        return JsonText(None, reason("json_bad_number", number=error.literal[:40]))
    except RecursionError:
        return JsonText(None, reason("json_too_deep", limit=MAX_DEPTH))
    except ValueError:  # the interpreter's own limit on digits of an integer
        return JsonText(None, reason("json_huge_number"))


def is_too_deep(value: object) -> bool:
    """Say whether objects and lists lie more than MAX_DEPTH deep in `value`. Takes the levels one by one."""
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        level = [
            child
            for parent in level
            if isinstance(parent, dict | list)
            for child in (parent.values() if isinstance(parent, dict) else parent)
            if type(child) is dict or type(child) is list
        ]
        if not level:
            return False
    return True
