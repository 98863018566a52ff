"""The sinks of a run whose log is kept by another process."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

from app.core.events.cap import capped_text
from app.core.events.strict import dumps
from app.engine.pipe import answers
from app.engine.pipe.messages import encode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.child.outbox import Outbox, Window
    from app.core.vocab.run import Outcome
    from app.engine.sinks import Artifact, MetricPoint

CONSOLE_CHARACTERS = 64 * 1024
"""Text of one console message; longer texts go in pieces."""

POINTS = 64
"""Metric points that wait for each other, as many as a flush of the log has."""


class PipeSinks:
    """RunSinks whose lines keep the order of the calls; a call waits while the run's window is full.

    number: of the run in this process. cap_bytes: of one payload, so that none grows in the pipe. Points wait for
    others, for whatever is said next, or for the outbox's patience. After `end` nothing is sent: what threads that
    outlive their run report is dropped.
    """

    def __init__(self, number: int, outbox: Outbox, window: Window, cap_bytes: int) -> None:
        self._number = number
        self._outbox = outbox
        self._window = window
        self._cap_bytes = cap_bytes
        self._lock = threading.Lock()
        self._points: list[list[Any]] = []
        self._is_over = False

    def emit(self, event_type: str, payload: Mapping[str, Any]) -> None:
        """See RunSinks. That a node starts is in the pipe before it does: it may be the last that is heard of it."""
        text = capped_text(payload, self._cap_bytes)
        line = f'{{"say":"event","run":{self._number},"type":{json.dumps(event_type)},"payload":{text}}}\n'
        self._say(line.encode(), now=payload.get("status") == "running")

    def record_metrics(self, points: Sequence[MetricPoint]) -> None:
        """See RunSinks."""
        rows = answers.points_to_json(points)
        with self._lock:
            is_first = not self._points
            self._points += rows
            is_due = len(self._points) >= POINTS
        if is_due:
            self._say(now=False)
        elif is_first:
            self._outbox.later(self._flush)

    def record_artifact(self, artifact: Artifact) -> None:
        """See RunSinks."""
        self._say(encode("artifact", run=self._number, **answers.artifact_to_json(artifact)))

    def warn(self, kind: str, payload: Mapping[str, Any]) -> None:
        """See RunSinks."""
        self._say(encode("warn", run=self._number, kind=kind, payload=json.loads(dumps(dict(payload)))))

    def console(self, text: str) -> None:
        """What the run prints."""
        for first in range(0, len(text), CONSOLE_CHARACTERS):
            self._say(encode("console", run=self._number, text=text[first : first + CONSOLE_CHARACTERS]))

    def end(self, outcome: Outcome) -> None:
        """The last word about the run."""
        with self._lock:
            self._send(encode("outcome", run=self._number, **answers.outcome_to_json(outcome)))
            self._is_over = True
        self._outbox.flush()

    def _say(self, line: bytes = b"", *, now: bool = True) -> None:
        """Send the points that wait, then the line; then wait until no more is under way than may be."""
        with self._lock:
            self._send(line)
        if now:
            self._outbox.flush()
        else:
            self._outbox.wake()
        self._window.wait()

    def _flush(self) -> None:
        """Send the points that wait, and wait for nothing: others want to be heard, too."""
        with self._lock:
            self._send(b"")

    def _send(self, line: bytes) -> None:
        if self._is_over:
            return
        points, self._points = self._points, []
        if points:
            line = encode("metrics", run=self._number, points=points) + line
        self._window.add(len(line))
        self._outbox.add(line)
