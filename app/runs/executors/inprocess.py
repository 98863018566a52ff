"""Runs a graph in a thread of this process."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from app.aio.threads import LaneClosed, LaneFull, ThreadLane
from app.core.vocab.errors import Unavailable
from app.engine.console import capture
from app.engine.runner import run_graph
from app.engine.stores import ABOUT_VALUES, Pace, Stores
from app.runs.executors.base import broken

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.vocab.run import Outcome
    from app.engine.registry import Registry
    from app.runs.executors.base import ExecutionRequest

WAITING = 256
"""Questions of one pace that may wait to be answered."""

READERS = 4
"""Questions that are answered by looking at values, at the same time."""


AT_ONCE = frozenset({"figures"})
"""Questions that take microseconds: answered where they are asked."""


class InProcessExecutor:
    """One daemon thread per run, named after it. A run that ignores its stop never keeps the process from ending.

    registry: each run keeps the node types of the moment at which it starts. Questions wait for none that takes longer
    than they do; one whose asker is cancelled, and all at the close, are dropped.
    """

    def __init__(self, registry: Registry, stores: Stores | None = None) -> None:
        self._registry = registry
        self._stores = stores or Stores()
        self._lanes = {
            Pace.QUICK: ThreadLane("stores", capacity=WAITING),
            Pace.READ: ThreadLane("stores-read", capacity=WAITING, width=READERS),
            Pace.LONG: ThreadLane("stores-long", capacity=WAITING),
        }
        self._is_closing = threading.Event()

    def execute(self, request: ExecutionRequest, done: Callable[[Outcome], None]) -> None:
        """See Executor."""
        name = f"run-{request.context.run_id[:8]}"
        work = (request, self._registry.now, done)
        try:
            threading.Thread(target=self._work, args=work, name=name, daemon=True).start()
        except RuntimeError as error:  # no more threads to be had
            done(broken(request, error))

    async def ask(self, question: str, **params: Any) -> Any:
        """See Executor."""
        if self._is_closing.is_set():
            raise Unavailable.of("executor_closed")
        if question in AT_ONCE:
            return self._stores.answer(question, params)
        has_left = threading.Event()

        def is_unwanted() -> bool:
            return has_left.is_set() or self._is_closing.is_set()

        try:
            pace = Pace.QUICK
            if question in ABOUT_VALUES:
                pace = await self._lanes[Pace.QUICK].run(lambda: self._stores.pace(question, params))
            return await self._lanes[pace].run(lambda: self._stores.answer(question, params, is_unwanted))
        except LaneFull:
            raise Unavailable.of("executor_busy", waiting=WAITING) from None
        except LaneClosed:
            raise Unavailable.of("executor_closed") from None
        finally:
            has_left.set()

    def waiting(self) -> int:
        """Questions that have not begun to be answered."""
        return sum(lane.depth for lane in self._lanes.values())

    def close(self) -> None:
        """See Executor."""
        self._is_closing.set()
        for lane in self._lanes.values():
            lane.stop()

    def _work(self, request: ExecutionRequest, registry: Registry, done: Callable[[Outcome], None]) -> None:
        try:
            context = self._stores.lend(request.context, request.loan)
            with capture(request.console):
                outcome = run_graph(request.graph, context, registry)
        except BaseException as error:  # a thread boundary: whatever broke, the run must end
            outcome = broken(request, error)
        done(outcome)
