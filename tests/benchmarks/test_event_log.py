"""Figures of the event log: durable events and points beside TensorBoard's writer, and a run from submit to end."""

from __future__ import annotations

import itertools
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from torch.utils.tensorboard import SummaryWriter

from app.aio.clock import SystemClock
from app.core.vocab.run import RunStatus
from app.db.run_rows import RunEnd
from app.engine.registry import discover
from app.engine.sinks import MetricPoint
from app.runs.eventlog import RunLog
from app.runs.executors.inprocess import InProcessExecutor
from tests.support.bench import paired, report
from tests.support.rows import A, add_run, opened
from tests.support.runs import ended, serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EVENTS = 30_000
PROGRESS = {
    "node_id": "loop",
    "status": "progress",
    "outputs": [
        {
            "output_kind": "progress",
            "progress": {"event": "batch", "epoch": 3, "batch": 17, "total_batches": 120, "loss": 0.123},
        }
    ],
}


def _durable(path: Path, feed: Callable[[RunLog], None]) -> float:
    """Seconds from the first report to the commit of the last one."""
    with opened(path) as db:
        add_run(db, A)
        log = RunLog(
            A,
            db.writer,
            SystemClock(),
            cap_bytes=131072,
            artifact_ids=itertools.count(1),
            on_grown=lambda run_id: None,
        )
        ended = threading.Event()
        began = time.perf_counter()
        feed(log)
        log.finish("execution_complete", None, RunEnd(RunStatus.SUCCEEDED, "t"), ended.set)
        assert ended.wait(60)
        return time.perf_counter() - began


def _emit(log: RunLog) -> None:
    for _ in range(EVENTS):
        log.emit("node_status", PROGRESS)


def _points(log: RunLog) -> None:
    for step in range(EVENTS):
        log.record_metrics([MetricPoint("train_loss", 0.5, step, "loop")])


def _tensorboard(folder: Path) -> float:
    began = time.perf_counter()
    writer = SummaryWriter(str(folder))
    for step in range(EVENTS // 3):
        writer.add_scalar("train_loss", 0.5, step)
    writer.flush()
    writer.close()
    return (time.perf_counter() - began) * 3


@pytest.mark.bench
def test_durable_events_and_points_beside_tensorboard(tmp_path: Path) -> None:
    numbers = itertools.count()

    def ours(feed: Callable[[RunLog], None]) -> float:
        return _durable(tmp_path / f"{next(numbers)}.db", feed)

    def theirs() -> float:
        return _tensorboard(tmp_path / f"tb{next(numbers)}")

    for name, feed in (("events", _emit), ("metric points", _points)):
        seconds, peer = paired(4, partial(ours, feed), theirs, f"durable {name} of one run", more=True)
        rate, ratio = EVENTS / seconds, peer / seconds
        report(f"durable {name} of one run", rate, "1/s", ">= 3 x", ratio, "SummaryWriter.add_scalar", more=True)


def _chain(length: int) -> dict[str, Any]:
    nodes: list[dict[str, Any]] = [
        {"id": "go", "type": "Start", "data": {"params": {}}},
        {"id": "n0", "type": "TensorCreate", "data": {"params": {"shape": "2"}}},
    ]
    edges: list[dict[str, Any]] = [
        {"id": "t", "source": "go", "target": "n0", "sourceHandle": "trigger", "targetHandle": "", "type": "trigger"}
    ]
    for n in range(1, length):
        nodes.append({"id": f"n{n}", "type": "ScalarMultiply", "data": {"params": {"scalar": 1.0}}})
        edges.append(
            {
                "id": f"e{n}",
                "source": f"n{n - 1}",
                "target": f"n{n}",
                "sourceHandle": "tensor",
                "targetHandle": "tensor",
            }
        )
    return {"name": "chain", "nodes": nodes, "edges": edges}


@pytest.mark.bench
async def test_a_queued_run_of_200_nodes_from_submit_to_its_terminal_event(tmp_path: Path) -> None:
    registry = discover()
    spent = {1: [0.0], 200: [0.0]}
    async with serving(tmp_path, InProcessExecutor(registry), registry) as service:
        for length, times in spent.items():
            graph = _chain(length)
            for _ in range(8):
                began = time.perf_counter()
                run_id = (await service.submit(graph, {"device": "cpu"}, None)).run_id
                events = await ended(service, run_id)
                times.append(time.perf_counter() - began)
                assert len(events) == 2 + 2 * length
    one, many = min(spent[1][2:]), min(spent[200][2:])
    name, target = "queued run of 200 nodes, in process", "<= 0.2 ms a node + 10 ms = 50 ms"
    report(name, many * 1000, "ms", target, many / one, "of one node")
