"""The examples that train, run by the engine as a user would run them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.registry import discover
from app.engine.runner import run_graph
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path


def example(repo: Path, name: str) -> dict[str, Any]:
    graph: dict[str, Any] = json.loads((repo / "assets" / "examples" / f"{name}.json").read_text())
    return graph


def execute(graph: dict[str, Any], root: Path) -> RecordingSinks:
    prepared = prepare_value(graph, discover().catalog)
    assert prepared.problems == ()
    assert prepared.warnings == ()
    assert prepared.graph is not None
    sinks = RecordingSinks()
    outcome = run_graph(prepared.graph, run_context(root, sinks, seed=graph["settings"]["seed"]))
    assert outcome.error is None
    assert outcome.status is RunStatus.SUCCEEDED
    assert not sinks.warnings
    return sinks


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path, str], RecordingSinks]:
    """Each example is run once for all tests."""
    done: dict[str, RecordingSinks] = {}

    def once(repo: Path, name: str) -> RecordingSinks:
        if name not in done:
            done[name] = execute(example(repo, name), tmp_path_factory.mktemp(name))
        return done[name]

    return once


Ran = Callable[["Path", str], RecordingSinks]


def test_digits_writes_a_checkpoint_and_a_loss_per_epoch(repo: Path, ran: Ran) -> None:
    sinks = ran(repo, "digits-cnn")
    (artifact,) = sinks.artifacts
    assert artifact.kind == "checkpoint"
    assert torch.load(artifact.path, weights_only=True)["epoch"] == 12
    losses = sinks.series("train_loss")
    assert [step for step, _ in losses] == list(range(1, 13))
    assert losses[-1][1] < losses[0][1] / 2


def test_resume_goes_on_as_if_it_had_never_stopped(repo: Path, tmp_path: Path, ran: Ran) -> None:
    """The example's own loops beside its first loop alone, with nothing to stop it."""
    loops: dict[str, list[tuple[str, int, float]]] = {"first-loop": [], "second-loop": []}
    for point in ran(repo, "resume").metrics:
        loops[point.node_id].append((point.name, point.step, point.value))
    graph = example(repo, "resume")
    for node in graph["nodes"]:
        if node["id"] == "first-loop":
            assert node["data"]["params"].pop("max_steps") % 45 > 0  # of 45 batches in an epoch
    whole = [(p.name, p.step, p.value) for p in execute(graph, tmp_path).metrics if p.node_id == "first-loop"]
    assert [step for name, step, _ in loops["first-loop"] if name == "train_loss"] == [1, 2]
    assert [step for name, step, _ in whole if name == "train_loss"] == [1, 2, 3, 4, 5]
    assert loops["second-loop"] == [point for point in whole if point[1] > 1]
