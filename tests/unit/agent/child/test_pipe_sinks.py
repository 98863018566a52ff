"""Lines of a run leave in the order of its calls, and at once where the run may not live to say more."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from agent.child.outbox import Outbox, Window
from agent.child.pipe_sinks import CONSOLE_CHARACTERS, POINTS, PipeSinks
from app.core.vocab.run import Outcome, RunStatus
from app.engine.pipe import messages
from app.engine.sinks import Artifact, MetricPoint

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Pipe:
    def __init__(self) -> None:
        self.got = b""
        self.arrived = threading.Event()

    def write(self, data: bytes | memoryview) -> int:
        self.got += bytes(data)
        self.arrived.set()
        return len(data)

    def said(self) -> list[dict[str, Any]]:
        return [dict(messages.decode(line)) for line in self.got.splitlines()]


@pytest.fixture
def pipe() -> _Pipe:
    return _Pipe()


@pytest.fixture
def outbox(pipe: _Pipe) -> Iterator[Outbox]:
    made = Outbox(pipe.write, lambda: None)
    yield made
    made.close()


@pytest.fixture
def sinks(outbox: Outbox) -> PipeSinks:
    return PipeSinks(7, outbox, Window(10**6), 1000)


def point(step: int) -> MetricPoint:
    return MetricPoint("loss", step / 2, step, "n")


def test_points_go_before_what_is_said_after_them(sinks: PipeSinks, pipe: _Pipe) -> None:
    sinks.record_metrics([point(1)])
    sinks.record_metrics([point(2), point(3)])
    sinks.emit("node_status", {"node_id": "n", "status": "running"})
    sinks.record_metrics([point(4)])
    sinks.record_artifact(Artifact("file", "/x", "n"))
    sinks.warn("w", {"code": "c"})
    sinks.end(Outcome(RunStatus.SUCCEEDED))
    said = pipe.said()
    assert [(one["say"], one["run"]) for one in said] == [
        ("metrics", 7), ("event", 7), ("metrics", 7), ("artifact", 7), ("warn", 7), ("outcome", 7),
    ]  # fmt: skip
    assert [row[2] for one in said if one["say"] == "metrics" for row in one["points"]] == [1, 2, 3, 4]


@pytest.mark.parametrize("speak", [
    lambda sinks: sinks.emit("node_status", {"node_id": "n", "status": "running"}),
    lambda sinks: sinks.emit("inner_node_status", {"node_id": "n", "status": "running"}),
    lambda sinks: sinks.console("x"),
])  # fmt: skip
def test_last_words_are_in_the_pipe_when_the_call_returns(sinks: PipeSinks, pipe: _Pipe, speak: Any) -> None:
    sinks.emit("node_status", {"node_id": "m", "status": "completed"})
    speak(sinks)
    assert len(pipe.said()) == 2


@pytest.mark.parametrize("speak", [
    lambda sinks: sinks.record_metrics([point(1)]),
    lambda sinks: sinks.emit("node_status", {"node_id": "n", "status": "completed"}),
])  # fmt: skip
def test_what_can_wait_leaves_by_itself(sinks: PipeSinks, pipe: _Pipe, speak: Any) -> None:
    speak(sinks)
    assert pipe.arrived.wait(20)


def test_points_do_not_wait_in_numbers(sinks: PipeSinks, outbox: Outbox, pipe: _Pipe) -> None:
    for step in range(POINTS):
        sinks.record_metrics([point(step)])
    outbox.flush()
    assert [row[2] for one in pipe.said() for row in one["points"]] == list(range(POINTS))


def test_a_payload_is_capped_before_it_is_sent(sinks: PipeSinks, pipe: _Pipe) -> None:
    sinks.emit("node_status", {"node_id": "n", "status": "running", "text": "x" * 10**6})
    assert len(pipe.got) < 1200


def test_a_long_text_goes_in_pieces(sinks: PipeSinks, pipe: _Pipe) -> None:
    text = "語" * (2 * CONSOLE_CHARACTERS + 1)
    sinks.console(text)
    assert [len(one["text"]) for one in pipe.said()] == [CONSOLE_CHARACTERS, CONSOLE_CHARACTERS, 1]
    assert "".join(one["text"] for one in pipe.said()) == text


def test_all_that_is_said_counts_as_under_way(outbox: Outbox, pipe: _Pipe) -> None:
    counted: list[int] = []

    class _Counting(Window):
        def add(self, size: int) -> None:
            counted.append(size)
            super().add(size)

    sinks = PipeSinks(1, outbox, _Counting(10**6), 1000)
    sinks.record_metrics([point(1)])
    sinks.console("x")
    sinks.end(Outcome(RunStatus.CANCELLED))
    assert sum(counted) == len(pipe.got)


def test_nothing_is_sent_after_the_outcome(sinks: PipeSinks, outbox: Outbox, pipe: _Pipe) -> None:
    sinks.record_metrics([point(1)])
    sinks.end(Outcome(RunStatus.SUCCEEDED))
    sinks.record_metrics([point(2)])
    sinks.emit("node_status", {"node_id": "n", "status": "running"})
    sinks.console("x")
    sinks.end(Outcome(RunStatus.FAILED))
    outbox.flush()
    assert [one["say"] for one in pipe.said()] == ["metrics", "outcome"]
