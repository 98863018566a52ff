"""What a failing node does to the rest of its run."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import NodeError
from app.core.vocab.run import ErrorMode, Outcome, RunStatus
from app.engine.context import CancelFlag
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, PATIENCE_S, Gate, allocate, fail, graph, node, poll_cancel
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.graph.prepared import PreparedGraph


class QuickFlag(CancelFlag):
    """Remembers how long it was asked to wait and does not wait. stop_at: the pause in which the stop comes."""

    def __init__(self, stop_at: int | None = None) -> None:
        super().__init__()
        self.waits: list[float] = []
        self._stop_at = stop_at

    def wait(self, timeout_s: float) -> bool:
        self.waits.append(timeout_s)
        if len(self.waits) == self._stop_at:
            self.set()
        return self.is_set()


def _run(tmp_path: Path, steps: PreparedGraph, **changes: Any) -> tuple[Outcome, RecordingSinks, list[tuple[str, str]]]:
    sinks = RecordingSinks()
    outcome = run_graph(steps, run_context(tmp_path, sinks, **changes), MOCKS)
    return outcome, sinks, [(payload["node_id"], payload["status"]) for _, payload in sinks.events]


def test_fail_fast_gives_the_node_s_error_to_the_run(tmp_path: Path) -> None:
    steps = graph(node("a", fail(ValueError("too small"))), node("b", after=("a",)), node("c"))
    outcome, sinks, states = _run(tmp_path, steps, max_parallel_nodes=1)
    assert outcome.status is RunStatus.FAILED
    assert outcome.error is not None
    assert outcome.error.code == "node_failed"
    assert outcome.error.params == {
        "node_id": "a",
        "node_type": "Mock",
        "error_type": "ValueError",
        "message": "too small",
    }
    assert states == [("a", "running"), ("a", "error")]
    assert sinks.events[-1][1] == {
        "node_id": "a",
        "status": "error",
        "error": outcome.error.text(),
        "code": "node_failed",
        "params": dict(outcome.error.params),
        "error_type": "ValueError",
    }


def test_fail_fast_lets_running_nodes_finish_and_discards_what_they_give(tmp_path: Path) -> None:
    slow = Gate()

    def fails(inputs: dict[str, Any], context: Any) -> Any:
        assert slow.started.wait(20)
        raise KeyError("first")

    class Sinks(RecordingSinks):
        def emit(self, event_type: str, payload: Any) -> None:
            super().emit(event_type, payload)
            if payload["status"] == "error":
                slow.release.set()

    sinks = Sinks()
    outcome = run_graph(
        graph(node("a", slow), node("b", fails), node("c", after=("a",))), run_context(tmp_path, sinks), MOCKS
    )
    assert outcome.error is not None
    assert outcome.error.params["node_id"] == "b"
    states = [(payload["node_id"], payload["status"]) for _, payload in sinks.events]
    assert states[-2:] == [("b", "error"), ("a", "interrupted")]
    assert "outputs" not in sinks.events[-1][1]


def test_fail_fast_asks_the_other_nodes_to_stop(tmp_path: Path) -> None:
    loops = threading.Event()
    stopped: list[str] = []

    def loop(inputs: dict[str, Any], context: Any) -> Any:
        loops.set()
        poll_cancel(context)
        stopped.append("a")
        return {"__interrupted__": {"epoch": 1}}

    def fails(inputs: dict[str, Any], context: Any) -> Any:
        assert loops.wait(PATIENCE_S)
        raise ValueError("x")

    outcome, _, states = _run(tmp_path, graph(node("a", loop), node("b", fails)))
    assert outcome.status is RunStatus.FAILED
    assert states[-2:] == [("b", "error"), ("a", "interrupted")]
    assert stopped == ["a"]


def test_a_failure_after_a_stop_does_not_turn_it_into_a_failed_run(tmp_path: Path) -> None:
    flag = CancelFlag()

    def fails(inputs: dict[str, Any], context: Any) -> Any:
        flag.set()
        raise ValueError("x")

    outcome, _, states = _run(tmp_path, graph(node("a", fails)), cancel=flag)
    assert (outcome.status, outcome.error) == (RunStatus.CANCELLED, None)
    assert states == [("a", "running"), ("a", "error")]


def test_of_two_failures_the_first_is_the_run_s(tmp_path: Path) -> None:
    later = Gate(fail(ValueError("later")))

    def first(inputs: dict[str, Any], context: Any) -> Any:
        assert later.started.wait(20)
        raise ValueError("first")

    class Sinks(RecordingSinks):
        def emit(self, event_type: str, payload: Any) -> None:
            super().emit(event_type, payload)
            if payload["status"] == "error":
                later.release.set()

    outcome = run_graph(graph(node("a", later), node("b", first)), run_context(tmp_path, Sinks()), MOCKS)
    assert outcome.error is not None
    assert outcome.error.params["message"] == "first"


def test_continue_skips_what_depends_on_the_failure_and_runs_the_rest(tmp_path: Path) -> None:
    steps = graph(
        node("a", fail(ValueError("x"))),
        node("b", after=("a",)),
        node("c"),
        node("d", after=("b", "c")),
        node("e", after=("c",)),
    )
    outcome, _, states = _run(tmp_path, steps, error_mode=ErrorMode.CONTINUE, max_parallel_nodes=1)
    assert outcome.status is RunStatus.SUCCEEDED
    assert outcome.error is None
    assert states == [
        ("a", "running"),
        ("a", "error"),
        ("b", "skipped"),
        ("d", "skipped"),
        ("c", "running"),
        ("c", "completed"),
        ("e", "running"),
        ("e", "completed"),
    ]


def test_retry_waits_longer_each_time_and_succeeds_on_a_later_attempt(tmp_path: Path) -> None:
    flag = QuickFlag()
    steps = graph(node("a", fail(ValueError("x"), times=2)), node("b", after=("a",)))
    outcome, sinks, states = _run(tmp_path, steps, error_mode=ErrorMode.RETRY, max_retries=3, cancel=flag)
    assert outcome.status is RunStatus.SUCCEEDED
    assert flag.waits == [0.5, 1.0]
    assert states == [("a", "running"), ("a", "completed"), ("b", "running"), ("b", "completed")]
    assert [kind for kind, _ in sinks.warnings] == ["node_retry", "node_retry"]
    assert [
        (w["params"]["attempt"], w["params"]["max_retries"], w["params"]["seconds"]) for _, w in sinks.warnings
    ] == [
        (1, 3, 0.5),
        (2, 3, 1.0),
    ]


def test_retry_that_never_helps_goes_on_like_continue(tmp_path: Path) -> None:
    flag = QuickFlag()
    steps = graph(node("a", fail(ValueError("x"))), node("b", after=("a",)), node("c"))
    outcome, _, states = _run(tmp_path, steps, error_mode=ErrorMode.RETRY, max_retries=2, cancel=flag)
    assert outcome.status is RunStatus.SUCCEEDED
    assert flag.waits == [0.5, 1.0]
    assert {name: state for name, state in states} == {"a": "error", "b": "skipped", "c": "completed"}  # noqa: C416 (the last status of each)


def test_a_stop_cuts_the_pause_before_a_retry(tmp_path: Path) -> None:
    flag = QuickFlag(stop_at=1)
    outcome, _, states = _run(
        tmp_path,
        graph(node("a", fail(ValueError("x"), times=1))),
        error_mode=ErrorMode.RETRY,
        max_retries=5,
        cancel=flag,
    )
    assert outcome.status is RunStatus.CANCELLED
    assert flag.waits == [0.5]
    assert states == [("a", "running"), ("a", "error")]


def test_memory_that_ran_out_is_not_tried_again(tmp_path: Path) -> None:
    flag = QuickFlag()
    outcome, _, _ = _run(
        tmp_path, graph(node("a", fail(MemoryError()))), error_mode=ErrorMode.RETRY, max_retries=5, cancel=flag
    )
    assert flag.waits == []
    assert outcome.status is RunStatus.SUCCEEDED


def test_a_node_that_asks_for_too_much_fails_alone(tmp_path: Path) -> None:
    steps = graph(node("a", allocate(1 << 60)), node("b", allocate(10)))
    outcome, _, states = _run(tmp_path, steps, error_mode=ErrorMode.CONTINUE, max_parallel_nodes=1)
    assert outcome.status is RunStatus.SUCCEEDED
    assert [state for state in states if state[1] != "running"] == [("a", "error"), ("b", "completed")]


def test_a_coded_error_keeps_its_code_and_gains_the_node(tmp_path: Path) -> None:
    outcome, _, _ = _run(tmp_path, graph(node("a", fail(NodeError.of("device_unknown", wanted="tpu")))))
    assert outcome.error is not None
    assert outcome.error.code == "device_unknown"
    assert outcome.error.params == {"node_id": "a", "wanted": "tpu"}


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), GeneratorExit(), RecursionError("deep")])
def test_what_would_end_a_process_ends_the_node_only(tmp_path: Path, error: BaseException) -> None:
    outcome, _, _ = _run(tmp_path, graph(node("a", fail(error))))
    assert outcome.status is RunStatus.FAILED
    assert outcome.error is not None
    assert outcome.error.params["error_type"] == type(error).__name__


def test_real_recursion_ends_the_node_only(tmp_path: Path) -> None:
    def forever(inputs: dict[str, Any], context: Any) -> Any:
        return forever(inputs, context)

    outcome, _, _ = _run(tmp_path, graph(node("a", forever)))
    assert outcome.error is not None
    assert outcome.error.params["error_type"] == "RecursionError"
