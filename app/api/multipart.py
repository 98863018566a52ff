"""One file out of a multipart/form-data body (RFC 7578, RFC 2046), piece by piece as it arrives; does no I/O itself.

What is kept in memory never grows with the body: at most one piece, one delimiter and one part's headers.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_AROUND_BYTES = 64 * 1024
"""Most bytes of a form that are not the file: delimiters, headers, other fields."""

_BOUNDARY = re.compile(r'(?:^|;)\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;",]{1,70})(?=[\s;]|\Z))', re.IGNORECASE)
_PARAM = re.compile(r';\s*([a-z*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))', re.IGNORECASE)


class FormBroken(ValueError):
    """The body is no such form, ends early, or has too much that is not the file."""


class _At(Enum):
    PREAMBLE = 1
    AFTER = 2
    HEADERS = 3
    FILE = 4
    OTHER = 5
    END = 6


def boundary_of(content_type: str) -> bytes | None:
    """The boundary of a multipart/form-data Content-Type, else None."""
    kind, _, rest = content_type.partition(";")
    found = _BOUNDARY.search(rest)
    if kind.strip().lower() != "multipart/form-data" or found is None:
        return None
    return (found[1] or found[2]).encode("utf-8", "surrogateescape")


class FormFile:
    """Feed it the body; it yields the bytes of the first part called `field` that has a file name.

    filename: that name as sent, known before the first byte is yielded; None while there is none.
    """

    def __init__(self, boundary: bytes, field: str = "file") -> None:
        self.filename: str | None = None
        self._field = field
        self._mark = b"\r\n--" + boundary
        # the first delimiter has no line break in front of it
        self._kept = b"\r\n"
        self._at = _At.PREAMBLE
        self._around = 0

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Bytes of the file that this piece makes certain. Raises: FormBroken."""
        self._kept += piece
        while self._at is not _At.END:
            if self._at in (_At.PREAMBLE, _At.FILE, _At.OTHER):
                found = self._kept.find(self._mark)
                # a delimiter may begin in this piece and end in the next
                upto = found if found >= 0 else max(0, len(self._kept) - len(self._mark) + 1)
                ready, self._kept = self._kept[:upto], self._kept[upto:]
                if self._at is _At.FILE and ready:
                    yield ready
                elif self._at is not _At.FILE:
                    self._count(len(ready))
                if found < 0:
                    return
                self._kept = self._kept[len(self._mark) :]
                self._at = _At.AFTER
            elif not self._line():
                return
        self._count(len(self._kept))
        self._kept = b""

    def close(self) -> None:
        """The body has ended. Raises: FormBroken when the form has not."""
        if self._at is not _At.END:
            raise FormBroken("the form ends early")

    def _line(self) -> bool:
        """Read what follows a delimiter, or the headers of a part; False when more is needed."""
        if self._at is _At.AFTER:
            if self._kept.startswith(b"--"):
                self._at = _At.END
                return True
            end = self._kept.find(b"\r\n")
            if end > 0 and self._kept[:end].strip(b" \t"):
                raise FormBroken("a delimiter is followed by something else")
            stop = end + 2 if end >= 0 else -1
        else:
            # a part without headers begins with the empty line at once
            end = self._kept.find(b"\r\n\r\n") if not self._kept.startswith(b"\r\n") else -2
            stop = end + 4 if end != -1 else -1
        if stop < 0:
            if len(self._kept) > MAX_AROUND_BYTES:
                raise FormBroken("headers of a part are too long")
            return False
        head, self._kept = self._kept[:stop], self._kept[stop:]
        self._count(stop)
        if self._at is _At.AFTER:
            self._at = _At.HEADERS
        else:
            self._at = _At.FILE if self._is_wanted(head) else _At.OTHER
        return True

    def _is_wanted(self, head: bytes) -> bool:
        name, filename = _disposition(head)
        if self.filename is not None or name != self._field or filename is None:
            return False
        self.filename = filename
        return True

    def _count(self, more: int) -> None:
        self._around += more
        if self._around > MAX_AROUND_BYTES:
            raise FormBroken("too much around the file")


def _disposition(head: bytes) -> tuple[str | None, str | None]:
    """(field name, file name) of a part's headers."""
    for line in head.split(b"\r\n"):
        key, _, value = line.partition(b":")
        if key.strip().lower() != b"content-disposition":
            continue
        text = value.decode("utf-8", "replace")
        if text.partition(";")[0].strip().lower() != "form-data":
            return None, None
        given = {found[1].lower(): found[3] if found[2] is None else _unescape(found[2])
                 for found in _PARAM.finditer(text)}  # fmt: skip
        extended = _extended(given.get("filename*", ""))
        return given.get("name"), extended if extended is not None else given.get("filename")
    return None, None


def _unescape(quoted: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", quoted)


def _extended(value: str) -> str | None:
    """RFC 8187: charset'language'percent-encoded. Browsers do not send it, some programs do."""
    charset, _, rest = value.partition("'")
    _, quote, encoded = rest.partition("'")
    if charset.lower() != "utf-8" or not quote:
        return None
    return unquote_to_bytes(encoded).decode("utf-8", "replace")
