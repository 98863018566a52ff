"""How the outcome of an execution reads in the log and on the row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.events import builders
from app.core.events.kinds import EventType
from app.core.vocab.reason import reason
from app.core.vocab.run import Outcome, RunStatus
from app.db.run_rows import RunEnd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import CancelFlag

Ending = tuple[str, "Mapping[str, Any] | None", RunEnd]
"""(terminal event, its payload, the row's end)."""


def ending_of(outcome: Outcome, flag: CancelFlag, finished_at: str) -> Ending:
    """A stopped run is cancelled or interrupted by who asked for the stop, whatever the engine called it.

    execution_facts.error_reason: user_error, out_of_memory, internal, cancelled, interrupted; none for success.
    """
    status, why = outcome.status, outcome.error
    if status is RunStatus.SUCCEEDED:
        return EventType.EXECUTION_COMPLETE.value, None, _row(outcome, status, finished_at, None, None)
    if status in (RunStatus.CANCELLED, RunStatus.INTERRUPTED):
        if flag.is_set():
            status = RunStatus.INTERRUPTED if flag.why == "interrupted" else RunStatus.CANCELLED
        if status is RunStatus.INTERRUPTED and why is None:
            why = reason("run_interrupted")
        error = None if why is None or status is RunStatus.CANCELLED else why.to_json()
        row = _row(outcome, status, finished_at, error, status.value)
        return EventType.EXECUTION_STOPPED.value, builders.execution_stopped(status.value), row
    why = why or reason("run_internal", error_type="none")
    kind = {"out_of_memory": "out_of_memory", "run_internal": "internal"}.get(why.code, "user_error")
    row = _row(outcome, RunStatus.FAILED, finished_at, why.to_json(), kind)
    return EventType.EXECUTION_ERROR.value, builders.execution_error(why), row


def _row(
    outcome: Outcome, status: RunStatus, finished_at: str, error: Mapping[str, Any] | None, kind: str | None
) -> RunEnd:
    facts = {**({"error_reason": kind} if kind else {}), **outcome.facts}
    return RunEnd(status, finished_at, error, facts, outcome.peak_memory)
