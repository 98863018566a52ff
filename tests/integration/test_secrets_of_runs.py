"""Secret values from submit to the end of a run: restored, kept, refused when gone, masked in whatever is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from app.aio.clock import SystemClock
from app.core.events.masking import Mask
from app.core.graph.prepared import PreparedGraph, PreparedNode
from app.core.vocab.errors import Conflict
from app.core.vocab.nodespec import DataType as D
from app.core.vocab.nodespec import NodeSpec, ParamSpec, ParamType, PortSpec
from app.core.vocab.run import RunStatus
from app.engine.node import Node
from app.engine.recorder import RunOutputStore
from app.engine.registry import Registry, discover
from app.engine.runner import run_graph
from app.engine.sinks import Artifact, MetricPoint
from app.runs.executors.inprocess import InProcessExecutor
from app.runs.live import LiveRun
from app.runs.views import RunFilter
from app.vault.secret import Key, Secret
from app.vault.secrets import Secrets
from app.vault.stores import MemoryStore
from tests.support.graphs import graph, node
from tests.support.mock_nodes import WORDS
from tests.support.nodes import run_context
from tests.support.runs import ended, serving

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext
    from app.runs.service import RunService

VALUE = 'hunter-"two"-節'


class Teller(Node):
    """Tells its key in the way that `how` says, and remembers it."""

    seen: ClassVar[list[tuple[str, str]]] = []

    SPEC = NodeSpec(
        "Teller",
        "Test",
        WORDS,
        "測試",
        outputs=(PortSpec("out", D.ANY, WORDS),),
        params=(ParamSpec("how", ParamType.STRING, "", WORDS), ParamSpec("key", ParamType.SECRET, "", WORDS)),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """See Node."""
        del inputs
        key, how, sinks = params["key"], params["how"], context.run.sinks
        self.seen.append((context.node_id, key))
        if how == "wait":
            assert context.run.cancel.wait(20)
        elif how == "tell":
            print("key is", key)
            context.progress({"event": "epoch", "epoch": 1, "note": key, key: 1.0})
            sinks.record_metrics([MetricPoint(f"loss {key}", 1.0, 1, context.node_id)])
            sinks.record_artifact(Artifact("file", f"/x/{key}", context.node_id, {"of": [key]}))
            sinks.warn("mine", {"code": "x", "params": {"key": key}, "text": key})
        elif how == "raise":
            raise ValueError(f"refused for {key}")
        elif how == "raise long":
            raise ValueError("x" * 490 + key)
        return {"out": {"list": [key], "cut": "y" * 190 + key}, "__log__": f"log of {key}"}


TELLERS = Registry({"Teller": Teller, **{name: discover().node_class(name) for name in ("Start", "GraphOutput")}})


def _graph(how: str, key: str = "") -> dict[str, Any]:
    return graph([node("go", "Start"), node("p", "Teller", how=how, key=key)], "go > p", name="g")


def _remembering() -> Secrets:
    return Secrets(Path("nowhere"), "memory", SystemClock(), lambda index: MemoryStore())


def _telling(root: Path, secrets: Secrets | None = None, **config: Any) -> Any:
    Teller.seen.clear()
    return serving(root, InProcessExecutor(TELLERS), TELLERS, secrets=secrets, **config)


async def _submit(service: RunService, document: dict[str, Any]) -> str:
    return (await service.submit(document, {}, None)).run_id


async def _over(service: RunService) -> None:
    """Wait until every run has left: its values go with it, a moment after its last event."""
    while service.active_count():
        service._dispatch._changed.clear()
        await service._dispatch._changed.wait()


async def _gone(service: RunService, *run_ids: str) -> Mapping[str, Any]:
    await _over(service)
    with pytest.raises(Conflict) as refused:
        await service.requeue(list(run_ids))
    assert refused.value.reason.code == "secrets_gone"
    return refused.value.reason.params


def _files_with(root: Path, data: bytes) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file() and data in path.read_bytes()]


PARAM = Key("params", "Teller.key")
_ALL = RunFilter()


async def test_a_remembered_value_fills_a_blank_and_a_typed_one_wins(tmp_path: Path) -> None:
    secrets = _remembering()
    await secrets.put(PARAM, Secret("remembered"))
    async with _telling(tmp_path, secrets) as service:
        for key in ("", "typed"):
            await ended(service, await _submit(service, _graph("", key)))
        assert Teller.seen == [("p", "remembered"), ("p", "typed")]


async def test_nodes_inside_cards_are_filled_too(tmp_path: Path) -> None:
    secrets = _remembering()
    await secrets.put(PARAM, Secret("any"))
    await secrets.put(Key("graph:g", "s2/in.key"), Secret("this one"))
    inner = {"id": "in", "type": "Teller", "data": {"params": {"key": ""}}}
    document = graph(
        [node("go", "Start"), node("s1", "subgraph:S"), node("s2", "subgraph:S"), node("b", "preset:B")],
        "go > s1",
        "go > s2",
        "go > b",
        name="g",
        subgraphs=[{"id": "S", "nodes": [inner], "edges": []}],
        presets=[{"preset_name": "B", "nodes": [{"id": "in", "type": "Teller", "params": {}}], "edges": []}],
    )
    async with _telling(tmp_path, secrets) as service:
        await ended(service, await _submit(service, document))
        assert sorted(Teller.seen) == [("b__in", "any"), ("s1/in", "any"), ("s2/in", "this one")]


async def test_a_run_that_goes_on_can_be_requeued_and_one_that_ended_cannot(tmp_path: Path) -> None:
    async with _telling(tmp_path) as service:
        first = await _submit(service, _graph("wait", VALUE))
        (again,) = await service.requeue([first])
        for run_id in (first, again):
            await service.cancel(run_id)
            await ended(service, run_id)
        assert Teller.seen == [("p", VALUE)] * 2
        expected = {"node_id": "p", "node_type": "Teller", "param": "key", "missing": ["p.key"]}
        assert await _gone(service, again) == expected
        assert len(service._intake.secrets.vault) == 0


async def test_what_ended_can_be_requeued_once_its_value_is_remembered(tmp_path: Path) -> None:
    secrets = _remembering()
    async with _telling(tmp_path, secrets) as service:
        free = await _submit(service, _graph(""))
        run_id = await _submit(service, _graph("", "typed"))
        for one in (free, run_id):
            await ended(service, one)
        await _gone(service, free, run_id)
        assert len((await service.list_runs(_ALL)).runs) == 2  # all or none
        await secrets.put(PARAM, Secret("remembered"))
        for new in await service.requeue([free, run_id]):
            await ended(service, new)
        assert Teller.seen == [("p", ""), ("p", "typed"), ("p", "remembered"), ("p", "remembered")]


async def test_a_waiting_run_has_what_was_remembered_at_its_submit(tmp_path: Path) -> None:
    secrets = _remembering()
    await secrets.put(PARAM, Secret("then"))
    async with _telling(tmp_path, secrets) as service:
        await service.set_paused(True)
        run_id = await _submit(service, _graph(""))
        await secrets.remove(PARAM)
        await service.set_paused(False)
        await ended(service, run_id)
        assert Teller.seen == [("p", "then")]
        await _gone(service, run_id)


async def test_a_kept_queue_ends_at_once_what_lost_its_values_and_runs_what_is_remembered(tmp_path: Path) -> None:
    secrets = _remembering()
    async with _telling(tmp_path, secrets, keep_queue=True) as service:
        await service.set_paused(True)
        plain = await _submit(service, _graph(""))
        typed = await _submit(service, _graph("", VALUE))
    async with _telling(tmp_path, None, keep_queue=True) as service:
        assert await ended(service, typed) == [(1, "execution_error")]
        row = (await service.get(typed)).row
        assert row.error is not None
        assert (row.status, row.error["code"], row.error["params"]["missing"]) == (
            RunStatus.FAILED,
            "secrets_gone",
            ["p.key"],
        )
        assert (await service.queue()).waiting == [plain]
    await secrets.put(PARAM, Secret("remembered"))
    async with _telling(tmp_path, secrets, keep_queue=True) as service:
        kept = await _submit(service, _graph(""))
    async with _telling(tmp_path, secrets, keep_queue=True) as service:
        await service.set_paused(False)
        for run_id in (plain, kept):
            await ended(service, run_id)
        assert Teller.seen == [("p", "remembered")] * 2


async def test_a_cancelled_run_and_a_stop_leave_nothing_in_memory(tmp_path: Path) -> None:
    async with _telling(tmp_path, keep_queue=True) as service:
        await service.set_paused(True)
        first = await _submit(service, _graph("", VALUE))
        await _submit(service, _graph("", VALUE))
        assert len(service._intake.secrets.vault) == 2
        await service.cancel(first)
        assert service.active_count() == 1
        assert len(service._intake.secrets.vault) == 1
    assert len(service._intake.secrets.vault) == 0


@pytest.mark.req("EA-390")
@pytest.mark.parametrize("how", ["", "tell", "raise", "raise long"])
async def test_whatever_a_node_tells_is_masked_before_it_is_written(tmp_path: Path, how: str) -> None:
    async with _telling(tmp_path) as service:
        run_id = await _submit(service, _graph(how, VALUE))
        await ended(service, run_id)
        assert Teller.seen == [("p", VALUE)]
        page = await service.events(run_id, 0, 0, 500)
        row = (await service.get(run_id)).row
        console = (await service.console(run_id, 0, 100_000, 0)).text
        told = json.dumps([row.error, console, [event.payload_json for event in page.events]], ensure_ascii=False)
        metrics = await service.metrics(run_id, None, None)
        artifacts = await service.artifacts(run_id, None)
        assert "hunter" not in told + repr(metrics) + repr(artifacts)
        assert "***" in told
        if how == "tell":
            assert console == "key is ***\n"
            assert metrics.names == ["***", "loss ***"]
            assert [artifact.path for artifact in artifacts.artifacts] == ["/x/***"]
        if how == "raise":
            assert row.error is not None
            assert row.error["params"]["message"] == "refused for ***"
            assert row.error["params"]["node_id"] == "p"
    assert _files_with(tmp_path, b"hunter") == []


@pytest.mark.parametrize("how", ["", "raise"])
async def test_who_calls_a_graph_as_a_function_hears_none_either(tmp_path: Path, how: str) -> None:
    document = _graph(how, VALUE)
    document["nodes"].append(node("o", "GraphOutput", name="told"))
    document = graph(document["nodes"], "go > p", "p.out > o.value", name="g")
    async with _telling(tmp_path) as service:
        called = await service.call(document, {}, 60)
        assert called.ended is not None
        assert "hunter" not in repr(called)
        if how:
            assert called.ended.error is not None
            assert called.ended.error["params"]["message"] == "refused for ***"
        else:
            assert called.ended.outputs == {"told": {"list": ["***"], "cut": "y" * 190 + "***"}}


async def test_a_run_without_secrets_is_written_as_it_is(tmp_path: Path) -> None:
    async with _telling(tmp_path) as service:
        run_id = await _submit(service, _graph("tell"))
        await ended(service, run_id)
        assert (await service.console(run_id, 0, 100, 0)).text == "key is \n"


def test_what_is_recorded_of_a_run_is_masked(tmp_path: Path) -> None:
    store = RunOutputStore()
    prepared = PreparedGraph((PreparedNode("p", "Teller", {"how": "", "key": VALUE}),))
    run_graph(prepared, run_context(tmp_path, recorder=store, mask=Mask([VALUE])), TELLERS)
    (recorded,) = store.ports("0" * 32).values()
    assert recorded.value == {"list": ["***"], "cut": "y" * 190 + "***"}


async def test_nothing_that_holds_a_graph_shows_it_in_its_repr(tmp_path: Path) -> None:
    async with _telling(tmp_path) as service:
        accepted = await service._intake.accept("0" * 32, _graph("", VALUE), {}, None)
        ticket = service._dispatch.ticket(accepted.row.id, accepted.options, accepted.device.device)
        assert "hunter" not in repr(accepted) + repr(LiveRun.of(accepted, ticket, None, None))
        assert accepted.row.execution_facts == {"secrets_needed": ["p.key"]}
