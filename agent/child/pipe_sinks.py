"""The sinks of a run whose log is kept by another process."""

from __future__ import annotations

import json
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


class PipeSinks:
    """RunSinks whose lines keep the order of the calls of each thread; a call waits while the run's window is full.

    number: of the run in this process. cap_bytes: of one payload, so that none grows in the pipe.
    """

    def __init__(self, number: int, outbox: Outbox, window: Window, cap_bytes: int) -> None:
        self._number = number
        self._outbox = outbox
        self._window = window
        self._cap_bytes = cap_bytes

    def emit(self, event_type: str, payload: Mapping[str, Any]) -> None:
        """See RunSinks. In the pipe before the node goes on: it may be the last that is heard of it."""
        text = capped_text(payload, self._cap_bytes)
        line = f'{{"say":"event","run":{self._number},"type":{json.dumps(event_type)},"payload":{text}}}\n'
        self._say(line.encode())

    def record_metrics(self, points: Sequence[MetricPoint]) -> None:
        """See RunSinks."""
        self._say(encode("metrics", run=self._number, points=answers.points_to_json(points)), now=False)

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
        self._outbox.put(encode("outcome", run=self._number, **answers.outcome_to_json(outcome)))

    def _say(self, line: bytes, *, now: bool = True) -> None:
        self._window.take(len(line))
        self._outbox.put(line, now=now)
