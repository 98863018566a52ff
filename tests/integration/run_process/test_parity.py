"""Every example reports the same, to the byte, whether it executes in the server or in a process of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from app.core.events.cap import capped_text
from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.registry import discover
from app.library.assets import examples_folder, presets_folder
from app.library.presets import installed
from app.runs.executors.inprocess import InProcessExecutor
from tests.support import bodies
from tests.support.run_processes import Ordered, open_executor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.graph.prepared import PreparedGraph
    from app.runs.executors.base import Executor
    from app.runs.executors.process import ProcessExecutor

FILES = sorted(examples_folder().rglob("*.json"))
CATALOG = discover().catalog
BATCH = '"event":"batch"'
"""In a progress frame whose pace the clock sets."""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessExecutor]:
    with open_executor() as made:
        Ordered(tmp_path_factory.mktemp("first"), bodies.graph("gives")).on(made).outcome()
        yield made


def short(file: Path) -> PreparedGraph:
    """The example with one epoch a training."""
    document: dict[str, Any] = json.loads(file.read_text("utf-8"))
    for node in document["nodes"]:
        if "epochs" in node["data"].get("params", {}):
            node["data"]["params"]["epochs"] = 1
    graph = prepare_value(document, CATALOG, installed(presets_folder())).graph
    assert graph is not None
    return graph


def told(root: Path, graph: PreparedGraph, executor: Executor) -> dict[str, Any]:
    """All that a run reports, as text, without the folder it ran in."""
    root.mkdir()
    run = Ordered(root, graph, run_id="a" * 32, seed=3, max_parallel_nodes=1).on(executor)
    outcome = run.outcome(100)
    assert outcome.status is RunStatus.SUCCEEDED, outcome
    sinks = run.sinks
    found = {
        "events": [(kind, text) for kind, payload in sinks.events if BATCH not in (text := capped_text(payload))],
        "metrics": [(p.name, float(p.value), p.step, p.node_id) for p in sinks.metrics],
        "artifacts": [(a.kind, a.path, a.node_id, capped_text(a.meta)) for a in sinks.artifacts],
        "warnings": [(kind, capped_text(payload)) for kind, payload in sinks.warnings],
        "console": "".join(run.printed),
    }
    plain: dict[str, Any] = json.loads(json.dumps(found).replace(str(root), "<root>"))
    return plain


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_reports_the_same_in_both_places(tmp_path: Path, file: Path, elsewhere: ProcessExecutor) -> None:
    graph = short(file)
    here = InProcessExecutor(discover())
    wanted = told(tmp_path / "h", graph, here)
    here.close()
    assert told(tmp_path / "t", graph, elsewhere) == wanted
    assert wanted["events"]
