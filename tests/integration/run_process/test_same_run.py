"""A graph in a run process is the run that it would be in this process: the same events and figures; no database."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from app.core.events.cap import capped_text
from app.core.vocab.run import RunStatus
from app.engine.registry import Registry, discover
from app.runs.executors.inprocess import InProcessExecutor
from tests.support import bodies, runs
from tests.support.bodies import Meeting
from tests.support.graphs import graph, node
from tests.support.run_processes import Ordered, open_executor
from tests.support.scripts import prepared
from tests.support.server_process import REPO

if TYPE_CHECKING:
    from pathlib import Path

    from app.engine.sinks import MetricPoint


def _training() -> dict[str, Any]:
    """An example that trains, with two epochs."""
    document: dict[str, Any] = json.loads((REPO / "assets" / "examples" / "iris-mlp.json").read_text("utf-8"))
    for one in document["nodes"]:
        if one["type"] == "TrainingLoop":
            one["data"]["params"]["epochs"] = 2
    return document


@pytest.mark.req("EA-035", "EA-050")
def test_events_and_figures_of_a_seeded_run_are_the_same_in_both(tmp_path: Path) -> None:
    given = prepared(_training())
    told: list[list[str]] = []
    figures: list[list[MetricPoint]] = []
    here = InProcessExecutor(discover())
    with open_executor() as executor:
        for each in (here, executor):
            run = Ordered(tmp_path / str(len(told)), given, run_id="5" * 32, seed=7).on(each)
            assert run.outcome().status is RunStatus.SUCCEEDED
            told.append([f"{kind} {capped_text(payload)}" for kind, payload in run.sinks.events])
            figures.append(list(run.sinks.metrics))
    here.close()
    assert told[0] == told[1]
    assert figures[0] == figures[1]
    assert {point.name for point in figures[0]} >= {"train_loss", "val_accuracy"}


@pytest.mark.req("EA-061")
def test_payloads_leave_a_run_process_capped_as_the_run_says(tmp_path: Path) -> None:
    whole = {"node_id": "n", "status": "progress"}
    with open_executor() as executor:
        for cap in (1024, 4096):
            run = Ordered(tmp_path, bodies.graph("emits", "100000"), payload_cap_bytes=cap).on(executor)
            assert run.outcome().status is RunStatus.SUCCEEDED
            [told] = [payload for _, payload in run.sinks.events if payload["status"] == "progress"]
            text = capped_text({**whole, "text": "x" * 100_000}, cap)
            assert told == json.loads(text)
            assert cap // 4 < len(text) <= cap


@pytest.mark.req("EA-279")
async def test_no_run_process_opens_a_database(tmp_path: Path) -> None:
    meeting = Meeting(tmp_path / "meeting")
    registry = Registry({"Body": bodies.Body, "Start": discover().node_class("Start")})
    nodes = [node("go", "Start"), *(node(name, "Body", body="meets", argument=str(meeting.folder)) for name in "ab")]
    with open_executor() as executor:
        async with runs.serving(tmp_path, executor, registry) as service:
            run_id = (await service.submit(graph(nodes, "go > a", "go > b"), {}, None)).run_id
            await asyncio.to_thread(meeting.arrived, 2)
            assert executor.pid is not None
            process = psutil.Process(executor.pid)
            named = [one.path for one in process.open_files()] + [one.path for one in process.memory_maps()]
            meeting.let_go(2)
            await runs.ended(service, run_id)
            mine = [one.path for one in psutil.Process().open_files()]
            assert (await service.get(run_id)).row.status is RunStatus.SUCCEEDED
    meeting.close()
    assert [path for path in named if "sqlite" in path or path.endswith((".db", "-wal", "-shm"))] == []
    assert str(tmp_path / "codefyui.db") in mine  # where it is open, it is seen
