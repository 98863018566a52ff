"""When what a run prints was printed, and between which of its events: `data/runs/<id>/output.marks`, beside the text.

A record says from which byte of the text on it holds. One is written where an event came since the last one, or where
another second has begun; text that has none, of older runs or behind the bound, has no time.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.runs.console import read_piece

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import BinaryIO

FILE_NAME = "output.marks"
MAX_MARKS = 50_000

_RECORD = struct.Struct("<QQ32s")
_SECOND = len("2026-01-01T00:00:00")


@dataclass(frozen=True, slots=True)
class Printed:
    """line: of a piece, from 0; from it on, lines were printed at `at` (ISO, UTC) and before the event `before`."""

    line: int
    at: str
    before: int


class ConsoleMarks:
    """The writing end; called under the lock of the console it belongs to. Never raises.

    now: ISO, UTC. last_cursor: of the newest event.
    """

    def __init__(self, folder: Path, now: Callable[[], str], last_cursor: Callable[[], int]) -> None:
        self._path = folder / FILE_NAME
        self._now = now
        self._last_cursor = last_cursor
        self._fd: int | None = None
        self._known: tuple[int, str] | None = None
        self._left = MAX_MARKS

    def at(self, offset: int) -> None:
        """Text is about to be written at this byte."""
        at, before = self._now(), self._last_cursor() + 1
        if self._left == 0 or self._known == (before, at[:_SECOND]):
            return
        self._left -= 1
        self._known = (before, at[:_SECOND])
        try:
            if self._fd is None:
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
                self._fd = os.open(self._path, flags, 0o600)
            record = _RECORD.pack(offset, before, at.encode("ascii", "replace"))
            if os.write(self._fd, record) < len(record):
                self._left = 0  # behind half a record no other would be found
        except OSError:  # the text matters more than its times
            self._left = 0

    def close(self) -> None:
        """Nothing more is written."""
        self._left = 0
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def read_marked(folder: Path, offset: int, limit_bytes: int) -> tuple[str, int, bool, tuple[Printed, ...]]:
    """See read_piece; and when its lines were printed, at most one mark a line, the first of which holds for line 0."""
    text, after, at_end = read_piece(folder, offset, limit_bytes)
    data = text.encode()
    begin = after - len(data)
    found: dict[int, Printed] = {}
    line = counted = 0
    for start, before, at in _records(folder / FILE_NAME, begin, after):
        reached = max(0, start - begin)
        line += data.count(b"\n", counted, reached)
        counted = reached
        found.setdefault(line, Printed(line, at, before))
    return text, after, at_end, tuple(found.values())


def _records(path: Path, begin: int, end: int) -> list[tuple[int, int, str]]:
    """(byte, cursor, time) of the records from the one that holds at `begin` to those before `end`."""
    if begin >= end:
        return []
    try:
        with open(path, "rb") as file:
            count = os.fstat(file.fileno()).st_size // _RECORD.size
            first = _last_up_to(file, begin, count)
            file.seek(first * _RECORD.size)
            data = file.read((count - first) * _RECORD.size)
    except OSError:
        return []
    found = []
    for start, before, at in _RECORD.iter_unpack(data[: len(data) // _RECORD.size * _RECORD.size]):
        if start >= end:
            break
        found.append((start, before, at.rstrip(b"\0").decode("ascii", "replace")))
    return found


def _last_up_to(file: BinaryIO, offset: int, count: int) -> int:
    """Place of the last of `count` records whose byte is not beyond `offset`; 0 without one."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        file.seek(middle * _RECORD.size)
        if _RECORD.unpack(file.read(_RECORD.size))[0] <= offset:
            low = middle + 1
        else:
            high = middle
    return max(0, low - 1)
