"""An executor that tests steer: it runs nothing, and ends a run when and how the test says."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import Unavailable
from app.core.vocab.run import Outcome, RunStatus
from app.engine.stores import Stores

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.runs.executors.base import ExecutionRequest

SUCCEEDED = Outcome(RunStatus.SUCCEEDED)


class SteeredExecutor:
    """Keeps requests until the test ends them. `script`, when given, is run in a thread per request instead.

    begun: ids in the order they began. A script's return value is the outcome.
    """

    def __init__(self, script: Callable[[ExecutionRequest], Outcome] | None = None) -> None:
        self.begun: list[str] = []
        self.requests: dict[str, ExecutionRequest] = {}
        self._done: dict[str, Callable[[Outcome], None]] = {}
        self._script = script
        self.stores = Stores()
        self._is_closed = False

    def execute(self, request: ExecutionRequest, done: Callable[[Outcome], None]) -> None:
        """See Executor."""
        run_id = request.context.run_id
        self.begun.append(run_id)
        self.requests[run_id] = request
        self._done[run_id] = done
        script = self._script
        if script is not None:
            threading.Thread(target=lambda: self.end(run_id, script(request)), name=f"script-{run_id[:8]}").start()

    async def ask(self, question: str, **params: Any) -> Any:
        """See Executor; answered by stores that no run has filled."""
        if self._is_closed:
            raise Unavailable.of("executor_closed")
        return self.stores.answer(question, params)

    def close(self) -> None:
        """See Executor."""
        self._is_closed = True

    def end(self, run_id: str, outcome: Outcome = SUCCEEDED) -> None:
        """End a run."""
        self._done.pop(run_id)(outcome)

    def end_all(self, outcome: Outcome = SUCCEEDED) -> None:
        """End whatever executes."""
        for run_id in list(self._done):
            self.end(run_id, outcome)
