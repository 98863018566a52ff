"""Calls that may hang: one at a time, each in a daemon thread of its own, awaited for a limited time."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, TypeVar

from app.core.vocab.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Blocking:
    """Awaits blocking calls, in threads of this name.

    A call that hangs costs its caller `timeout_s`; until it returns, others are refused at once, so that never more
    than one thread hangs. The thread is a daemon: it keeps no process from ending.
    """

    def __init__(self, name: str, timeout_s: float) -> None:
        self._name = name
        self._timeout_s = timeout_s
        self._turn = asyncio.Lock()
        self._hanging: threading.Thread | None = None

    @property
    def is_hanging(self) -> bool:
        """True while a call that was given up has not returned."""
        return self._hanging is not None and self._hanging.is_alive()

    async def run(self, call: Callable[[], T]) -> T:
        """What the call gives or raises. Raises: Unavailable secrets_store_silent."""
        async with self._turn:
            if self.is_hanging:
                raise Unavailable.of("secrets_store_silent", seconds=self._timeout_s)
            loop = asyncio.get_running_loop()
            answer: asyncio.Future[T] = loop.create_future()

            def work() -> None:
                try:
                    value = call()
                except BaseException as error:  # a thread boundary: the caller's future carries it
                    _tell(loop, answer, error=error)
                else:
                    _tell(loop, answer, value=value)

            thread = threading.Thread(target=work, name=self._name, daemon=True)
            thread.start()
            try:
                async with asyncio.timeout(self._timeout_s):
                    return await answer
            except TimeoutError:
                if answer.done() and not answer.cancelled():
                    raise  # the call's own
                raise Unavailable.of("secrets_store_silent", seconds=self._timeout_s) from None
            finally:
                if not answer.done() or answer.cancelled():
                    self._hanging = thread


def _tell(
    loop: asyncio.AbstractEventLoop,
    answer: asyncio.Future[T],
    value: T | None = None,
    error: BaseException | None = None,
) -> None:
    """From the thread; nothing happens once the loop is gone."""

    def settle() -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(value)  # type: ignore[arg-type] # None only where T has it

    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(settle)
