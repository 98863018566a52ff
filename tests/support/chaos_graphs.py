"""Graphs for servers under siege: a training with frequent checkpoints, a flood of metrics, a chain that prints."""

from __future__ import annotations

import json
from typing import Any

from tests.support.graphs import graph, node

BEATS = 40
LINES = "".join(f"beat {number}\n" for number in range(BEATS))
"""All that a run of `chain` prints."""

_LAYERS = {
    "version": 2,
    "nodes": [
        {"id": "in", "type": "Input", "ports": [{"id": "x", "name": "x"}]},
        {"id": "l1", "type": "Linear", "params": {"in_features": 4, "out_features": 16}},
        {"id": "r", "type": "ReLU"},
        {"id": "l2", "type": "Linear", "params": {"in_features": 16, "out_features": 3}},
        {"id": "out", "type": "Output", "ports": [{"id": "y", "name": "y"}]},
    ],
    "edges": [
        {"id": "e1", "source": "in", "sourceHandle": "x", "target": "l1"},
        {"id": "e2", "source": "l1", "target": "r"},
        {"id": "e3", "source": "r", "target": "l2"},
        {"id": "e4", "source": "l2", "target": "out", "targetHandle": "y"},
    ],
}


def flood(points: int = 1_000_000, rate: float = 400.0) -> dict[str, Any]:
    """Metrics at `rate` a second."""
    return graph([node("go", "Start"), node("t", "Ticker", points=points, rate=rate)], "go > t")


def chain(rest_ms: int = 10) -> dict[str, Any]:
    """BEATS nodes in a row, each of which prints a line and rests."""
    beats = [node(f"b{number}", "Beat", number=number, rest_ms=rest_ms) for number in range(BEATS)]
    wires = [f"b{number}.out > b{number + 1}.after" for number in range(BEATS - 1)]
    return graph([node("go", "Start"), *beats], "go > b0", *wires)


def training(epochs: int = 100_000, saved_as: str | None = None, resumed_from: str | None = None, **params: Any) -> Any:
    """A small network on Iris. saved_as, resumed_from: paths for a CheckpointSaver, from a CheckpointLoader."""
    wanted = {"epochs": epochs, "checkpoint_every_steps": 200, "checkpoint_every": 0, **params}
    nodes = [
        node("go", "Start"),
        node("d", "Dataset", name="Iris"),
        node("l", "DataLoader", batch_size=16),
        node("m", "SequentialModel", layers=json.dumps(_LAYERS)),
        node("o", "Optimizer", type="Adam", lr=0.01),
        node("f", "Loss", type="CrossEntropyLoss"),
        node("t", "TrainingLoop", **wanted),
    ]
    wires = ["go > d", "go > m", "go > f", "d.dataset > l.dataset", "m.model > o.model"]
    wires += ["l.dataloader > t.dataloader", "f.loss_fn > t.loss_fn"]
    if resumed_from is None:
        wires += ["m.model > t.model", "o.optimizer > t.optimizer"]
    else:
        nodes.append(node("c", "CheckpointLoader", path=resumed_from))
        wires += ["m.model > c.model", "o.optimizer > c.optimizer"]
        wires += ["c.model > t.model", "c.optimizer > t.optimizer", "c.epoch > t.start_epoch"]
    if saved_as is not None:
        nodes.append(node("s", "ModelSaver", path=saved_as))
        wires.append("t.model > s.model")
    return graph(nodes, *wires)
