"""Runs that name no worker: where they execute, when they start, what their log says."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from app.core.scheduling.scheduler import Scheduler
from app.core.vocab.device import Inventory
from app.core.vocab.errors import Refused
from app.core.vocab.nodespec import DataType as D
from app.core.vocab.nodespec import NodeSpec, PortSpec
from app.core.vocab.reason import reason
from app.core.vocab.run import Outcome, RunStatus
from app.engine.node import Node
from app.engine.registry import Registry, discover
from app.engine.sinks import Artifact, MetricPoint
from app.runs.executors.inprocess import InProcessExecutor
from app.runs.views import RunFilter
from tests.support import plane
from tests.support.executors import SteeredExecutor
from tests.support.mock_nodes import PATIENCE_S, WORDS
from tests.support.runs import GRAPH, ended, serving

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.engine.context import NodeContext
    from app.runs.service import RunService


class Meet(Node):
    """Says in which process and thread it executes, once two of it do so at the same time."""

    seen: ClassVar[list[tuple[int, str]]] = []
    together: ClassVar[threading.Barrier] = threading.Barrier(2, timeout=PATIENCE_S)

    SPEC = NodeSpec("Meet", "Test", WORDS, "測試", outputs=(PortSpec("out", D.ANY, WORDS),))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """See Node."""
        del inputs, params, context
        self.together.wait()
        self.seen.append((os.getpid(), threading.current_thread().name))
        return {"out": 1}


class Tell(Node):
    """Uses every way a node has to say something, once."""

    SPEC = NodeSpec("Tell", "Test", WORDS, "測試", outputs=(PortSpec("out", D.ANY, WORDS),))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """See Node."""
        del inputs, params
        sinks = context.run.sinks
        context.progress({"event": "epoch", "epoch": 1, "total_epochs": 1})
        sinks.record_metrics([MetricPoint("loss", 0.5, 1, context.node_id)])
        sinks.record_artifact(Artifact("file", "/x/a.csv", context.node_id))
        sinks.warn("dropped_signals", {"count": 1})
        return {"out": 1}


REGISTRY = Registry({"Meet": Meet, "Tell": Tell, "Start": discover().node_class("Start")})


def _graph(node_type: str) -> dict[str, Any]:
    node = {"id": "one", "type": node_type, "data": {"params": {}}}
    return {"nodes": [GRAPH["nodes"][0], node], "edges": GRAPH["edges"]}


async def _submit(service: RunService, **options: Any) -> str:
    return (await service.submit(GRAPH, options, None)).run_id


@pytest.mark.req("EA-274")
async def test_runs_at_the_same_time_share_this_process(tmp_path: Path) -> None:
    Meet.seen.clear()
    async with serving(tmp_path, InProcessExecutor(REGISTRY), REGISTRY) as service:
        runs = [(await service.submit(_graph("Meet"), {"device": "cpu"}, None)).run_id for _ in range(2)]
        for run_id in runs:
            await ended(service, run_id)
            assert (await service.get(run_id)).row.status is RunStatus.SUCCEEDED
    assert [pid for pid, _ in Meet.seen] == [os.getpid()] * 2
    assert len({thread for _, thread in Meet.seen}) == 2


@pytest.mark.req("EA-042", "EA-129")
async def test_without_a_worker_as_target_a_queued_run_executes_here_under_the_key_of_its_device(
    tmp_path: Path,
) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, inventory=Inventory(cuda=1)) as service:
        for target in (None, {}, {"worker": None}, {"worker": "local"}):
            run_id = await _submit(service, target=target, device="cuda")
            row = (await service.get(run_id)).row
            assert (row.queue_key, row.worker_id, row.options["lane"]) == ("cuda:0", None, "queued")
            assert (row.options["target"] or {}).get("worker", "local") == "local"
            assert executor.begun[-1] == run_id
            executor.end(run_id)
            await ended(service, run_id)
        count = len(executor.begun)
        for elsewhere in ({"worker": "gpu-box"}, {"worker": "any"}, {"worker": "gpu-box", "devices": ["cuda:0"]}):
            with pytest.raises(Refused):
                await _submit(service, target=elsewhere)
        assert (len(executor.begun), (await service.list_runs(RunFilter())).total) == (count, count)


@pytest.mark.req("EA-019")
async def test_nothing_starts_that_the_scheduler_did_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        with monkeypatch.context() as patched:
            patched.setattr(Scheduler, "pump", lambda self: [])
            held = [await _submit(service) for _ in range(2)]
            await service.set_paused(True)
            await service.set_paused(False)
            assert executor.begun == []
            assert [(await service.get(one)).row.status for one in held] == [RunStatus.QUEUED] * 2
        free = await _submit(service)
        for one in held:
            assert (await service.events(one, 0, 30, 1)).events[0].type == "execution_start"
        assert executor.begun == held
        assert (await service.get(free)).queue_position == 1


@pytest.mark.req("EA-089")
async def test_who_follows_a_cancelled_front_starts_at_once(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, inventory=Inventory(cuda=1)) as service:
        busy = await _submit(service, device="cpu")
        front = await _submit(service, device="cuda", seed=1)  # waits to be alone, and holds up its queue
        follower = await _submit(service, device="cuda")
        assert executor.begun == [busy]
        assert (await service.get(front)).queue_position == 1
        assert (await service.cancel(front)).cancelled
        assert (await service.queue()).running == [busy, follower]


@pytest.mark.req("EA-160")
async def test_a_busy_slot_needs_no_reason_and_anything_else_gets_one(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, inventory=Inventory(cuda=1)) as service:
        runs = [await _submit(service, device="cuda", seed=seed) for seed in (None, None, 1)]
        views = [await service.get(one) for one in runs]
        assert [(view.queue_position, view.queue_reason) for view in views] == [(None, None), (1, None), (2, None)]
        seeded = await _submit(service, device="cpu", seed=2)
        why = (await service.get(seeded)).queue_reason
        assert why is not None
        assert (why.code, why.params) == ("seeded_waits", {"running": 1})
        await service.set_paused(True)
        reasons = [(await service.get(one)).queue_reason for one in (*runs[1:], seeded)]
        assert [one.code for one in reasons if one is not None] == ["paused"] * 3


@pytest.mark.req("EA-165")
async def test_why_a_run_waits_can_be_worded_again_from_what_is_told(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        services = dataclasses.replace(plane.make(tmp_path / "api"), runs=service)
        async with plane.serving(services) as client:
            await _submit(service, device="cpu")
            seeded = await _submit(service, device="cpu", seed=2)
            for lang in ("en", "zh-TW"):
                told = (await client.get(f"/api/runs/{seeded}?lang={lang}")).json["queue_reason"]
                assert (told["code"], told["params"]) == ("seeded_waits", {"running": 1})
                assert told["text"] == reason(told["code"], **told["params"]).text(lang)


@pytest.mark.req("EA-020", "EA-047")
async def test_a_follower_and_a_late_reader_see_every_event_once_and_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path, InProcessExecutor(REGISTRY), REGISTRY) as service:
        await service.set_paused(True)
        run_id = (await service.submit(_graph("Tell"), {}, None)).run_id
        following = asyncio.ensure_future(_follow(service, run_id))
        await service.set_paused(False)
        followed = await following
        read = list((await service.events(run_id, 0, 0, 500)).events)
        assert followed == read
        assert [event.cursor for event in read] == list(range(1, len(read) + 1))
        row = (await service.get(run_id)).row
        assert (row.status, row.last_cursor) == (RunStatus.SUCCEEDED, len(read))
        told = [(event.type, json.loads(event.payload_json) or {}) for event in read]
        assert Counter((kind, payload.get("node_id"), payload.get("status")) for kind, payload in told) == {
            ("execution_start", None, None): 1,
            ("node_status", "one", "running"): 1,
            ("node_status", "one", "progress"): 1,
            ("node_status", "one", "completed"): 1,
            ("metric", None, None): 1,
            ("artifact", "one", None): 1,
            ("run_warning", None, None): 1,
            ("execution_complete", None, None): 1,
        }
        assert len((await service.metrics(run_id, None, None)).metrics) == 1
        assert len((await service.artifacts(run_id, None)).artifacts) == 1


async def _follow(service: RunService, run_id: str) -> list[Any]:
    seen: list[Any] = []
    while True:
        page = await service.events(run_id, len(seen), 30, 1)
        seen += page.events
        if not page.events:
            return seen


@pytest.mark.req("EA-055")
async def test_the_log_is_what_the_database_holds_also_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path, InProcessExecutor(REGISTRY), REGISTRY) as service:
        run_id = (await service.submit(_graph("Tell"), {}, None)).run_id
        await ended(service, run_id)
        before = await service.events(run_id, 0, 0, 500)
    async with serving(tmp_path) as service:
        assert await service.events(run_id, 0, 0, 500) == before
        assert len(before.events) > 5
        half = await service.events(run_id, 3, 0, 500)
        assert list(half.events) == list(before.events[3:])


@pytest.mark.req("EA-271")
async def test_no_log_of_a_local_run_speaks_of_workers(tmp_path: Path) -> None:
    outcomes = (
        Outcome(RunStatus.SUCCEEDED),
        Outcome(RunStatus.FAILED, reason("run_internal", error_type="E")),
        Outcome(RunStatus.CANCELLED),
        Outcome(RunStatus.INTERRUPTED),
    )
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        for outcome in outcomes:
            run_id = await _submit(service, device="cuda:3", target={"worker": "local"})  # not there: a warning
            executor.end(run_id, outcome)
            await ended(service, run_id)
            told = [json.loads(event.payload_json) or {} for event in (await service.events(run_id, 0, 0, 99)).events]
            assert [one["code"] for one in told if "kind" in one] == ["device_missing"]
            codes = [str(one[key]) for one in told for key in ("code", "kind") if key in one]
            codes.append(str(((await service.get(run_id)).row.error or {}).get("code")))
            assert [code for code in codes if code.startswith("worker_")] == []
