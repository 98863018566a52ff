"""Stop and resume through the engine, with the nodes that a user wires; the checkpoint goes between runs as a file."""

from __future__ import annotations

import json
from multiprocessing import forkserver, resource_tracker
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.context import CancelFlag
from app.engine.registry import discover
from app.engine.runner import run_graph
from app.nodes._torch.loading import worker_context
from tests.support.layers import chain
from tests.support.nodes import RecordingSinks, run_context
from tests.support.training import assert_same_weights

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.vocab.run import Outcome

LAYERS = chain(
    ("flat", "Flatten", {}),
    ("hidden", "Linear", {"in_features": 64, "out_features": 16}),
    ("norm", "BatchNorm1d", {"num_features": 16}),
    ("drop", "Dropout", {"p": 0.4}),
    ("classes", "Linear", {"in_features": 16, "out_features": 10}),
)


class PollCount(CancelFlag):
    """Is set from the n-th look at it on, which is in the middle of an epoch for the loop that looks."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._left = looks

    def is_set(self) -> bool:
        self._left -= 1
        if self._left <= 0:
            self.set()
        return super().is_set()


@pytest.fixture(scope="module", autouse=True)
def _fork_server() -> None:
    """Start what lives as long as the interpreter before a test takes stock of open pipes."""
    worker_context()  # which says that the server has torch loaded
    forkserver.ensure_running()
    resource_tracker.ensure_running()


def graph(workers: int, checkpoint: str | None) -> dict[str, Any]:
    params: dict[str, tuple[str, dict[str, Any]]] = {
        "start": ("Start", {}),
        "digits": ("Dataset", {"name": "Digits", "split": "test"}),
        "loader": ("DataLoader", {"batch_size": 32, "num_workers": workers}),
        "model": ("SequentialModel", {"layers": LAYERS}),
        "loss": ("Loss", {}),
        "optimizer": ("Optimizer", {"lr": 0.01}),
        "schedule": ("LRScheduler", {"type": "OneCycleLR", "total_steps": 40, "max_lr": 0.02}),
        "loop": ("TrainingLoop", {"epochs": 3, "scheduler_step": "optimizer_step"}),
        "save": ("ModelSaver", {"path": "end.pt"}),
    }
    wires = ["optimizer.optimizer schedule.optimizer", "model.model optimizer.model", "digits.dataset loader.dataset"]
    wires += ["loader.dataloader loop.dataloader", "loss.loss_fn loop.loss_fn", "loop.model save.model"]
    source = {"model": "model.model", "optimizer": "optimizer.optimizer", "lr_scheduler": "schedule.scheduler"}
    if checkpoint:
        params["load"] = ("CheckpointLoader", {"path": checkpoint})
        wires += [f"{place} load.{port}" for port, place in source.items()]
        wires += ["load.epoch loop.start_epoch"]
        source = {port: f"load.{port}" for port in source}
    wires += [f"{place} loop.{port}" for port, place in source.items()]
    edges = [{"source": "start", "sourceHandle": "trigger", "target": "loop", "targetHandle": "", "type": "trigger"}]
    for wire in wires:
        (a, out), (b, into) = (end.split(".") for end in wire.split())
        edges.append({"source": a, "sourceHandle": out, "target": b, "targetHandle": into, "type": "data"})
    nodes = [{"id": name, "type": kind, "data": {"params": values}} for name, (kind, values) in params.items()]
    return {"nodes": nodes, "edges": [{"id": str(n), **edge} for n, edge in enumerate(edges)]}


def run(root: Path, workers: int, checkpoint: str | None = None, **changes: Any) -> tuple[Outcome, RecordingSinks]:
    prepared = prepare_value(graph(workers, checkpoint), discover().catalog)
    assert prepared.graph is not None, prepared.problems
    sinks = RecordingSinks()
    return run_graph(prepared.graph, run_context(root, sinks, **{"seed": 21, **changes})), sinks


@pytest.mark.parametrize("workers", [0, 2])
def test_resumed_by_a_second_run(tmp_path: Path, workers: int) -> None:
    outcome, whole = run(tmp_path / "whole", workers)
    assert outcome.status is RunStatus.SUCCEEDED, outcome.error
    outcome, stopped = run(tmp_path / "stopped", workers, cancel=PollCount(40))
    assert outcome.status is RunStatus.CANCELLED
    (artifact,) = stopped.artifacts
    assert artifact.meta["reason"] == "interrupted"
    assert 0 < artifact.meta["batch"] < 12
    ended = [p for kind, p in stopped.events if kind == "node_status" and p["status"] == "interrupted"]
    assert [p["node_id"] for p in ended] == ["loop"]
    json.dumps(stopped.events, allow_nan=False)
    outcome, again = run(tmp_path / "again", workers, artifact.path)
    assert outcome.status is RunStatus.SUCCEEDED, outcome.error
    weights = [
        torch.load(tmp_path / name / "data" / "output" / "end.pt", weights_only=True) for name in ("again", "whole")
    ]
    assert_same_weights(*weights)
    assert again.series("train_loss") == whole.series("train_loss")[-len(again.series("train_loss")) :]


def test_the_same_seed_gives_the_same_metrics(tmp_path: Path) -> None:
    first, second = run(tmp_path / "a", 0)[1], run(tmp_path / "b", 0)[1]
    assert first.metrics == second.metrics
    assert len(first.series("train_loss")) == 3
