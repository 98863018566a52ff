"""Random graphs, random failures, nodes that end in random order: what the executor promises at every moment."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.vocab.run import ErrorMode, Outcome, RunStatus
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, PATIENCE_S, graph, node
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path

    from app.engine.context import NodeContext, RunContext


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@dataclass
class Stage:
    """Every node registers when it starts and ends when the test says so."""

    changed: threading.Condition = field(default_factory=threading.Condition)
    running: list[str] = field(default_factory=list)
    may_end: set[str] = field(default_factory=set)
    calls: list[str] = field(default_factory=list)
    over: bool = False

    def act(self, name: str, fails: bool, inputs: dict[str, Any]) -> dict[str, Any]:
        with self.changed:
            self.running.append(name)
            self.calls.append(name)
            self.changed.notify_all()
            assert self.changed.wait_for(lambda: name in self.may_end, PATIENCE_S)
            self.running.remove(name)
            self.changed.notify_all()
        if fails:
            raise RuntimeError(name)
        return {"out": [name, *sorted(part for value in inputs.values() for part in value)]}

    def end(self, name: str) -> None:
        with self.changed:
            self.may_end.add(name)
            self.changed.notify_all()
            assert self.changed.wait_for(lambda: name not in self.running, PATIENCE_S)

    def settle(self, count: int) -> list[str]:
        """Wait until `count` nodes run (or the graph is over), and say which."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.running) >= count or self.over, PATIENCE_S), (
                f"{count} nodes could run, only {self.running} do"
            )
            return list(self.running)


@st.composite
def plans(draw: st.DrawFn) -> tuple[list[tuple[int, ...]], set[int], int]:
    size = draw(st.integers(1, 9))
    sources = [
        tuple(sorted(draw(st.sets(st.integers(0, index - 1), max_size=3)))) if index else () for index in range(size)
    ]
    return sources, draw(st.sets(st.integers(0, size - 1), max_size=2)), draw(st.integers(1, 4))


def _start(stage: Stage, sources: list[tuple[int, ...]], failing: set[int], context: RunContext) -> Any:
    def make(index: int) -> Any:
        def do(inputs: dict[str, Any], _: NodeContext) -> Any:
            return stage.act(f"n{index}", index in failing, inputs)

        return node(f"n{index}", do, tuple(f"n{source}" for source in sources[index]))

    outcome: list[Outcome] = []

    def run() -> None:
        outcome.append(run_graph(graph(*map(make, range(len(sources)))), context, MOCKS))
        with stage.changed:
            stage.over = True
            stage.changed.notify_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, outcome


class Model:
    """What should be true: which nodes could run, given which have ended and which failed."""

    def __init__(self, sources: list[tuple[int, ...]], failing: set[int]) -> None:
        self.sources, self.failing = sources, failing
        self.done: set[int] = set()
        self.failed: set[int] = set()

    def lost(self) -> set[int]:
        found: set[int] = set()
        for index, feeds in enumerate(self.sources):
            if set(feeds) & (self.failed | found):
                found.add(index)
        return found

    def available(self) -> set[int]:
        left = set(range(len(self.sources))) - self.done - self.failed - self.lost()
        return {index for index in left if set(self.sources[index]) <= self.done}

    def end(self, index: int) -> None:
        (self.failed if index in self.failing else self.done).add(index)


@settings(max_examples=60, deadline=None)
@given(plan=plans(), data=st.data())
def test_each_node_runs_once_as_early_as_the_limit_allows(root: Path, plan: Any, data: st.DataObject) -> None:
    sources, failing, limit = plan
    stage, model, sinks = Stage(), Model(sources, failing), RecordingSinks()
    context = run_context(root, sinks, error_mode=ErrorMode.CONTINUE, max_parallel_nodes=limit)
    thread, outcome = _start(stage, sources, failing, context)
    try:
        while available := model.available():
            running = stage.settle(min(limit, len(available)))
            assert len(running) == min(limit, len(available))
            assert {int(name[1:]) for name in running} <= available
            name = data.draw(st.sampled_from(sorted(running)))
            model.end(int(name[1:]))
            stage.end(name)
    finally:
        stage.may_end.update(f"n{index}" for index in range(len(sources)))
        with stage.changed:
            stage.changed.notify_all()
        thread.join(PATIENCE_S)
    assert outcome[0].status is RunStatus.SUCCEEDED
    assert sorted(stage.calls) == sorted(f"n{index}" for index in model.done | model.failed)
    _check_log(sinks, model)


def _check_log(sinks: RecordingSinks, model: Model) -> None:
    log = [(payload["node_id"], payload["status"]) for _, payload in sinks.events]
    ends = {**dict.fromkeys(model.done, "completed"), **dict.fromkeys(model.failed, "error")}
    ends.update(dict.fromkeys(model.lost(), "skipped"))
    assert set(ends) == set(range(len(model.sources)))
    for index, end in ends.items():
        own = [status for name, status in log if name == f"n{index}"]
        assert own == (["skipped"] if end == "skipped" else ["running", end])
        for source in model.sources[index]:
            if end != "skipped":
                assert log.index((f"n{source}", "completed")) < log.index((f"n{index}", "running"))


@settings(max_examples=40, deadline=None)
@given(plan=plans())
def test_a_seeded_run_goes_one_at_a_time_in_the_prepared_order(root: Path, plan: Any) -> None:
    sources, _, limit = plan
    seen: list[str] = []
    active = [0]

    def make(index: int) -> Any:
        def do(inputs: dict[str, Any], _: NodeContext) -> Any:
            active[0] += 1
            assert active[0] == 1
            seen.append(f"n{index}")
            active[0] -= 1
            return {"out": index}

        return node(f"n{index}", do, tuple(f"n{source}" for source in sources[index]))

    context = run_context(root, seed=7, max_parallel_nodes=limit)
    outcome = run_graph(graph(*map(make, range(len(sources)))), context, MOCKS)
    assert outcome.status is RunStatus.SUCCEEDED
    assert seen == [f"n{index}" for index in range(len(sources))]


@settings(max_examples=40, deadline=None)
@given(plan=plans(), data=st.data())
def test_after_a_stop_no_further_node_starts(root: Path, plan: Any, data: st.DataObject) -> None:
    sources, _, _ = plan
    stop_in = data.draw(st.integers(0, len(sources) - 1))
    seen: list[int] = []
    context = run_context(root, max_parallel_nodes=1)

    def make(index: int) -> Any:
        def do(inputs: dict[str, Any], _: NodeContext) -> Any:
            seen.append(index)
            if index == stop_in:
                context.cancel.set()
            return {"out": index}

        return node(f"n{index}", do, tuple(f"n{source}" for source in sources[index]))

    outcome = run_graph(graph(*map(make, range(len(sources)))), context, MOCKS)
    assert outcome.status is RunStatus.CANCELLED
    assert seen == list(range(stop_in + 1))
