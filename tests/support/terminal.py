"""A terminal as far as `cdui run` uses one: what stands on it after every step of the bytes that were written to it."""

from __future__ import annotations

import re
from contextlib import suppress

_STEP = re.compile(r"\x1b\[(?P<args>[?0-9;]*)(?P<verb>[A-Za-z])|(?P<move>[\r\n])|(?P<text>[^\x1b\r\n]+)")


class Terminal:
    """Rows of text without end or styles. An escape sequence that is not known fails the test.

    frames: the rows that are not blank, before each step that leaves or erases a row, and at the end.
    """

    def __init__(self, written: str) -> None:
        self.rows: list[str] = [""]
        self.frames: list[list[str]] = []
        self._row = self._column = 0
        done = 0
        for step in _STEP.finditer(written):
            assert step.start() == done, f"no terminal knows {written[done : done + 20]!r}"
            done = step.end()
            if step["text"]:
                self._write(step["text"])
            elif step["move"]:
                self._move(step["move"])
            else:
                self._control(step["verb"], step["args"])
        assert done == len(written)
        self._frame()

    def _write(self, text: str) -> None:
        row = self.rows[self._row].ljust(self._column)
        self.rows[self._row] = row[: self._column] + text + row[self._column + len(text) :]
        self._column += len(text)

    def _move(self, way: str) -> None:
        self._frame()
        self._column = 0
        if way == "\n":
            self._row += 1
            if self._row == len(self.rows):
                self.rows.append("")

    def _control(self, verb: str, args: str) -> None:
        if verb == "A":
            self._row = max(self._row - int(args or 1), 0)
        elif verb == "K":
            assert args == "2", "only whole lines are erased"
            self._frame()
            self.rows[self._row] = ""
        else:
            assert verb == "m" or (verb in "hl" and args == "?25"), f"no terminal knows CSI {args}{verb}"

    def _frame(self) -> None:
        shown = [row.rstrip() for row in self.rows if row.strip()]
        if not self.frames or self.frames[-1] != shown:
            self.frames.append(shown)


def written_to(descriptor: int) -> str:
    """All that programs write to a terminal until the last of them lets go of it. descriptor: our end, closed then."""
    shown = b""
    with open(descriptor, "rb", buffering=0) as terminal, suppress(OSError):  # Linux says that it is gone by EIO
        while piece := terminal.read(4096):
            shown += piece
    return shown.decode()
