"""The lines of a CSV file, handed to the csv module without letting one row take all memory or a stop go unheard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.errors import NodeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

ROW_CHARS = 1 << 24
"""A row may be half as long, and is never longer: 8 Mi characters are half a million columns of 16."""

CHUNK_CHARS = 1 << 22
"""About so many characters are held as rows before they become numbers."""

_POLL_LINES = 4096


class Lines:
    """Iterates over the lines of an open file, once.

    row_end: number of the line that ended the newest whole row, kept by the reader. chars: characters handed out.
    is_stopped: asked every few thousand lines; once true, the lines end and `stopped` is set. Raises (from the
    iteration): NodeError csv_row_too_long with the line that the row begins in.
    """

    def __init__(self, text: TextIO, name: str, is_stopped: Callable[[], bool]) -> None:
        self.chars = 0
        self.row_end = 0
        self.stopped = False
        self._text = text
        self._name = name
        self._is_stopped = is_stopped

    def __iter__(self) -> Iterator[str]:
        readline, limit = self._text.readline, ROW_CHARS
        number, look_at, row_end = 0, limit // 2, 0
        while line := readline(limit // 2 + 1):
            self.chars += len(line)
            if self.chars > look_at:
                # no row has ended since the last look, or this line alone is too long
                if (self.row_end == row_end and number) or len(line) > limit // 2:
                    raise NodeError.of("csv_row_too_long", path=self._name, line=self.row_end + 1, limit=limit // 2)
                look_at, row_end = self.chars + limit // 2, self.row_end
            yield line
            number += 1
            if number % _POLL_LINES == 0 and self._is_stopped():
                self.stopped = True
                return
