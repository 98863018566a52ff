"""Runs a graph in a thread of this process."""

from __future__ import annotations

import asyncio
import logging
import threading
import traceback
from typing import TYPE_CHECKING, Any

from app.aio.threads import LaneClosed, LaneFull, ThreadLane
from app.core.vocab.errors import Unavailable
from app.core.vocab.reason import reason
from app.core.vocab.run import Outcome, RunStatus
from app.engine.console import capture
from app.engine.runner import run_graph
from app.engine.stores import Stores

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.registry import Registry
    from app.runs.executors.base import ExecutionRequest

log = logging.getLogger(__name__)

WAITING = 256
"""Questions that may wait to be answered."""


QUICK = frozenset({"figures"})
"""Questions that take microseconds: answered where they are asked."""

ASIDE = frozenset({"clear_canvas", "close_canvas"})
"""Questions that only let go of memory."""


class InProcessExecutor:
    """One daemon thread per run, named after it. A run that ignores its stop never keeps the process from ending.

    registry: each run keeps the node types of the moment at which it starts. Questions are answered one by one, but for
    those of QUICK and ASIDE: health is asked for, and canvases close, while figures of a large tensor are made.
    """

    def __init__(self, registry: Registry, stores: Stores | None = None) -> None:
        self._registry = registry
        self._stores = stores or Stores()
        self._lane = ThreadLane("stores", capacity=WAITING)
        self._is_closed = False

    def execute(self, request: ExecutionRequest, done: Callable[[Outcome], None]) -> None:
        """See Executor."""
        name = f"run-{request.context.run_id[:8]}"
        work = (request, self._registry.now, done)
        try:
            threading.Thread(target=self._work, args=work, name=name, daemon=True).start()
        except RuntimeError as error:  # no more threads to be had
            done(_broken(request, error))

    async def ask(self, question: str, **params: Any) -> Any:
        """See Executor."""
        if self._is_closed:
            raise Unavailable.of("executor_closed")
        if question in QUICK:
            return self._stores.answer(question, params)
        if question in ASIDE:
            return await asyncio.to_thread(self._stores.answer, question, params)
        try:
            return await self._lane.run(lambda: self._stores.answer(question, params))
        except LaneFull:
            raise Unavailable.of("executor_busy", waiting=WAITING) from None
        except LaneClosed:
            raise Unavailable.of("executor_closed") from None

    def close(self) -> None:
        """See Executor."""
        self._is_closed = True
        self._lane.stop()

    def _work(self, request: ExecutionRequest, registry: Registry, done: Callable[[Outcome], None]) -> None:
        try:
            context = self._stores.lend(request.context, request.loan)
            with capture(request.console):
                outcome = run_graph(request.graph, context, registry)
        except BaseException as error:  # a thread boundary: whatever broke, the run must end
            outcome = _broken(request, error)
        done(outcome)


def _broken(request: ExecutionRequest, error: BaseException) -> Outcome:
    log.error("run %s broke in the engine", request.context.run_id, exc_info=error)
    request.console("".join(traceback.format_exception(error)))
    return Outcome(
        RunStatus.FAILED, reason("run_internal", error_type=type(error).__name__), facts={"error_reason": "internal"}
    )
