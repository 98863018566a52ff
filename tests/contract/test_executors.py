"""What every executor promises, asked of the real ones and of the fake that other tests trust."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import NotFound, Unavailable
from app.core.vocab.run import Outcome, RunStatus
from app.runs.executors.inprocess import InProcessExecutor
from tests.support import bodies, run_processes
from tests.support.bodies import Meeting
from tests.support.executors import SteeredExecutor
from tests.support.nodes import RecordingSinks
from tests.support.run_processes import Ordered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.runs.executors.base import ExecutionRequest, Executor

REAL: dict[str, Callable[[], Executor]] = {
    "thread": lambda: InProcessExecutor(bodies.REGISTRY),
    "process": run_processes.executor,
}


def _played(request: ExecutionRequest) -> Outcome:
    """What the fake does with a request: the same body, and the outcome an engine would make of it."""
    params = request.graph.nodes[0].params

    class _Node:
        run = request.context
        node_id = "n"

    try:
        bodies.BODIES[params["body"]](params["argument"], _Node())  # type: ignore[arg-type] # as much as bodies need
    except ValueError:
        return Outcome(RunStatus.FAILED)
    return Outcome(RunStatus.CANCELLED if request.context.cancel.is_set() else RunStatus.SUCCEEDED)


MAKERS: dict[str, Callable[[], Executor]] = {**REAL, "fake": lambda: SteeredExecutor(_played)}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Executor]]:
    """One executor of each kind for all tests here: they serve many runs, one after the other and side by side."""
    executors = {kind: make() for kind, make in MAKERS.items()}
    root = tmp_path_factory.mktemp("first")
    for executor in executors.values():
        assert Ordered(root, bodies.graph("gives")).on(executor).outcome().status is RunStatus.SUCCEEDED
        asyncio.run(executor.ask("weights", graph_id=None))  # a thread that answers stays, too
    yield executors
    for executor in executors.values():
        executor.close()


@pytest.fixture(params=list(MAKERS))
def any_kind(request: pytest.FixtureRequest, made: dict[str, Executor]) -> Executor:
    return made[request.param]


@pytest.fixture(params=list(REAL))
def real(request: pytest.FixtureRequest, made: dict[str, Executor]) -> Executor:
    return made[request.param]


@pytest.fixture
def meeting(tmp_path: Path) -> Iterator[Meeting]:
    place = Meeting(tmp_path / "meeting")
    yield place
    place.close()


@pytest.mark.req("EA-024")
def test_success_error_and_cancel_are_outcomes_of_one_type(tmp_path: Path, any_kind: Executor) -> None:
    done, failed, stopped = (Ordered(tmp_path, bodies.graph(name)).on(any_kind) for name in ("gives", "fails", "waits"))
    stopped.context.cancel.set()
    assert done.outcome().status is RunStatus.SUCCEEDED
    assert failed.outcome().status is RunStatus.FAILED
    assert stopped.outcome().status is RunStatus.CANCELLED
    assert [one.outcomes.empty() for one in (done, failed, stopped)] == [True] * 3


def test_execute_returns_before_the_work_ends(tmp_path: Path, any_kind: Executor, meeting: Meeting) -> None:
    run = Ordered(tmp_path, bodies.graph("meets", str(meeting.folder))).on(any_kind)
    meeting.arrived(1)
    assert run.outcomes.empty()
    meeting.let_go(1)
    assert run.outcome().status is RunStatus.SUCCEEDED


def test_requests_execute_side_by_side(tmp_path: Path, any_kind: Executor, meeting: Meeting) -> None:
    runs = [Ordered(tmp_path, bodies.graph("meets", str(meeting.folder))) for _ in range(3)]
    for run in runs:
        run.on(any_kind)
    meeting.arrived(3)
    meeting.let_go(3)
    assert [run.outcome().status for run in runs] == [RunStatus.SUCCEEDED] * 3


def test_each_request_has_its_own_flag(tmp_path: Path, any_kind: Executor, meeting: Meeting) -> None:
    other = Ordered(tmp_path, bodies.graph("meets", str(meeting.folder))).on(any_kind)
    stopped = Ordered(tmp_path, bodies.graph("waits")).on(any_kind)
    meeting.arrived(1)
    stopped.context.cancel.set()
    assert stopped.outcome().status is RunStatus.CANCELLED
    assert other.outcomes.empty()
    meeting.let_go(1)
    assert other.outcome().status is RunStatus.SUCCEEDED


@pytest.mark.parametrize("why", ["cancelled", "interrupted"])
def test_who_asked_for_the_stop_is_told_apart(tmp_path: Path, real: Executor, why: str) -> None:
    run = Ordered(tmp_path, bodies.graph("waits"))
    run.context.cancel.set(why)
    assert run.on(real).outcome().status.value == why


class _BrokenSinks(RecordingSinks):
    def emit(self, event_type: str, payload: Any) -> None:
        raise MemoryError("no room for an event")


def test_an_engine_that_breaks_is_a_failed_run_and_a_line_in_its_console(
    tmp_path: Path, real: Executor, expect_warning: Any
) -> None:
    expect_warning("broke in the engine")
    run = Ordered(tmp_path, bodies.graph("gives"), _BrokenSinks()).on(real)
    outcome = run.outcome()
    assert outcome.status is RunStatus.FAILED
    assert outcome.error is not None
    assert (outcome.error.code, outcome.facts) == ("run_internal", {"error_reason": "internal"})
    assert outcome.error.params == {"error_type": "MemoryError"}
    assert "no room for an event" in "".join(run.printed)


def test_what_a_run_prints_goes_to_its_own_console(tmp_path: Path, real: Executor, meeting: Meeting) -> None:
    after = Meeting(tmp_path / "after")
    graphs = {word: bodies.graph("prints", f"{word} {meeting.folder} {after.folder}") for word in ("one", "two")}
    runs = {word: Ordered(tmp_path, graph).on(real) for word, graph in graphs.items()}
    for place in (meeting, after):
        place.arrived(2)
        place.let_go(2)
    for word, run in runs.items():
        assert run.outcome().status is RunStatus.SUCCEEDED
        assert "".join(run.printed) == word + "\n"
    after.close()


def test_all_that_a_run_reports_arrives_as_the_log_would_store_it(tmp_path: Path, real: Executor) -> None:
    from app.core.events.cap import capped_text
    from app.runs.metrics import PointBatch

    run = Ordered(tmp_path, bodies.graph("reports")).on(real)
    assert run.outcome().status is RunStatus.SUCCEEDED
    assert [capped_text(payload) for _, payload in run.sinks.events] == [
        '{"node_id":"n","status":"running"}',
        '{"node_id":"n","status":"progress","odd":[null,{"1":[2]},"b\'x\'","\ufffd"]}',
        run_end(run),
    ]
    batch = PointBatch()
    for point in run.sinks.metrics:
        batch.add(point, "")
    assert [tuple(point) for point in batch.take()] == [("odd", None, 3, "n", ""), ("even", 2.0, 4, "n", "")]
    assert [(one.kind, one.path, one.node_id, capped_text(one.meta)) for one in run.sinks.artifacts] == [
        ("file", "/x/\udcff.bin", "n", '{"why":null}')
    ]
    warning = {"code": "device_unavailable", "params": {"wanted": "x"}, "text": "語"}
    assert run.sinks.warnings == [("device_unavailable", warning)]
    assert "".join(run.printed) == "語 \udcff"


def run_end(run: Ordered) -> str:
    """The stored text of the last node event."""
    from app.core.events.cap import capped_text

    last = run.sinks.events[-1][1]
    assert (last["node_id"], last["status"]) == ("n", "completed")
    return capped_text(last)


async def test_questions_are_answered_until_it_is_closed(any_kind: Executor, request: pytest.FixtureRequest) -> None:
    own = MAKERS[request.node.callspec.params["any_kind"]]()
    assert (await own.ask("figures"))["run_output_store"]["runs"] == 0
    with pytest.raises(NotFound) as missing:
        await own.ask("outputs", run_id="r")
    assert missing.value.reason.code == "outputs_not_found"
    own.close()
    own.close()
    with pytest.raises(Unavailable) as closed:
        await own.ask("figures")
    assert closed.value.reason.code == "executor_closed"


async def test_what_recorded_runs_gave_is_there_for_questions(tmp_path: Path, real: Executor) -> None:
    from app.engine.stores import Loan

    run = Ordered(tmp_path, bodies.graph("gives", "x"), run_id="a" * 32, loan=Loan(records_outputs=True)).on(real)
    assert run.outcome().status is RunStatus.SUCCEEDED
    assert [row["port"] for row in await real.ask("outputs", run_id="a" * 32)] == ["out"]
    assert await real.ask("forget_runs", run_ids=["a" * 32, "b" * 32]) == ["a" * 32]
    with pytest.raises(NotFound):
        await real.ask("outputs", run_id="a" * 32)


def test_twenty_requests_execute_side_by_side(tmp_path: Path, any_kind: Executor, meeting: Meeting) -> None:
    runs = [Ordered(tmp_path, bodies.graph("meets", str(meeting.folder))).on(any_kind) for _ in range(20)]
    meeting.arrived(20)
    meeting.let_go(20)
    assert {run.outcome().status for run in runs} == {RunStatus.SUCCEEDED}
