"""Golden answers of the REST interface: clients of an earlier version read exactly these keys and values.

A difference is either a fault or a change that a person means; the answer as it is now lies in build/golden to be
copied over then.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.api.interface import Interface
from app.core.vocab.run import RunStatus
from app.db.rows import ArtifactRow, MetricRow
from app.engine import steps
from app.engine.gradients import health
from tests.support.catalog import CATALOG
from tests.support.fake_runs import NOW, FakeRuns
from tests.support.graphs import graph, node
from tests.support.plane import Client, make, serving

if TYPE_CHECKING:
    from app.engine.stores import Stores

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "rest"
BUILD = Path(__file__).resolve().parents[2] / "build" / "golden"
RUN = "1".zfill(32)

PATHS = {
    "health": "/api/health",
    "version": "/api/version",
    "devices": "/api/system/devices",
    "node": "/api/nodes/Add",
    "node-zh": "/api/nodes/Add?lang=zh-TW",
    "nodes": "/api/nodes",
    "presets": "/api/presets",
    "run": f"/api/runs/{RUN}",
    "runs": "/api/runs",
    "events": f"/api/runs/{RUN}/events",
    "events-after": f"/api/runs/{RUN}/events?cursor=2",
    "metrics": f"/api/runs/{RUN}/metrics",
    "artifacts": f"/api/runs/{RUN}/artifacts",
    "console": f"/api/runs/{RUN}/console",
    "graph": f"/api/runs/{RUN}/graph",
    "queue": "/api/queue",
    "graphs": "/api/graph/list",
    "outputs": f"/api/execution/outputs/{RUN}",
    "output-tensor": f"/api/execution/outputs/{RUN}/card%2Finner/out?slice=1:",
    "output-complex": f"/api/execution/outputs/{RUN}/n/complex",
    "output-text": f"/api/execution/outputs/{RUN}/n/text?max_elements=3",
    "output-model": f"/api/execution/outputs/{RUN}/n/model",
    "output-list": f"/api/execution/outputs/{RUN}/n/list",
    "output-scalar": f"/api/execution/outputs/{RUN}/n/scalar",
    "output-other": f"/api/execution/outputs/{RUN}/n/other",
    "output-stats": f"/api/execution/outputs/{RUN}/n/labels/stats",
    "output-steps": f"/api/execution/outputs/{RUN}/n/__steps_index",
    "output-gradients": f"/api/execution/outputs/{RUN}/n/__grad_index",
    "output-unknown-node": f"/api/execution/outputs/{RUN}/no/out",
    "output-unknown-port": f"/api/execution/outputs/{RUN}/n/no",
    "output-bad-slice": f"/api/execution/outputs/{RUN}/card%2Finner/out?slice=7",
    "output-too-many": f"/api/execution/outputs/{RUN}/card%2Finner/out?max_elements=3",
    "outputs-not-recorded": f"/api/execution/outputs/{'2'.zfill(32)}",
    "weights": "/api/execution/state/list",
    "weights-of-a-graph": "/api/execution/state/list?graph_id=g",
    "bootstrap": "/api/auth/bootstrap",
    "unknown-run": "/api/runs/nope",
    "unknown-path": "/nope",
    "not-built": "/api/git/status",
    "bad-query": "/api/runs?limit=0",
    "unknown-run-zh": "/api/runs/nope?lang=zh-TW",
}


async def filled(client: Client, runs: FakeRuns) -> None:
    """One run that ended, with one of everything, and one that waits."""
    tiny = {"name": "tiny", "nodes": [{"id": "a", "type": "Start", "data": {"params": {}}}], "edges": []}
    for name in ("first", "second"):
        await client.post("/api/runs", {"graph": tiny, "name": name, "options": {"seed": 7}})
    run = runs.runs[RUN]
    run.metrics += [MetricRow("n", "loss", 1, 0.5, NOW), MetricRow("n", "loss", 2, None, NOW)]
    run.artifacts += [ArtifactRow(3, "checkpoint", "/data/m.pt", "n", {"epoch": 1}, NOW)]
    run.console = "hello é\n"
    await runs.append(RUN, "node_status", {"node_id": "a", "status": "completed"})
    await runs.finish(RUN, RunStatus.SUCCEEDED)


def recorded(stores: Stores) -> None:
    """Outputs of the first run: a value of each type, an index of each kind; and weights of a graph."""
    stores.outputs.begin(RUN)
    stores.outputs.record(RUN, "card/inner", {"out": torch.tensor([[0.5, 1.5], [float("nan"), 3.25]])})
    values = {
        "complex": torch.tensor([1 + 2j]),
        "text": "hello é",
        "model": torch.nn.Linear(3, 2),
        "list": [1, "x", None, True],
        "scalar": 2.5,
        "other": {"a": torch.zeros(2, 3)},
        "labels": torch.tensor([0, 0, 4, 4]),
    }
    stores.outputs.record(RUN, "n", values)
    stores.outputs.note(RUN, "n", "steps", steps.index(steps.read([{"name": "s", "tensors": {"t": torch.zeros(1)}}])))
    row = {"port": "out__grad", "kind": "port", "has_grad": True, "health": health(torch.tensor([3.0, 4.0]))}
    stores.outputs.note(RUN, "n", "gradients", [row])
    stores.weights.module("g", "layer", "s", lambda: torch.nn.Linear(1, 1))


@pytest.mark.parametrize("name", PATHS)
async def test_an_answer_is_the_golden_one(tmp_path: Path, name: str) -> None:
    runs = FakeRuns()
    (tmp_path / "_ui").mkdir()
    (tmp_path / "_ui" / ".stamp").write_text("u" * 40)
    async with serving(make(tmp_path, runs=runs, interface=Interface(tmp_path / "_ui"))) as client:
        await filled(client, runs)
        if name.startswith(("output", "weights")):  # health counts bytes, which differ between versions of Python
            recorded(runs.stores)
        reply = await client.get(PATHS[name])
    body = reply.json
    if name == "version":
        assert isinstance(body["free_bytes"], int)
        body = {**body, "free_bytes": 1}  # the machine's
    compare(name, {"status": reply.status, "body": body})


async def test_answers_of_changes_are_the_golden_ones(tmp_path: Path) -> None:
    runs = FakeRuns()
    answers: dict[str, Any] = {}
    async with serving(make(tmp_path, runs=runs)) as client:
        await filled(client, runs)
        recorded(runs.stores)
        second = "2".zfill(32)
        for name, method, path, body in (
            ("requeue", "POST", "/api/runs/requeue", {"run_ids": [RUN]}),
            ("cancel", "POST", f"/api/runs/{second}/cancel", None),
            ("cancel again", "POST", f"/api/runs/{second}/cancel", None),
            ("patch", "PATCH", f"/api/runs/{second}", {"keep": True, "tags": ["x"]}),
            ("delete", "DELETE", f"/api/runs/{second}", None),
            ("delete active", "POST", "/api/runs/delete", {"run_ids": ["3".zfill(32)]}),
            ("pause", "POST", "/api/queue/pause", None),
            ("validate", "POST", "/api/graph/validate", []),
            ("drop outputs", "DELETE", f"/api/execution/outputs/{RUN}", None),
            ("drop outputs again", "DELETE", f"/api/execution/outputs/{RUN}", None),
            ("reset weights", "POST", "/api/execution/state/reset", {"graph_id": "g"}),
            ("reset some weights", "POST", "/api/execution/state/reset", {"graph_id": "g", "node_ids": ["a"]}),
            ("no token", "POST", "/api/queue/resume", None),
        ):
            token = None if name == "no token" else "t" * 43
            reply = await client.ask(method, path, token=token, **({} if body is None else {"json": body}))
            answers[name] = {"status": reply.status, "body": reply.json}
    compare("changes", answers)


async def test_answers_of_calls_are_the_golden_ones(tmp_path: Path) -> None:
    nodes = [
        node("go", "Start"),
        node("x", "GraphInput", name="x", type="number"),
        node("y", "GraphOutput", name="y", description="The same."),
    ]
    answers: dict[str, Any] = {}
    async with serving(make(tmp_path, catalog=CATALOG)) as client:
        await client.post("/api/graph/save", graph(nodes, "go > x", "x.value > y.value") | {"name": "same"})
        reply = await client.get("/api/graph/contract/same")
        answers["contract"] = {"status": reply.status, "body": reply.json}
        for name, graph_name, inputs in (
            ("call", "same", {"x": 0.5}),
            ("call without input", "same", {}),
            ("call of nothing", "other", {}),
        ):
            reply = await client.post(f"/api/graph/run/{graph_name}", {"inputs": inputs})
            answers[name] = {"status": reply.status, "body": reply.json}
    compare("calls", answers)


def test_every_golden_file_is_compared() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == {*PATHS, "changes", "calls"}


def without_words(value: Any) -> Any:
    """Sentences may be put better without anybody's program noticing; codes and params may not change."""
    if isinstance(value, list):
        return [without_words(item) for item in value]
    if not isinstance(value, dict):
        return value
    is_reason = {"code", "params", "text"} <= value.keys()
    words = {"text"} if is_reason else {"message"} if {"code", "message"} <= value.keys() else set()
    return {k: "..." if k in words else without_words(v) for k, v in value.items() if k != "errors"}


def compare(name: str, value: Any) -> None:
    """Keep the answer in build/golden and compare it with the stored one, key order included."""
    text = json.dumps(without_words(value), ensure_ascii=False, indent=1) + "\n"
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / f"{name}.json").write_text(text, "utf-8")
    assert text == (GOLDEN / f"{name}.json").read_text("utf-8"), f"compare build/golden/{name}.json"
