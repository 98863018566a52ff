"""Strict JSON text from any value: what every event payload and every stored JSON column is written with.

Two paths. The fast one is the C encoder, which refuses NaN, infinities, cycles and what it does not know; only then
the value is rebuilt in Python (`clean`), and encoded again. Both give the same text for what the fast path takes.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

from app.core.vocab import jsonpieces

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_DEPTH = 64
"""Nesting that `clean` keeps; what lies deeper becomes a short text."""

MAX_REPR = 200
"""Characters of the text that stands for an object JSON cannot hold."""

_MAX_INT_BITS = 4096
"""Integers above are written as text: the interpreter refuses to print more than 4300 digits."""

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_SURROGATE = re.compile("[\ud800-\udfff]")


def _encoder() -> Callable[[Any], str]:
    """`JSONEncoder.encode` without what it does anew in each call: for an event's payload that is half of its time.

    A cycle is a RecursionError here; it is not looked for beforehand.
    """
    plain = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"))
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:  # an interpreter without the C encoder
        return plain.encode
    encode = make(None, plain.default, json.encoder.encode_basestring, None, ":", ",", False, False, False)
    return lambda value: "".join(encode(value, 0))


_encode = _encoder()


def dumps(value: Any) -> str:
    """Compact JSON text; encodes to UTF-8 without fail.

    NaN and infinities become null, bytes and unknown objects their repr (cut, without addresses), lone surrogates
    U+FFFD, cycles the text `<cycle>`, sets a sorted list. Keys become text. Never raises for a value's content.
    """
    try:
        text = _encode(value)
    except (ValueError, TypeError, RecursionError, OverflowError):
        text = _encode(clean(value))
    return text if text.isascii() else whole(text)


def document_text(value: Any) -> str:
    """`dumps` for documents of any size: the interpreter is given away between pieces of a large one."""
    try:
        text = jsonpieces.write(value, _encode)
    except (ValueError, TypeError, RecursionError, OverflowError):
        text = jsonpieces.write(clean(value), _encode)
    return text if text.isascii() else whole(text)


def whole(text: str) -> str:
    """The text with each lone surrogate replaced by U+FFFD, so that it has a UTF-8 form."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def size_bytes(text: str) -> int:
    """Length of the text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def clean(value: Any) -> Any:
    """The value as dicts with text keys, lists, text, finite numbers, booleans and None, at most MAX_DEPTH deep."""
    return _clean(value, 0, set())


def describe(value: Any) -> str:
    """A repr that never raises, holds no memory address and is at most MAX_REPR characters long."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        value = bytes(value[:MAX_REPR])
    try:
        text = _ADDRESS.sub("", repr(value))
    except Exception:  # an object's own __repr__ may do anything
        text = f"<{type(value).__name__}>"
    return whole(text if len(text) <= MAX_REPR else text[: MAX_REPR - 1] + "…")


def _clean(value: Any, depth: int, above: set[int]) -> Any:
    if value is None or isinstance(value, (bool, str)):
        return whole(str(value)) if isinstance(value, str) else value
    if isinstance(value, int):
        return _integer(int(value))
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, (dict, list, tuple, set, frozenset)):
        return _container(value, depth, above)
    if is_numpy_scalar(value):
        return _clean(value.item(), depth, above)
    return describe(value)


def _integer(value: int) -> Any:
    return value if value.bit_length() <= _MAX_INT_BITS else f"<integer of {value.bit_length()} bits>"


def _container(value: Any, depth: int, above: set[int]) -> Any:
    if id(value) in above:
        return "<cycle>"
    if depth >= MAX_DEPTH:
        return f"<{type(value).__name__} of {len(value)}>"
    above.add(id(value))
    try:
        if isinstance(value, dict):
            return {_key(key): _clean(item, depth + 1, above) for key, item in value.items()}
        items = [_clean(item, depth + 1, above) for item in value]
        return sorted(items, key=_encode) if isinstance(value, (set, frozenset)) else items
    finally:
        above.discard(id(value))


def _key(key: Any) -> str:
    """Keys as the C encoder writes them where it can: true, false, null, numbers; else the object's repr."""
    if isinstance(key, str):
        return whole(str(key))
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    if isinstance(key, int):
        return str(_integer(int(key)))
    if isinstance(key, float):
        return repr(float(key)) if math.isfinite(key) else "null"
    return describe(key)


def is_numpy_scalar(value: Any) -> bool:
    """True for numpy's scalar values (float32, int64, bool_), told without importing numpy."""
    kind = type(value)
    return (
        kind.__module__ == "numpy"
        and hasattr(value, "item")
        and getattr(value, "shape", None) == ()
        and any(base.__name__ == "generic" for base in kind.__mro__)
    )
