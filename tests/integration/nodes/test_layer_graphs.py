"""A graph of layers, from its document to what its last nodes give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.registry import discover
from app.engine.runner import run_graph
from tests.support.graphs import graph, node
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path

LAYERS = (
    node("go", "Start"),
    node("x", "TensorInput", shape="4,1,8,8", seed=1),
    node("conv", "Conv2d", out_channels=6),
    node("norm", "BatchNorm2d", num_features=6),
    node("relu", "Activation"),
    node("pool", "MaxPool2d"),
    node("split", "Split", chunks=3, dim=1),
    node("picture", "Visualize", plot_type="image"),
)
WIRES = (
    *("go > x", "x.tensor > conv.tensor", "conv.tensor > norm.tensor", "norm.tensor > relu.tensor"),
    *("relu.tensor > pool.tensor", "pool.tensor > split.tensor", "split.chunk_2 > picture.data"),
)


def run(root: Path, document: dict[str, Any], seed: int) -> tuple[RunStatus, str | None, RecordingSinks]:
    registry, sinks = discover(), RecordingSinks()
    prepared = prepare_value(document, registry.catalog)
    assert prepared.graph is not None, prepared.problems
    outcome = run_graph(prepared.graph, run_context(root, sinks, seed=seed), registry)
    return outcome.status, outcome.error.code if outcome.error else None, sinks


def summaries(sinks: RecordingSinks) -> dict[str, Any]:
    """What each node gave, as its completion tells."""
    told = [payload for _, payload in sinks.events if payload.get("status") == "completed"]
    return {payload["node_id"]: payload["outputs"] for payload in told}


def test_the_same_seed_draws_the_same_weights_and_another_one_others(tmp_path: Path) -> None:
    runs = [run(tmp_path, graph([*LAYERS], *WIRES), seed) for seed in (5, 5, 6)]
    assert [status for status, _, _ in runs] == [RunStatus.SUCCEEDED] * 3
    first, again, other = (summaries(sinks) for _, _, sinks in runs)
    assert set(first) == {layer["id"] for layer in LAYERS} - {"go"}
    assert first == again
    assert first["x"] == other["x"]
    assert first["conv"] != other["conv"]


def test_split_has_the_ports_that_its_params_ask_for() -> None:
    catalog = discover().catalog
    few = [layer if layer["id"] != "split" else node("split", "Split", chunks=2, dim=1) for layer in LAYERS]
    prepared = prepare_value(graph(few, *WIRES), catalog)
    assert [(problem.reason.code, problem.node_id) for problem in prepared.problems] == [
        ("unknown_output_port", "split")
    ]


def test_a_piece_that_is_missing_is_named_where_it_is_needed(tmp_path: Path) -> None:
    short = [layer if layer["id"] != "conv" else node("conv", "Conv2d", out_channels=2) for layer in LAYERS]
    short = [layer if layer["id"] != "norm" else node("norm", "BatchNorm2d", num_features=2) for layer in short]
    assert run(tmp_path, graph(short, *WIRES), 5)[:2] == (RunStatus.FAILED, "node_input_missing")
