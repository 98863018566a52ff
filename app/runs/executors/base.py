"""The executor seam: a request goes in, one outcome comes out."""

from __future__ import annotations

import logging
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from app.core.vocab.reason import reason
from app.core.vocab.run import Outcome, RunStatus
from app.engine.stores import Loan

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.graph.prepared import PreparedGraph
    from app.engine.context import RunContext

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ExecutionRequest:
    """One execution. graph: with its secret values. console: takes what the run prints, in any thread; never raises.

    loan: what the run may use of the stores of the process that executes it.
    """

    graph: PreparedGraph = field(repr=False)
    context: RunContext
    console: Callable[[str], None]
    loan: Loan = field(default_factory=Loan)


class Executor(Protocol):
    """Executes requests side by side; the run service decides how many."""

    def execute(self, request: ExecutionRequest, done: Callable[[Outcome], None]) -> None:
        """Begin and return at once. `done` is called exactly once, in any thread, whatever happens.

        A stop is asked for through the context's flag. Raises nothing: what cannot begin ends as a failed outcome.
        """

    async def ask(self, question: str, **params: Any) -> Any:
        """Ask the stores beside the runs; see app.engine.stores.QUESTIONS for questions, params and answers.

        A question waits for none that takes longer than it does. Cancelled, it is dropped as far as that is possible.
        Raises: CduiError with what is wrong with the asking; Unavailable executor_closed where nobody answers any more.
        """

    def close(self) -> None:
        """Take no more questions and requests, and let go of what is kept. Blocks until it is done; twice is fine.

        Runs that still execute are left to end by themselves.
        """


def broken(request: ExecutionRequest, error: BaseException) -> Outcome:
    """The end of a run that a fault of ours ended; the traceback goes into the log and the run's console."""
    log.error("run %s broke in the engine", request.context.run_id, exc_info=error)
    request.console("".join(traceback.format_exception(error)))
    why = reason("run_internal", error_type=type(error).__name__)
    return Outcome(RunStatus.FAILED, why, facts={"error_reason": "internal"})
