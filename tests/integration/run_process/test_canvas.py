"""The canvas lane on both executors: what is cached, kept and recorded is the same wherever it lies."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import NotFound
from app.engine.registry import discover
from app.runs.executors.inprocess import InProcessExecutor
from app.runs.live import Canvas
from tests.support import run_processes
from tests.support.runs import serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from app.runs.executors.base import Executor
    from app.runs.service import RunService

KINDS: dict[str, Callable[[], Executor]] = {
    "thread": lambda: InProcessExecutor(discover()),
    "process": run_processes.executor,
}


@asynccontextmanager
async def _serving(root: Path, kind: str) -> AsyncIterator[RunService]:
    executor = KINDS[kind]()
    try:
        async with serving(root, executor) as service:
            yield service
    finally:
        executor.close()


def _node(node_id: str, kind: str, **params: Any) -> dict[str, Any]:
    return {"id": node_id, "type": kind, "position": {"x": 0, "y": 0}, "data": {"params": params}}


def _edge(source: str, port: str, target: str, into: str) -> dict[str, Any]:
    return {"id": f"{source}-{target}", "source": source, "target": target, "sourceHandle": port, "targetHandle": into}


def graph(fill: float = 1.0, dim: int = 0) -> dict[str, Any]:
    """go -> a -> soft -> lin, and b beside them."""
    return {
        "name": "canvas",
        "nodes": [
            _node("go", "Start"),
            _node("a", "TensorCreate", shape="2,4", fill_method="full", value=fill),
            _node("soft", "Softmax", dim=dim),
            _node("lin", "Linear", in_features=4, out_features=3),
        ],
        "edges": [
            {**_edge("go", "trigger", "a", ""), "type": "trigger"},
            _edge("a", "tensor", "soft", "tensor"),
            _edge("soft", "tensor", "lin", "tensor"),
        ],
    }


async def play(
    service: RunService, document: dict[str, Any], canvas: str = "c", **options: Any
) -> tuple[str, dict[str, str]]:
    """Run on a canvas: (run id, node -> how it ended)."""
    wanted = {"lane": "interactive", "device": "cpu", **options}
    run_id = (await service.submit(document, wanted, None, Canvas(canvas))).run_id
    ends: dict[str, str] = {}
    cursor = 0
    while True:
        page = await service.events(run_id, cursor, 30, 500)
        for event in page.events:
            assert event.type != "execution_error", event
            if event.type == "node_status":
                payload = json.loads(event.payload_json)
                ends[payload["node_id"]] = payload["status"]
        cursor = page.cursor
        if not page.active and not page.events:
            return run_id, ends


@pytest.mark.parametrize("kind", KINDS)
async def test_a_canvas_computes_what_changed_keeps_weights_and_answers_about_outputs(
    tmp_path: Path, kind: str
) -> None:
    async with _serving(tmp_path, kind) as service:
        everything = {"a": "completed", "soft": "completed", "lin": "completed"}
        assert (await play(service, graph()))[1] == everything
        assert (await play(service, graph()))[1] == {**everything, "a": "cached", "soft": "cached"}
        assert (await play(service, graph(dim=1)))[1] == {**everything, "a": "cached"}
        assert (await play(service, graph(), "another"))[1] == everything
        assert (await service.ask("figures"))["execution_cache"]["instances"] == 2
        assert await service.ask("clear_canvas", canvas="c") is True
        assert (await play(service, graph(dim=1)))[1] == everything

        kept: dict[str, Any] = {"weights_persistent": True, "graph_id": "g", "record_outputs": True}
        first = (await play(service, graph(2.0), **kept))[0]
        again = (await play(service, graph(3.0), **kept))[0]
        assert await service.ask("weights", graph_id="g") == ["lin"]
        values = [await output(service, run) for run in (first, again)]
        assert values[0] == values[1]  # a softmax of equal numbers is the same, and so are the weights
        assert await service.ask("reset_weights", graph_id="g", node_ids=None) == 1
        assert await output(service, (await play(service, graph(4.0), **kept))[0]) != values[0]

        await service.delete([first])
        with pytest.raises(NotFound) as gone:
            await output(service, first)
        assert gone.value.reason.code == "outputs_deleted"
        assert await output(service, again) == values[1]


async def output(service: RunService, run_id: str) -> Any:
    """What the linear layer gave."""
    answer = await service.ask("output", run_id=run_id, node_id="lin", port="tensor", slice_text="", max_elements=100)
    return answer["values"]
