"""What a process of its own costs a run: the way there and back, its events, its metrics, its lines of output."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.registry import Registry, discover
from app.runs.executors.inprocess import InProcessExecutor
from tests.support import bodies
from tests.support.bench import paired, report
from tests.support.graphs import chain
from tests.support.run_processes import Ordered, open_executor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.graph.prepared import PreparedGraph
    from app.runs.executors.base import Executor

NODES = 200
MANY = 20_000


def _chain() -> PreparedGraph:
    graph = prepare_value(chain(NODES), discover().catalog, {}).graph
    assert graph is not None
    return graph


FIGURES: dict[str, tuple[Callable[[], PreparedGraph], int, float, str, str]] = {
    "run process, one node": (lambda: bodies.graph("gives"), 1, 1e3, "ms a run", "<= 2 more"),
    "run process, chain of 200": (_chain, NODES, 1e3, "ms a node", "<= 0.1"),
    "run process, metric points": (lambda: bodies.graph("measures", str(MANY)), MANY, 1e6, "us a point", "<= 30"),
    "run process, printed lines": (lambda: bodies.graph("floods", str(MANY)), MANY, 1e6, "us a line", "<= 50"),
}


@pytest.mark.bench
@pytest.mark.parametrize("name", FIGURES)
def test_a_run_in_a_process_of_its_own(tmp_path: Path, name: str) -> None:
    make, count, scale, unit, target = FIGURES[name]
    graph = make()
    builtin = discover()
    types = {kind: builtin.node_class(kind) for kind in builtin.catalog}
    here = InProcessExecutor(Registry({**types, "Body": bodies.Body}))

    def timed(executor: Executor) -> float:
        begin = time.perf_counter()
        run = Ordered(tmp_path, graph).on(executor)
        assert run.outcome().status is RunStatus.SUCCEEDED
        return time.perf_counter() - begin

    with open_executor() as there:
        timed(there)
        ours, peer = paired(15, lambda: timed(there), lambda: timed(here), name)
    here.close()
    report(name, ours / count * scale, unit, target, ours / peer, "the same in a thread of this process")
