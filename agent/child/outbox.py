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

    A reader that is behind holds those who flush; what others add meanwhile is bounded by their windows.
    """

    def __init__(self, write: Callable[[bytes | memoryview], int], on_gone: Callable[[], None]) -> None:
        self._write = write
        self._on_gone = on_gone
        self._lines: list[bytes] = []
        self._calls: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._wanted = threading.Event()
        self._closed = threading.Event()
        threading.Thread(target=self._flush_later, name="outbox", daemon=True).start()

    def add(self, lines: bytes) -> None:
        """Have lines written with the next flush."""
        with self._lock:
            self._lines.append(lines)

    def put(self, line: bytes) -> None:
        """Send a line: it is in the pipe when this returns."""
        self.add(line)
        self.flush()

    def wake(self) -> None:
        """Have a flush within PATIENCE_S."""
        if not self._wanted.is_set():
            self._wanted.set()

    def later(self, call: Callable[[], None]) -> None:
        """Have `call` called before that flush; it must not wait."""
        with self._lock:
            self._calls.append(call)
        self.wake()

    def flush(self) -> None:
        """Write what was added so far."""
        with self._turn:
            with self._lock:
                lines, self._lines = self._lines, []
            left = memoryview(b"".join(lines))
            try:
                while left:
                    left = left[self._write(left) :]
            except OSError:
                self._on_gone()

    def close(self) -> None:
        """Write what waits, and end the thread that would have."""
        self._closed.set()
        self.wake()
        self._flush_all()

    def _flush_later(self) -> None:
        while not self._closed.is_set():
            self._wanted.wait()
            self._closed.wait(PATIENCE_S)
            self._wanted.clear()
            self._flush_all()

    def _flush_all(self) -> None:
        with self._lock:
            calls, self._calls = self._calls, []
        for call in calls:
            call()
        self.flush()


class Window:
    """How much of one run's lines may be under way. Thread-safe. limit: bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._under_way = 0
        self._changed = threading.Condition()

    def add(self, size: int) -> None:
        """So many bytes are on their way. Counted before anybody waits for them to arrive: a line that is larger than
        the window could otherwise wait for itself.
        """
        with self._changed:
            self._under_way += size

    def wait(self) -> None:
        """Wait until no more is under way than may be."""
        with self._changed:
            while self._under_way > self._limit:
                self._changed.wait()

    def give(self, size: int) -> None:
        """So many bytes have been dealt with."""
        with self._changed:
            self._under_way -= size
            self._changed.notify_all()
