"""Runs through the real engine: console, errors, secrets, the canvas lane, many at once."""

from __future__ import annotations

import asyncio
import json
import platform
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from app.core.vocab.errors import NodeError, Unavailable
from app.core.vocab.nodespec import DataType as D
from app.core.vocab.nodespec import NodeSpec, ParamSpec, ParamType, PortSpec
from app.core.vocab.reason import reason
from app.core.vocab.run import RunStatus
from app.engine.node import Node
from app.engine.registry import Registry, discover
from app.engine.sinks import MetricPoint
from app.runs.executors.inprocess import InProcessExecutor
from tests.support.executors import SteeredExecutor
from tests.support.mock_nodes import WORDS
from tests.support.runs import GRAPH, ended, serving

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.engine.context import NodeContext
    from app.runs.service import RunService


class Probe(Node):
    """Does what `what` says; keeps the secret it was given."""

    seen: ClassVar[list[str]] = []

    SPEC = NodeSpec(
        "Probe",
        "Test",
        WORDS,
        "測試",
        outputs=(PortSpec("out", D.ANY, WORDS),),
        params=(
            ParamSpec("what", ParamType.STRING, "", WORDS),
            ParamSpec("key", ParamType.SECRET, "", WORDS),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """See Node."""
        del inputs
        self.seen.append(params["key"])
        if params["what"] == "print":
            print("資料 from", context.node_id)
        elif params["what"] == "fail":
            raise NodeError.of("bad_seed", value=1, maximum=2)
        elif params["what"] == "crash":
            raise KeyError("mine")
        elif params["what"] == "log":
            for step in range(500):
                context.run.sinks.record_metrics([MetricPoint(f"m{step % 4}", step / 2, step, context.node_id)])
        elif params["what"] == "wait":
            assert context.run.cancel.wait(20)
        return {"out": 1}


PROBES = Registry({"Probe": Probe, "Start": discover().node_class("Start")})


def _graph(what: str, key: str = "") -> dict[str, Any]:
    probe = {"id": "p", "type": "Probe", "data": {"params": {"what": what, "key": key}}}
    return {"nodes": [GRAPH["nodes"][0], probe], "edges": [{**GRAPH["edges"][0], "target": "p"}]}


def _probing(root: Path, **config: Any) -> Any:
    Probe.seen.clear()
    return serving(root, InProcessExecutor(PROBES), PROBES, **config)


async def _run(service: RunService, what: str, key: str = "", **options: Any) -> str:
    run_id = (await service.submit(_graph(what, key), options, None)).run_id
    await ended(service, run_id)
    return run_id


def _files_with(root: Path, data: bytes) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file() and data in path.read_bytes()]


@pytest.mark.req("EA-001")
async def test_a_run_without_target_executes_in_this_process(tmp_path: Path) -> None:
    async with _probing(tmp_path) as service:
        run_id = await _run(service, "print", lane="night")
        row = (await service.get(run_id)).row
        assert (row.status, row.worker_id) == (RunStatus.SUCCEEDED, None)
        assert Probe.seen == [""]  # the probe of this very process was called
        assert (await service.console(run_id, 0, 1000, 0)).text == "資料 from p\n"


async def test_what_a_node_does_wrong_ends_its_run_with_words(tmp_path: Path) -> None:
    async with _probing(tmp_path) as service:
        for what, code in (("fail", "bad_seed"), ("crash", "node_failed")):
            view = await service.get(await _run(service, what))
            assert view.row.status is RunStatus.FAILED
            assert view.row.error is not None
            assert (view.row.error["code"], view.row.execution_facts["error_reason"]) == (code, "user_error")
            assert view.row.execution_facts["environment"]["python"] == platform.python_version()


@pytest.mark.req("EA-390")
async def test_secrets_reach_the_node_and_never_the_disk(tmp_path: Path) -> None:
    async with _probing(tmp_path, keep_queue=True) as service:
        first = await _run(service, "", key="hunter-two")
        await service.set_paused(True)
        waiting = (await service.submit(_graph("", key="hunter-two"), {}, None)).run_id
        await service.set_paused(False)
        await ended(service, waiting)
        assert Probe.seen == ["hunter-two", "hunter-two"]
        assert json.loads(await service.graph_text(first))["nodes"][1]["data"]["params"]["key"] == ""
        assert (await service.get(first)).row.execution_facts["secrets_needed"] == ["p.key"]
        await service.set_paused(True)
        lost = (await service.submit(_graph("", key="hunter-two"), {}, None)).run_id
    assert _files_with(tmp_path, b"hunter-two") == []
    async with _probing(tmp_path, keep_queue=True) as service:
        assert [kind for _, kind in await ended(service, lost)] == ["execution_error"]
        row = (await service.get(lost)).row
        assert (row.status, row.error) == (
            RunStatus.FAILED,
            reason("secrets_gone", node_id="p", node_type="Probe", param="key", missing=["p.key"]).to_json(),
        )


async def test_a_waiting_run_whose_node_is_gone_fails_and_the_queue_goes_on(tmp_path: Path) -> None:
    async with _probing(tmp_path, keep_queue=True) as service:
        await service.set_paused(True)
        gone = (await service.submit(_graph(""), {}, None)).run_id
    async with serving(tmp_path, keep_queue=True) as service:
        await service.set_paused(False)
        assert [kind for _, kind in await ended(service, gone)] == ["execution_error"]
        row = (await service.get(gone)).row
        assert row.error is not None
        assert (row.status, row.error["code"]) == (RunStatus.FAILED, "graph_unusable_now")
        assert service.active_count() == 0


async def test_canvas_runs_pass_the_queue_and_are_refused_beyond_their_limit(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        queued = [(await service.submit(GRAPH, {"device": "cpu"}, None)).run_id for _ in range(3)]
        canvas = [(await service.submit(GRAPH, {"lane": "interactive"}, None)).run_id for _ in range(2)]
        assert executor.begun == [*queued[:2], *canvas]
        with pytest.raises(Unavailable) as refused:
            await service.submit(GRAPH, {"lane": "interactive"}, None)
        assert refused.value.reason.to_json()["params"] == {"limit": 2}
        assert (await service.get(canvas[0])).row.queue_key == "cpu"


async def test_twenty_runs_that_log_at_once_and_a_slow_reader(tmp_path: Path) -> None:
    """A small form of the load that the product promises: nothing lost, nothing locked, a bounded WAL."""
    async with _probing(tmp_path, keep_last=-1) as service:
        await service.set_paused(True)
        ids = [(await service.submit(_graph("log"), {"device": "cpu"}, None)).run_id for _ in range(20)]
        await service.set_paused(False)
        largest = 0
        for run_id in ids:
            cursor = 0
            while True:
                page = await service.events(run_id, cursor, 30, 1)
                largest = max(largest, (tmp_path / "codefyui.db-wal").stat().st_size)
                if not page.events:
                    break
                assert page.events[0].cursor == cursor + 1
                cursor = page.cursor
        for run_id in ids:
            metrics = (await service.metrics(run_id, None, None)).metrics
            assert [(m.name, m.step, m.value) for m in metrics] == [
                (f"m{name}", step, step / 2) for name in range(4) for step in range(name, 500, 4)
            ]
        assert largest < 32 * 1024 * 1024


async def test_a_run_can_be_stopped_while_its_node_works(tmp_path: Path) -> None:
    async with _probing(tmp_path) as service:
        run_id = (await service.submit(_graph("wait"), {}, None)).run_id
        await service.events(run_id, 1, 30, 1)
        assert (await service.cancel(run_id)).cancelled
        assert (await ended(service, run_id))[-1][1] == "execution_stopped"
        last = (await service.events(run_id, 0, 0, 99)).events[-1]
        assert json.loads(last.payload_json) == {"reason": "cancelled"}


async def test_many_submitters_at_once_lose_nothing(tmp_path: Path) -> None:
    async with _probing(tmp_path, keep_last=-1) as service:
        answers = await asyncio.gather(*(service.submit(_graph(""), {}, f"n{k}") for k in range(100)))
        for answer in answers:
            kinds = [kind for _, kind in await ended(service, answer.run_id)]
            assert (kinds[0], kinds[-1]) == ("execution_start", "execution_complete")
        assert len({answer.run_id for answer in answers}) == 100
        assert len(Probe.seen) == 100
