"""What the writer is given: pieces of work that become one transaction together with whatever waits beside them."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.db.connection import Tx

T = TypeVar("T")


class Work(Protocol):
    """One piece of work. All three are called in the writer's thread; none may block or do I/O of its own."""

    deadline_s: float | None
    """Monotonic time after which a fault of the database is reported instead of retried; None retries for ever."""

    def apply(self, tx: Tx) -> None:
        """Write. May be called again after a rollback, so it changes nothing but the database."""

    def committed(self) -> None:
        """The rows are durable."""

    def failed(self, error: Exception) -> None:
        """The rows were not written and will not be."""


class Call(Generic[T]):
    """Work made of one function; its future has the function's answer once the commit is done."""

    def __init__(self, function: Callable[[Tx], T], deadline_s: float | None) -> None:
        self.deadline_s = deadline_s
        self.future: Future[T] = Future()
        self._function = function
        self._answer: Any = None

    def apply(self, tx: Tx) -> None:
        """See Work."""
        self._answer = self._function(tx)

    def committed(self) -> None:
        """See Work."""
        if self.future.set_running_or_notify_cancel():
            self.future.set_result(self._answer)

    def failed(self, error: Exception) -> None:
        """See Work."""
        if self.future.set_running_or_notify_cancel():
            self.future.set_exception(error)
