"""The executor seam: a request goes in, one outcome comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.graph.prepared import PreparedGraph
    from app.core.vocab.run import Outcome
    from app.engine.context import RunContext


@dataclass(frozen=True)
class ExecutionRequest:
    """One execution. console: takes what the run prints, from any thread; it never raises."""

    graph: PreparedGraph
    context: RunContext
    console: Callable[[str], None]


class Executor(Protocol):
    """Executes requests side by side; the run service decides how many."""

    def execute(self, request: ExecutionRequest, done: Callable[[Outcome], None]) -> None:
        """Begin and return at once. `done` is called exactly once, in any thread, whatever happens.

        A stop is asked for through the context's flag. Raises nothing: what cannot begin ends as a failed outcome.
        """
