"""Wakes those who wait for a run's log or console to grow, or for any run to change.

Carries no data: what woke up reads the database.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

from contextlib import contextmanager

MAX_WATCHES = 10_000
"""Watches beyond this are never woken: their poll answers at once instead of waiting."""

MAX_REMEMBERED = 256
"""Topics of which is known when they were announced last."""

ALL_RUNS = "runs"
"""The topic that every announcement belongs to, too."""


class Watch:
    """One waiter. `changed` is set when the run's log grew since the watch was made or last waited for."""

    def __init__(self, is_live: bool) -> None:
        self.is_live = is_live
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """Called on the loop."""
        self._changed.set()

    async def wait(self, timeout_s: float) -> bool:
        """Wait for growth; False when the time is over, or at once for a watch beyond the bound."""
        if not self.is_live:
            return False
        try:
            async with asyncio.timeout(timeout_s):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True


class EventBus:
    """Topics are run ids, `console:<run id>` and ALL_RUNS. `announce` may be called in any thread, others on the loop.

    changes: how often something was announced, whether or not anybody watched.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watches: dict[str, set[Watch]] = {}
        self._count = 0
        self._grown: set[str] = set()
        self._lock = threading.Lock()
        self.changes = 0
        self._last: dict[str, int] = {}
        self._forgotten = 0

    def bind(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Name the loop that waiters live on; None when it is about to end."""
        with self._lock:
            self._loop = loop
            self._grown.clear()

    @contextmanager
    def watch(self, topic: str) -> Iterator[Watch]:
        """Watch a topic; made before the first read, so that no growth is missed."""
        watch = Watch(self._count < MAX_WATCHES)
        self._watches.setdefault(topic, set()).add(watch)
        self._count += 1
        try:
            yield watch
        finally:
            self._count -= 1
            self._watches[topic].discard(watch)
            if not self._watches[topic]:
                del self._watches[topic]

    def is_watched(self, topic: str) -> bool:
        """A cheap question any thread may ask before it announces."""
        return topic in self._watches

    def announce(self, topic: str) -> None:
        """Wake every watch of the topic and of ALL_RUNS; many calls between two turns of the loop become one.

        Called after what changed can be read.
        """
        with self._lock:
            self.changes += 1
            self._last.pop(topic, None)  # so that the order is that of the last announcement
            self._last[topic] = self.changes
            if len(self._last) > MAX_REMEMBERED:
                self._forgotten = self._last.pop(next(iter(self._last)))
            watched = [one for one in (topic, ALL_RUNS) if one in self._watches]
            if self._loop is None or not watched:
                return
            is_first = not self._grown
            self._grown.update(watched)
            if is_first:
                self._loop.call_soon_threadsafe(self._deliver)

    def announced_since(self, count: int) -> list[str] | None:
        """Topics announced after `changes` was `count`, the newest first; None when they were too many to remember."""
        with self._lock:
            if self._forgotten > count:
                return None
            newest_first = reversed(self._last.items())
            return [topic for topic, _ in itertools.takewhile(lambda item: item[1] > count, newest_first)]

    def wake_all(self) -> None:
        """Wake everybody, for the shutdown."""
        for watches in list(self._watches.values()):
            for watch in list(watches):
                watch.wake()

    def _deliver(self) -> None:
        with self._lock:
            grown, self._grown = self._grown, set()
        for topic in grown:
            for watch in self._watches.get(topic, ()):
                watch.wake()
