"""Named threads that callables go into and futures come out of."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class LaneClosed(RuntimeError):
    """The lane was stopped; nothing more is taken."""


class LaneFull(RuntimeError):
    """As many callables wait as the lane holds."""


class ThreadLane:
    """Runs callables one after the other in a daemon thread of its own, or `width` at a time in so many threads.

    capacity: how many may wait; `submit` then blocks its caller (a thread), `run` refuses its own (an event loop).
    Threads start when a callable finds none free. opening and closing run in each thread, first and last.
    """

    def __init__(
        self,
        name: str,
        capacity: int = 1024,
        opening: Callable[[], None] | None = None,
        closing: Callable[[], None] | None = None,
        width: int = 1,
    ) -> None:
        self._name = name
        self._capacity = capacity
        self._opening = opening
        self._closing = closing
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._changed = threading.Condition()
        self._stopped = False
        self._width = width
        self._free = 0
        self._threads: list[threading.Thread] = []

    @property
    def depth(self) -> int:
        """How many callables wait."""
        return len(self._waiting)

    @property
    def is_idle(self) -> bool:
        """True when nothing waits and every thread is free."""
        with self._changed:
            return not self._waiting and self._free == len(self._threads)

    def submit(self, call: Callable[[], T]) -> Future[T]:
        """Queue a callable. Raises: LaneClosed after stop()."""
        future: Future[T] = Future()
        with self._changed:
            while len(self._waiting) >= self._capacity and not self._stopped:
                self._changed.wait()
            if self._stopped:
                raise LaneClosed(self._name)
            self._waiting.append((future, call))
            if len(self._waiting) > self._free and len(self._threads) < self._width:
                thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                thread.start()
                self._threads.append(thread)
            self._changed.notify_all()
        return future

    async def run(self, call: Callable[[], T]) -> T:
        """Queue a callable and await its result; what it raises is raised here. Raises: LaneFull, LaneClosed."""
        if len(self._waiting) >= self._capacity:
            raise LaneFull(self._name)
        return await asyncio.wrap_future(self.submit(call))

    def stop(self) -> None:
        """Finish what waits, then end and join the threads. Further calls raise LaneClosed; calling twice is fine."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()

    def _next(self) -> tuple[Future[Any], Callable[[], Any]] | None:
        with self._changed:
            self._free += 1
            while not self._waiting and not self._stopped:
                self._changed.wait()
            self._free -= 1
            if not self._waiting:
                return None
            item = self._waiting.popleft()
            self._changed.notify_all()
            return item

    def _work(self) -> None:
        broken: BaseException | None = None
        if self._opening is not None:
            try:
                self._opening()
            except BaseException as error:  # reported by every call below, the thread itself has nobody to tell
                broken = error
        while (item := self._next()) is not None:
            future, call = item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                if broken is not None:
                    raise broken
                future.set_result(call())
            except BaseException as error:  # a thread boundary: the caller's future carries it
                future.set_exception(error)
            del item, future, call
        if self._closing is not None and broken is None:
            self._closing()
