"""The way out of a run process: lines of many threads into one pipe, whole and in order.

What comes before something that may end this process is written before its caller goes on, so that the other end
knows what was going on; what can wait a moment goes with it, or after `PATIENCE_S`.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE_S = 0.01
"""How long a line that can wait does wait for others."""


class Outbox:
    """Thread-safe. write: as os.write with a descriptor. on_gone: called when nobody reads any more.

    A reader that is behind holds the callers; what they put meanwhile is bounded by their windows.
    """

    def __init__(self, write: Callable[[bytes | memoryview], int], on_gone: Callable[[], None]) -> None:
        self._write = write
        self._on_gone = on_gone
        self._lines: list[bytes] = []
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._wanted = threading.Event()
        self._closed = threading.Event()
        threading.Thread(target=self._flush_later, name="outbox", daemon=True).start()

    def close(self) -> None:
        """Write what was put, and end the thread that would have."""
        self._closed.set()
        self._wanted.set()
        self.flush()

    def put(self, line: bytes, *, now: bool = True) -> None:
        """Send a line. now: it is in the pipe when this returns."""
        with self._lock:
            self._lines.append(line)
        if now:
            self.flush()
        else:
            self._wanted.set()

    def flush(self) -> None:
        """Write what was put so far."""
        with self._turn:
            with self._lock:
                lines, self._lines = self._lines, []
            if not lines:
                return
            left = memoryview(b"".join(lines))
            try:
                while left:
                    left = left[self._write(left) :]
            except OSError:
                self._on_gone()

    def _flush_later(self) -> None:
        while not self._closed.is_set():
            self._wanted.wait()
            self._closed.wait(PATIENCE_S)
            self._wanted.clear()
            self.flush()


class Window:
    """How much of one run's lines may be under way. Thread-safe. limit: bytes; a larger line goes alone."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._under_way = 0
        self._changed = threading.Condition()

    def take(self, size: int) -> None:
        """Wait until there is room for so many bytes."""
        with self._changed:
            while self._under_way and self._under_way + size > self._limit:
                self._changed.wait()
            self._under_way += size

    def give(self, size: int) -> None:
        """So many bytes have been dealt with."""
        with self._changed:
            self._under_way -= size
            self._changed.notify_all()
