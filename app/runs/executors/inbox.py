"""What a run process says about one run, put into the run's sinks by a thread of that run."""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING, Any

from app.core.vocab.reason import Reason
from app.core.vocab.run import Outcome, RunStatus
from app.engine.pipe import answers, messages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.runs.executors.base import ExecutionRequest

Said = tuple["Mapping[str, Any]", int]
"""(message, bytes of its line)."""


class Inbox:
    """Messages of one run in their order. The reader of the pipe puts them in and never waits; its window bounds them.

    took: tells the process that so many bytes of the run have been dealt with. stop: asks the run to stop.
    """

    def __init__(self, request: ExecutionRequest, took: Callable[[int], None], stop: Callable[[str], None]) -> None:
        self._request = request
        self._took = took
        self._stop = stop
        self._arrived: queue.SimpleQueue[list[Said] | Reason] = queue.SimpleQueue()
        self._owed = 0
        self._last_words = ""
        self._broken: BaseException | None = None

    def put(self, said: list[Said]) -> None:
        """Take messages, in order."""
        self._arrived.put(said)

    def lost(self, why: Reason, last_words: str) -> None:
        """The process is gone; nothing more comes. last_words: the end of what it wrote to its stderr."""
        self._last_words = last_words
        self._arrived.put(why)

    def follow(self) -> Outcome:
        """Put everything into the sinks until the run has ended. Raises: whatever a sink raised, after the end."""
        outcome: Outcome | None = None
        while outcome is None:
            arrived = self._arrived.get()
            if isinstance(arrived, Reason):
                outcome = self._lost(arrived)
                break
            for message, size in arrived:
                if message["say"] == "outcome":
                    outcome = answers.outcome_from_json(message)
                    break
                self._deal_with(message)
                self._owe(size)
        if self._broken is not None:
            raise self._broken
        return outcome

    def _deal_with(self, message: Mapping[str, Any]) -> None:
        """After a sink has raised, the run is asked to stop and what it still says goes nowhere."""
        if self._broken is not None:
            return
        try:
            _TO_SINK[message["say"]](self._request, message)
        except BaseException as error:  # raised by `follow` once the run has ended
            self._broken = error
            self._stop("interrupted")

    def _owe(self, size: int) -> None:
        self._owed += size
        if self._owed >= messages.WINDOW_BYTES // 4:
            self._took(self._owed)
            self._owed = 0

    def _lost(self, why: Reason) -> Outcome:
        """A run that was asked to stop has stopped, however its process ended."""
        if self._request.context.cancel.is_set():
            asked = self._request.context.cancel.why
            return Outcome(RunStatus.INTERRUPTED if asked == "interrupted" else RunStatus.CANCELLED)
        self._request.console(f"{self._last_words}\n{why.text()}\n".lstrip())
        return Outcome(RunStatus.FAILED, why, facts={"error_reason": "process_died"})


def _event(request: ExecutionRequest, message: Mapping[str, Any]) -> None:
    request.context.sinks.emit(message["type"], message["payload"])


def _metrics(request: ExecutionRequest, message: Mapping[str, Any]) -> None:
    request.context.sinks.record_metrics(answers.points_from_json(message["points"]))


def _artifact(request: ExecutionRequest, message: Mapping[str, Any]) -> None:
    request.context.sinks.record_artifact(answers.artifact_from_json(message))


def _warn(request: ExecutionRequest, message: Mapping[str, Any]) -> None:
    request.context.sinks.warn(message["kind"], message["payload"])


def _console(request: ExecutionRequest, message: Mapping[str, Any]) -> None:
    request.console(message["text"])


_TO_SINK: dict[str, Callable[[ExecutionRequest, Mapping[str, Any]], None]] = {
    "event": _event,
    "metrics": _metrics,
    "artifact": _artifact,
    "warn": _warn,
    "console": _console,
}
