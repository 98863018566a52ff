"""What a run prints: `data/runs/<id>/output.log`, written by run threads, read in pieces by whoever follows."""

from __future__ import annotations

import logging
import os
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Protocol

    class Marks(Protocol):
        """Told where text begins; see console_marks."""

        def at(self, offset: int) -> None: ...
        def close(self) -> None: ...


log = logging.getLogger(__name__)

FILE_NAME = "output.log"
CUT_MARK = "\n[cdui] more was printed than is kept; what follows is left out\n"
MAX_READ_BYTES = 1024 * 1024


class ConsoleFile:
    """The writing end. Thread-safe; the file is made with the first text. `write` never raises.

    cap_bytes: size of the file, beyond which a mark is written and nothing more. on_grown: called after a write.
    marks: keeps when what was written.
    """

    def __init__(self, folder: Path, cap_bytes: int, on_grown: Callable[[], None], marks: Marks | None = None) -> None:
        self._folder = folder
        self._cap_bytes = cap_bytes
        self._on_grown = on_grown
        self._marks = marks
        self._lock = threading.Lock()
        self._fd: int | None = None
        self._size = 0
        self._is_closed = False

    def write(self, text: str) -> None:
        """Append text; lone surrogates become question marks."""
        if not text:
            return
        data = text.encode("utf-8", "replace")
        with self._lock:
            if self._is_closed:
                return
            if self._size + len(data) > self._cap_bytes:
                data = _whole_start(data, max(0, self._cap_bytes - self._size)) + CUT_MARK.encode()
                self._put(data)
                self._close()
            else:
                self._put(data)
        self._on_grown()

    def close(self) -> None:
        """Nothing more is written."""
        with self._lock:
            self._close()

    def _put(self, data: bytes) -> None:
        try:
            if self._fd is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
                self._fd = os.open(self._folder / FILE_NAME, flags, 0o600)
            if self._marks is not None:
                self._marks.at(self._size)
            while data:
                done = os.write(self._fd, data)
                self._size += done
                data = data[done:]
        except OSError as error:
            log.info("console of %s ends here: %s", self._folder.name, error)
            self._close()

    def _close(self) -> None:
        self._is_closed = True
        if self._marks is not None:
            self._marks.close()
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def read_piece(folder: Path, offset: int, limit_bytes: int) -> tuple[str, int, bool]:
    """(text, offset of the next byte, whether that is the end of the file so far).

    offset, limit_bytes: in bytes. A piece never splits a character: it begins at the first whole one at or after
    `offset` and is at least one character long if there is one. No file reads as an empty one.
    """
    limit_bytes = max(4, min(limit_bytes, MAX_READ_BYTES))
    try:
        with open(folder / FILE_NAME, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if offset >= size:
                return "", min(offset, size), True
            file.seek(offset)
            data = file.read(limit_bytes)
    except OSError:
        return "", offset, True
    start = 0
    while start < min(3, len(data)) and data[start] & 0xC0 == 0x80:
        start += 1
    piece = data[start:]
    if offset + len(data) < size:
        piece = _whole_start(piece, len(piece))
    after = offset + start + len(piece)
    return piece.decode("utf-8", "replace"), after, after >= size


def _whole_start(data: bytes, limit: int) -> bytes:
    """The longest beginning of at most `limit` bytes that does not end within a character."""
    piece = data[:limit]
    back = 0
    while back < min(4, len(piece)) and piece[-1 - back] & 0xC0 == 0x80:
        back += 1
    if back >= len(piece):
        return piece
    lead = piece[-1 - back]
    wanted = 4 if lead >= 0xF0 else 3 if lead >= 0xE0 else 2 if lead >= 0xC0 else 1
    return piece if back + 1 >= wanted else piece[: -1 - back]
