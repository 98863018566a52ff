"""The example of gradients in backward mode: what a person reads off the two stacks."""

from __future__ import annotations

import json
import math
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest

from app.compose import rooms
from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.recorder import RunOutputStore
from app.engine.registry import discover
from app.engine.runner import run_graph
from app.settings import Settings
from tests.support.nodes import RecordingSinks, run_context
from tests.support.plane import TOKEN, serving

if TYPE_CHECKING:
    from pathlib import Path

WEIGHT = "__weight_grad__weight"


def example(repo: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((repo / "assets" / "examples" / "gradients.json").read_text("utf-8"))
    return document


def backward(document: dict[str, Any], root: Path, seed: int) -> tuple[RunOutputStore, RecordingSinks, str]:
    """Run a document in backward mode with its outputs recorded: store, sinks and run id."""
    prepared = prepare_value(document, discover().catalog)
    assert prepared.graph is not None
    store, sinks = RunOutputStore(), RecordingSinks()
    context = run_context(root, sinks, seed=seed, backward_mode=True, recorder=store)
    assert run_graph(prepared.graph, context).status is RunStatus.SUCCEEDED
    return store, sinks, context.run_id


def norms(store: RunOutputStore, run_id: str, document: dict[str, Any]) -> dict[str, float]:
    """The norm of each layer's weight gradient, as the engine tells it."""
    found = {}
    for node in document["nodes"]:
        for row in store.noted(run_id, node["id"], "gradients") if node["type"] == "Linear" else []:
            if row["port"] == WEIGHT:
                found[node["id"]] = row["health"]["norm"]
    return found


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_the_norms_are_what_it_promises(repo: Path, tmp_path: Path, seed: int) -> None:
    document = example(repo)
    store, sinks, run_id = backward(document, tmp_path, seed)
    assert sinks.warnings == []
    found = norms(store, run_id, document)
    assert len(found) == 8
    for node, promise in document["expects"]["gradients"].items():
        assert promise.get("min", 0.0) <= found[node] <= promise.get("max", math.inf), node
    assert found["sigmoid-layer-1"] < found["sigmoid-layer-4"] / 30
    assert 0.3 < found["relu-layer-1"] / found["relu-layer-4"] < 3.0


async def test_the_inspector_shows_the_same(repo: Path, tmp_path: Path) -> None:
    """Submitted as the note says; every layer's gradients are asked for by their routes."""
    document = example(repo)
    settings = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path)})
    options = {"backward_mode": True, "record_outputs": True}
    async with AsyncExitStack() as stack:
        services = await rooms.make_services(settings, TOKEN, "b" * 32, stack)
        await services.runs.start()
        stack.push_async_callback(services.runs.stop)
        client = await stack.enter_async_context(serving(services))
        run_id = (await client.post("/api/runs", {"graph": document, "options": options})).json["run_id"]
        page = {"cursor": 0, "active": True}
        while page["active"]:
            page = (await client.get(f"/api/runs/{run_id}/events?cursor={page['cursor']}&wait=30")).json
        shown = {}
        for node in (node["id"] for node in document["nodes"] if node["type"] == "Linear"):
            rows = (await client.get(f"/api/execution/outputs/{run_id}/{node}/__grad_index")).json
            (shown[node],) = (row["health"] for row in rows if row["port"] == WEIGHT)
        value = (await client.get(f"/api/execution/outputs/{run_id}/sigmoid-layer-1/{WEIGHT}")).json
    assert {health["status"] for health in shown.values()} == {"healthy"}
    store, _, other = backward(document, tmp_path, document["settings"]["seed"])
    assert {node: health["norm"] for node, health in shown.items()} == pytest.approx(norms(store, other, document))
    assert value["full_shape"] == [32, 64]


def test_a_gradient_is_that_of_the_loss_it_is_marked_from(repo: Path, tmp_path: Path) -> None:
    """At the last layer: the mean of (softmax - one-hot) outer activation, which is cross-entropy's own derivative."""
    import torch

    document = example(repo)
    store, _, run_id = backward(document, tmp_path, 2)
    value = {key: held.value for key, held in store.ports(run_id).items()}
    hidden, scores = value["relu-3", "tensor"], value["relu-layer-4", "tensor"]
    labels = torch.nn.functional.one_hot(value["some", "labels"], 10)
    wanted = (scores.softmax(1) - labels).T @ hidden / len(scores)
    assert torch.allclose(value["relu-layer-4", WEIGHT], wanted, atol=1e-6)


def test_in_an_ordinary_run_nothing_goes_backward(repo: Path, tmp_path: Path) -> None:
    document = example(repo)
    prepared = prepare_value(document, discover().catalog)
    assert prepared.graph is not None
    store = RunOutputStore()
    context = run_context(tmp_path, seed=2, recorder=store)
    assert run_graph(prepared.graph, context).status is RunStatus.SUCCEEDED
    assert [port for _, port in store.ports(context.run_id) if "grad" in port] == []
