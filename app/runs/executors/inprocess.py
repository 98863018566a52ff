"""Runs a graph in a thread of this process."""

from __future__ import annotations

import logging
import threading
import traceback
from typing import TYPE_CHECKING

from app.core.vocab.reason import reason
from app.core.vocab.run import Outcome, RunStatus
from app.engine.console import capture
from app.engine.runner import run_graph

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.registry import Registry
    from app.runs.executors.base import ExecutionRequest

log = logging.getLogger(__name__)


class InProcessExecutor:
    """One daemon thread per run, named after it. A run that ignores its stop never keeps the process from ending."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def execute(self, request: ExecutionRequest, done: Callable[[Outcome], None]) -> None:
        """See Executor."""
        name = f"run-{request.context.run_id[:8]}"
        try:
            threading.Thread(target=self._work, args=(request, done), name=name, daemon=True).start()
        except RuntimeError as error:  # no more threads to be had
            done(_broken(request, error))

    def _work(self, request: ExecutionRequest, done: Callable[[Outcome], None]) -> None:
        try:
            with capture(request.console):
                outcome = run_graph(request.graph, request.context, self._registry)
        except BaseException as error:  # a thread boundary: whatever broke, the run must end
            outcome = _broken(request, error)
        done(outcome)


def _broken(request: ExecutionRequest, error: BaseException) -> Outcome:
    log.error("run %s broke in the engine", request.context.run_id, exc_info=error)
    request.console("".join(traceback.format_exception(error)))
    return Outcome(
        RunStatus.FAILED, reason("run_internal", error_type=type(error).__name__), facts={"error_reason": "internal"}
    )
