"""Range and If-Range of a download (RFC 9110, sections 13.1.5 and 14): which bytes of a file are wanted."""

from __future__ import annotations

import email.utils
import math
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_ONE = re.compile(r"bytes=[ \t]*([0-9]*)-([0-9]*)[ \t]*\Z", re.ASCII | re.IGNORECASE)

_BEYOND = 10**18
"""Stands for every larger number: no file has so many bytes."""


class Unsatisfiable(ValueError):
    """The range asks for nothing that the file has."""


def etag_of(mtime_ns: int, size_bytes: int) -> str:
    """The strong entity tag of a file, with its quotes."""
    return f'"{mtime_ns:x}-{size_bytes:x}"'


def wanted(headers: Mapping[str, str], size_bytes: int, mtime_ns: int) -> tuple[int, int] | None:
    """(first, last) byte that is asked for, both inclusive; None for the whole file.

    The whole file is also the answer to a unit that nobody knows, to several ranges at once (a server may ignore
    those), to what is no range (letters, an end before its beginning; RFC 9110, section 14.2, lets a server ignore it)
    and to an If-Range that names another state of the file. Raises: Unsatisfiable.
    """
    asked = headers.get("Range")
    if asked is None or not asked.strip().lower().startswith("bytes=") or "," in asked:
        return None
    if not _same_file(headers.get("If-Range"), size_bytes, mtime_ns):
        return None
    found = _ONE.match(asked.strip())
    if found is None or not (found[1] or found[2]):
        return None
    if not found[1]:
        return _tail(_number(found[2]), size_bytes)
    if found[2] and _order(found[2]) < _order(found[1]):
        return None
    first, last = _number(found[1]), _number(found[2]) if found[2] else size_bytes
    if first >= size_bytes:
        raise Unsatisfiable(asked)
    return first, min(last, size_bytes - 1)


def _order(digits: str) -> tuple[int, str]:
    """Compares as the number does, of however many digits: Python reads no more than 4300."""
    short = digits.lstrip("0")
    return len(short), short


def _number(digits: str) -> int:
    length, short = _order(digits)
    return int(short or "0") if length <= 18 else _BEYOND


def _tail(length: int, size_bytes: int) -> tuple[int, int] | None:
    if length == 0:
        raise Unsatisfiable("bytes=-0")
    # of an empty file the last bytes are all of it, which no Content-Range can say
    return (max(0, size_bytes - length), size_bytes - 1) if size_bytes else None


def _same_file(if_range: str | None, size_bytes: int, mtime_ns: int) -> bool:
    """True without the header too. A tag is compared strongly, so a weak one never matches; a date exactly."""
    if if_range is None:
        return True
    given = if_range.strip()
    if '"' in given:
        return given == etag_of(mtime_ns, size_bytes)
    try:
        date = email.utils.parsedate_to_datetime(given)
    except ValueError:
        return False
    # Last-Modified is sent in whole seconds, rounded up
    return date.timestamp() == math.ceil(mtime_ns / 1e9)
