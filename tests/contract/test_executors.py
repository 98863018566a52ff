"""What every executor promises, asked of the real one and of the fake that other tests trust."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.graph.prepared import PreparedGraph
from app.core.vocab.errors import NotFound, Unavailable
from app.core.vocab.run import Outcome, RunStatus
from app.engine.context import CancelFlag
from app.runs.executors.base import ExecutionRequest
from app.runs.executors.inprocess import InProcessExecutor
from tests.support.executors import SteeredExecutor
from tests.support.mock_nodes import MOCKS, node
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.engine.context import NodeContext
    from app.runs.executors.base import Executor


class _Case:
    """One request whose work is `body`, and the outcomes that came of it."""

    def __init__(self, root: Path, kind: str, body: Callable[[CancelFlag], str]) -> None:
        self.sinks = RecordingSinks()
        self.flag = CancelFlag()
        self.outcomes: queue.Queue[Outcome] = queue.Queue()
        self.printed: list[str] = []
        context = run_context(root, self.sinks, cancel=self.flag)

        def do(inputs: dict[str, Any], node_context: NodeContext) -> dict[str, Any]:
            return {"out": body(self.flag)}

        self.request = ExecutionRequest(PreparedGraph((node("n", do),)), context, self.printed.append)
        self.executor: Executor = InProcessExecutor(MOCKS) if kind == "real" else SteeredExecutor(self._script(body))

    def _script(self, body: Callable[[CancelFlag], str]) -> Callable[[ExecutionRequest], Outcome]:
        def script(request: ExecutionRequest) -> Outcome:
            try:
                body(request.context.cancel)
            except ValueError:
                return Outcome(RunStatus.FAILED)
            asked = request.context.cancel.is_set()
            return Outcome(RunStatus.CANCELLED if asked else RunStatus.SUCCEEDED)

        return script

    def begin(self) -> None:
        self.executor.execute(self.request, self.outcomes.put)

    def outcome(self) -> Outcome:
        return self.outcomes.get(timeout=20)


@pytest.fixture(params=["real", "fake"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.req("EA-024")
def test_success_error_and_cancel_are_outcomes_of_one_type(tmp_path: Path, kind: str) -> None:
    def fails(flag: CancelFlag) -> str:
        raise ValueError("mine")

    def waits(flag: CancelFlag) -> str:
        assert flag.wait(20)
        return "stopped"

    done = _Case(tmp_path, kind, lambda flag: "x")
    done.begin()
    assert done.outcome().status is RunStatus.SUCCEEDED
    failed = _Case(tmp_path, kind, fails)
    failed.begin()
    assert failed.outcome().status is RunStatus.FAILED
    stopped = _Case(tmp_path, kind, waits)
    stopped.begin()
    stopped.flag.set()
    assert stopped.outcome().status is RunStatus.CANCELLED
    assert [case.outcomes.empty() for case in (done, failed, stopped)] == [True] * 3


def test_execute_returns_before_the_work_ends(tmp_path: Path, kind: str) -> None:
    go = threading.Event()

    def waits(flag: CancelFlag) -> str:
        assert go.wait(20)
        return "x"

    case = _Case(tmp_path, kind, waits)
    case.begin()
    assert case.outcomes.empty()
    go.set()
    assert case.outcome().status is RunStatus.SUCCEEDED


def test_requests_execute_side_by_side(tmp_path: Path, kind: str) -> None:
    together = threading.Barrier(3, timeout=20)

    def meets(flag: CancelFlag) -> str:
        together.wait()
        return "x"

    cases = [_Case(tmp_path, kind, meets) for _ in range(3)]
    for case in cases:
        case.begin()
    assert [case.outcome().status for case in cases] == [RunStatus.SUCCEEDED] * 3


class _BrokenSinks(RecordingSinks):
    def emit(self, event_type: str, payload: Any) -> None:
        raise MemoryError("no room for an event")


def test_an_engine_that_breaks_is_a_failed_run_and_a_line_in_its_console(tmp_path: Path, expect_warning: Any) -> None:
    expect_warning("broke in the engine")
    case = _Case(tmp_path, "real", lambda flag: "x")
    context = run_context(tmp_path, _BrokenSinks())
    case.request = ExecutionRequest(case.request.graph, context, case.printed.append)
    case.begin()
    outcome = case.outcome()
    assert outcome.status is RunStatus.FAILED
    assert outcome.error is not None
    assert (outcome.error.code, outcome.facts) == ("run_internal", {"error_reason": "internal"})
    assert outcome.error.params == {"error_type": "MemoryError"}
    assert "no room for an event" in "".join(case.printed)


def test_what_a_run_prints_goes_to_its_own_console(tmp_path: Path) -> None:
    together = threading.Barrier(2, timeout=20)

    def prints(word: str) -> Callable[[CancelFlag], str]:
        def body(flag: CancelFlag) -> str:
            together.wait()
            print(word)
            together.wait()
            return word

        return body

    cases = {word: _Case(tmp_path, "real", prints(word)) for word in ("one", "two")}
    for case in cases.values():
        case.begin()
    for word, case in cases.items():
        assert case.outcome().status is RunStatus.SUCCEEDED
        assert "".join(case.printed) == word + "\n"


async def test_questions_are_answered_until_it_is_closed(tmp_path: Path, kind: str) -> None:
    executor = _Case(tmp_path, kind, lambda flag: "x").executor
    assert (await executor.ask("figures"))["run_output_store"]["runs"] == 0
    with pytest.raises(NotFound) as missing:
        await executor.ask("outputs", run_id="r")
    assert missing.value.reason.code == "outputs_not_found"
    executor.close()
    executor.close()
    with pytest.raises(Unavailable) as closed:
        await executor.ask("figures")
    assert closed.value.reason.code == "executor_closed"
