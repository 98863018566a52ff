"""The run service on a real database: options, queue, restart, changing."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.device import Inventory
from app.core.vocab.errors import NotFound, Refused, Unavailable
from app.core.vocab.reason import reason
from app.core.vocab.run import Outcome, RunStatus
from app.engine.sinks import MetricPoint
from app.runs.service import InvalidGraph
from app.runs.views import RunFilter
from tests.support.executors import SteeredExecutor
from tests.support.runs import GRAPH, ended, serving

if TYPE_CHECKING:
    from pathlib import Path

    from app.runs.executors.base import ExecutionRequest
    from app.runs.service import RunService

UNKNOWN = "f" * 32


async def _submit(service: RunService, **options: Any) -> str:
    return (await service.submit(GRAPH, {"device": "cpu", **options}, None)).run_id


async def test_a_graph_that_cannot_run_leaves_no_row(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        wrong: tuple[Any, ...] = ({"nodes": [], "edges": []}, [], None, "x", {"nodes": [{"id": "a", "type": "No"}]})
        for graph in wrong:
            with pytest.raises(InvalidGraph) as refused:
                await service.submit(graph, {}, None)
            assert refused.value.reason.code == "invalid_graph"
            assert refused.value.reason.params == {"count": len(refused.value.problems)}
            assert refused.value.problems
        with pytest.raises(Refused) as bad:
            await service.submit(GRAPH, {"seed": -1}, None)
        assert bad.value.reason.code == "bad_seed"
        assert (await service.list_runs(RunFilter())).total == 0


async def test_a_large_graph_is_checked_off_the_loop_and_runs(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    nodes = [
        GRAPH["nodes"][0],
        *({"id": f"n{k}", "type": "TensorCreate", "data": {"params": {"shape": "1"}}} for k in range(200)),
    ]
    edges = [{**GRAPH["edges"][0], "id": f"t{k}", "target": f"n{k}"} for k in range(200)]
    async with serving(tmp_path, executor) as service:
        run_id = (await service.submit({"nodes": nodes, "edges": edges}, {}, None)).run_id
        assert len(executor.requests[run_id].graph.nodes) == 200


async def test_what_the_run_is_given(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    graph = {**GRAPH, "settings": {"device": "cuda:7"}}
    options = {"seed": 5, "deterministic": True, "error_mode": "retry", "max_retries": 3}
    async with serving(
        tmp_path, executor, inventory=Inventory(cuda=2, current_cuda=1), max_parallel_nodes=3
    ) as service:
        run_id = (await service.submit(graph, options, "n")).run_id
        context = executor.requests[run_id].context
        assert (context.run_id, context.device, context.seed, context.deterministic) == (run_id, "cuda:1", 5, True)
        assert (context.error_mode.value, context.max_retries, context.max_parallel_nodes) == ("retry", 3, 3)
        row = (await service.get(run_id)).row
        assert (row.queue_key, row.options["device"], row.graph_name) == ("cuda:1", "cuda:7", "tiny")


async def test_a_device_that_is_not_there_is_said_in_the_log(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        run_id = await _submit(service, device="cuda:0")
        executor.end(run_id)
        assert [kind for _, kind in await ended(service, run_id)] == [
            "execution_start",
            "run_warning",
            "execution_complete",
        ]
        warning = json.loads((await service.events(run_id, 1, 0, 1)).events[0].payload_json)
        assert (warning["kind"], warning["params"]) == ("device_missing", {"missing": "cuda", "device": "cpu"})


@pytest.mark.parametrize(
    ("outcome", "status", "event", "payload", "facts"),
    [
        (
            Outcome(RunStatus.FAILED, reason("bad_device", value="x")),
            RunStatus.FAILED,
            "execution_error",
            {"error": reason("bad_device", value="x").text(), "code": "bad_device", "params": {"value": "x"}},
            {"error_reason": "user_error"},
        ),
        (
            Outcome(RunStatus.FAILED, reason("run_internal", error_type="E"), facts={"error_reason": "internal"}),
            RunStatus.FAILED,
            "execution_error",
            {
                "error": reason("run_internal", error_type="E").text(),
                "code": "run_internal",
                "params": {"error_type": "E"},
            },
            {"error_reason": "internal"},
        ),
        (Outcome(RunStatus.SUCCEEDED, facts={"a": 1}), RunStatus.SUCCEEDED, "execution_complete", None, {"a": 1}),
        (
            Outcome(RunStatus.INTERRUPTED),
            RunStatus.INTERRUPTED,
            "execution_stopped",
            {"reason": "interrupted"},
            {"error_reason": "interrupted"},
        ),
    ],
)
async def test_how_outcomes_end(
    tmp_path: Path, outcome: Outcome, status: RunStatus, event: str, payload: Any, facts: dict[str, Any]
) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        run_id = await _submit(service)
        executor.end(run_id, outcome)
        await ended(service, run_id)
        last = (await service.events(run_id, 1, 0, 9)).events[-1]
        assert (last.type, json.loads(last.payload_json)) == (event, payload)
        row = (await service.get(run_id)).row
        assert (row.status, row.execution_facts) == (status, facts)
        assert (row.error is None) == (status is RunStatus.SUCCEEDED)


@pytest.mark.req("EA-026")
async def test_peak_memory_and_final_metrics_reach_the_row(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    peak = {"device": "cuda:0", "bytes": 5, "exact": False}
    async with serving(tmp_path, executor) as service:
        run_id = await _submit(service)
        sinks = executor.requests[run_id].context.sinks
        sinks.record_metrics([MetricPoint("loss", 2.0, 1, "n"), MetricPoint("loss", 1.0, 2, "n")])
        sinks.record_metrics([MetricPoint("acc", float("nan"), 1, "n")])
        assert (await service.get(run_id)).final_metrics == {"loss": 1.0, "acc": None}
        executor.end(run_id, Outcome(RunStatus.SUCCEEDED, peak_memory=(peak,)))
        await ended(service, run_id)
        view = await service.get(run_id)
        assert view.row.peak_memory == (peak,)
        assert view.final_metrics == {"loss": 1.0, "acc": None}
        page = await service.metrics(run_id, None, None)
        assert page.names == ["acc", "loss"]
        assert [(m.name, m.step, m.value) for m in page.metrics] == [
            ("acc", 1, None),
            ("loss", 1, 2.0),
            ("loss", 2, 1.0),
        ]
        assert [m.step for m in (await service.metrics(run_id, "loss", 1)).metrics] == [1, 2]


async def test_a_submitter_that_goes_away_leaves_a_run_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        writer, queued = service._db.writer, asyncio.Event()
        real = writer.do

        def watched(*given: Any, **more: Any) -> Any:
            queued.set()
            return real(*given, **more)

        monkeypatch.setattr(writer, "do", watched)
        submitting = asyncio.ensure_future(_submit(service))
        await queued.wait()
        submitting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await submitting
        monkeypatch.undo()
        await service.set_paused(False)  # its commit comes after that of the run
        (run,) = (await service.list_runs(RunFilter())).runs
        await service.events(run.row.id, 0, 30, 1)
        assert executor.begun == [run.row.id]


async def test_cancel_asks_once_and_answers_for_ended_runs_too(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        run_id = await _submit(service)
        first = await service.cancel(run_id)
        assert (first.status, first.cancelled) == (RunStatus.RUNNING, True)
        assert executor.requests[run_id].context.cancel.why == "cancelled"
        assert not (await service.cancel(run_id)).cancelled
        executor.end(run_id, Outcome(RunStatus.CANCELLED))
        await ended(service, run_id)
        last = await service.cancel(run_id)
        assert (last.status, last.cancelled) == (RunStatus.CANCELLED, False)
        row = (await service.get(run_id)).row
        assert (row.error, row.execution_facts) == (None, {"error_reason": "cancelled"})
        for wrong in (UNKNOWN, "", "../x", "A" * 32, "a" * 31 + "\ud800"):
            with pytest.raises(NotFound):
                await service.cancel(wrong)


async def test_a_seeded_run_waits_alone_and_says_why(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, inventory=Inventory(cuda=1)) as service:
        first = await _submit(service)
        seeded = await _submit(service, seed=3)
        later = await _submit(service, device="cuda:0")
        assert executor.begun == [first]
        why = [(await service.get(one)).queue_reason for one in (seeded, later)]
        assert [one.code for one in why if one] == ["seeded_waits", "seeded_alone"]
        assert [(await service.get(one)).row.status.value for one in (seeded, later)] == ["queued", "queued"]
        executor.end(first)
        await service.events(seeded, 0, 30, 1)
        assert executor.begun == [first, seeded]
        executor.end(seeded)
        await service.events(later, 0, 30, 1)
        assert executor.begun == [first, seeded, later]


async def test_a_paused_queue_stays_paused_over_a_restart(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, keep_queue=True) as service:
        assert (await service.set_paused(True)).paused
        one = await _submit(service)
        two = await _submit(service, device="mps")
        view = await service.get(one)
        assert (view.row.status, view.queue_position) == (RunStatus.QUEUED, 1)
        assert view.queue_reason is not None
        assert view.queue_reason.code == "paused"
        before = [(await service.get(run_id)).row for run_id in (one, two)]
    assert executor.begun == []
    async with serving(tmp_path, executor, keep_queue=True) as service:
        queue = await service.queue()
        assert (queue.paused, queue.waiting, queue.running) == (True, [one, two], [])
        assert [(await service.get(run_id)).row for run_id in (one, two)] == before
        assert not (await service.set_paused(False)).paused
        assert await _started(service, one, two)
        assert executor.begun == [one, two]
        assert service.active_count() == 2


async def _started(service: RunService, *run_ids: str) -> bool:
    return all([(await service.events(run_id, 0, 30, 1)).events[0].type == "execution_start" for run_id in run_ids])


async def test_a_queue_that_is_not_kept_ends_interrupted_at_the_stop(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        await service.set_paused(True)
        one = await _submit(service)
    async with serving(tmp_path, executor) as service:
        assert await ended(service, one) == [(1, "execution_stopped")]
        row = (await service.get(one)).row
        assert (row.status, row.started_at) == (RunStatus.INTERRUPTED, None)
        assert row.error is not None
        assert row.error["code"] == "run_interrupted"
        assert row.execution_facts == {"error_reason": "interrupted"}


async def test_a_stop_asks_running_runs_and_takes_no_more(tmp_path: Path) -> None:
    def until_asked(request: ExecutionRequest) -> Outcome:
        assert request.context.cancel.wait(20)
        request.context.sinks.emit("node_status", {"node_id": "n", "status": "interrupted"})
        return Outcome(RunStatus.CANCELLED)

    executor = SteeredExecutor(until_asked)
    async with serving(tmp_path, executor) as service:
        one = await _submit(service)
        await service.stop(20)
        with pytest.raises(Unavailable) as refused:
            await _submit(service)
        assert refused.value.reason.code == "shutting_down"
        page = await service.events(one, 0, 0, 9)
        assert [event.type for event in page.events] == ["execution_start", "node_status", "execution_stopped"]
        assert json.loads(page.events[-1].payload_json) == {"reason": "interrupted"}
        assert (page.status, page.active) == (RunStatus.INTERRUPTED, False)


async def test_a_run_that_ignores_the_stop_is_settled_by_the_next_start(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        one = await _submit(service)
        sinks = executor.requests[one].context.sinks
        sinks.emit("node_status", {"node_id": "n", "status": "running"})
        await service.stop(0.0)
        sinks.emit("node_status", {"node_id": "n", "status": "completed"})
        executor.end(one)
    async with serving(tmp_path) as service:
        assert await ended(service, one) == [(1, "execution_start"), (2, "node_status"), (3, "execution_stopped")]
        assert (await service.get(one)).row.status is RunStatus.INTERRUPTED


async def test_requeue_submits_the_same_again(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        one = (await service.submit(GRAPH, {"seed": 9, "lane": "night"}, "name")).run_id
        await service.patch(one, {"tags": ["a", "b"]})
        executor.end(one)
        await ended(service, one)
        two, three = await service.requeue([one, one])
        old, new = (await service.get(one)).row, (await service.get(two)).row
        assert (new.options, new.name, new.tags, new.graph_name) == (old.options, "name", ("a", "b"), "tiny")
        assert json.loads(await service.graph_text(two)) == GRAPH == json.loads(await service.graph_text(one))
        assert len({one, two, three}) == 3
        with pytest.raises(NotFound):
            await service.requeue([one, UNKNOWN])
        assert (await service.list_runs(RunFilter())).total == 3
