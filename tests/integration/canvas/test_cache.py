"""What a canvas keeps from click to click: results of its nodes, and weights where it asks for them."""

from __future__ import annotations

import asyncio
import copy
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.compose.rooms import store_limits
from app.core.vocab.errors import Unavailable
from app.engine.registry import discover
from app.engine.stores import QUESTIONS, StoreLimits, Stores
from app.runs.executors.inprocess import InProcessExecutor
from app.settings import Settings
from tests.support.graphs import graph, node
from tests.support.rawhttp import until
from tests.support.sockets import CANVAS, LAST, Gate, served, statuses

if TYPE_CHECKING:
    from pathlib import Path

ROWS, COLUMNS = 5, 8
TINY = graph([node("go", "Start"), node("a", "Add", value=1), node("b", "Add", value=2)], "go > a", "a.out > b.in0")


def forty() -> dict[str, Any]:
    """Five rows of eight nodes; each is fed by its left neighbour, and every second by the one above it, too."""
    nodes = [node("go", "Start")]
    wires = []
    for row in range(ROWS):
        wires.append(f"go > n{row}.0".replace(".", "-"))
        for column in range(COLUMNS):
            name = f"n{row}-{column}"
            nodes.append(node(name, "Add", value=row))
            if column:
                wires.append(f"n{row}-{column - 1}.out > {name}.in0")
            if row and column % 2:
                wires.append(f"n{row - 1}-{column}.out > {name}.in1")
    return graph(nodes, *wires)


def below(document: dict[str, Any], changed: str) -> set[str]:
    """The node and all that depends on it, told from the edges alone."""
    found, todo = {changed}, [changed]
    while todo:
        source = todo.pop()
        fed = {edge["target"] for edge in document["edges"] if edge["source"] == source and edge["type"] == "data"}
        todo += fed - found
        found |= fed
    return found


def changed(document: dict[str, Any], node_id: str, value: float) -> dict[str, Any]:
    """The document with another param of one node."""
    made = copy.deepcopy(document)
    next(one for one in made["nodes"] if one["id"] == node_id)["data"]["params"]["value"] = value
    return made


def computed(frames: list[dict[str, Any]]) -> set[str]:
    """Nodes that were run; asserts that all others were cached."""
    told = statuses(frames)
    assert frames[-1]["type"] == "execution_complete"
    assert set(told.values()) <= {"completed", "cached"}
    assert len(told) == ROWS * COLUMNS
    return {node_id for node_id, status in told.items() if status == "completed"}


async def test_changing_one_node_of_forty_computes_it_and_what_depends_on_it(tmp_path: Path) -> None:
    document = forty()
    every = {one["id"] for one in document["nodes"]} - {"go"}
    async with served(tmp_path) as server, server.canvas() as canvas:
        assert computed(await canvas.run(document)) == every
        assert computed(await canvas.run(document)) == set()
        for at, node_id in enumerate(sorted(every), 1):
            document = changed(document, node_id, 100.0 + at)
            assert computed(await canvas.run(document)) == below(document, node_id), node_id


async def test_a_cached_node_says_what_it_said_when_it_was_computed(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        first, second = await canvas.run(TINY), await canvas.run(TINY)
        outputs = [
            {frame["node_id"]: frame["outputs"] for frame in frames if "outputs" in frame} for frames in (first, second)
        ]
        assert outputs[0] == outputs[1]
        assert set(outputs[0]) == {"a", "b"}


async def test_nodes_that_are_named_as_changed_are_computed_again(tmp_path: Path) -> None:
    document = forty()
    async with served(tmp_path) as server, server.canvas() as canvas:
        await canvas.run(document)
        # b gives the same as before, so what it feeds is taken from the cache all the same
        assert computed(await canvas.run(document, changed_nodes=["n0-0", "n4-7"])) == {"n0-0", "n4-7"}


async def test_two_sockets_never_share_a_cache(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas, server.canvas() as other:
        assert set(statuses(await canvas.run(TINY)).values()) == {"completed"}
        assert set(statuses(await other.run(TINY)).values()) == {"completed"}
        assert set(statuses(await canvas.run(TINY)).values()) == {"cached"}
        assert (await canvas.ask("clear_cache"))["type"] == "cache_cleared"
        assert set(statuses(await other.run(TINY)).values()) == {"cached"}
        assert set(statuses(await canvas.run(TINY)).values()) == {"completed"}


async def test_runs_that_come_from_no_canvas_are_cached_nowhere(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        await canvas.run(TINY)
        for lane in ("interactive", "queued"):
            run_id = (await server.runs.submit(TINY, {"lane": lane}, None)).run_id
            frames = [await canvas.ask("attach", run_id=run_id), *await canvas.until(*LAST)]
            assert set(statuses(frames).values()) == {"completed"}
        assert (await server.runs.figures())["execution_cache"]["instances"] == 1


async def test_the_cache_ends_with_its_socket_also_when_a_run_of_it_is_still_to_begin(tmp_path: Path) -> None:
    stores = Stores()
    executor = InProcessExecutor(CANVAS, stores)
    waits = graph([node("go", "Start"), node("g", "Gate"), node("a", "Add")], "go > g", "g.out > a.in0")
    async with served(tmp_path, executor=executor) as server:
        async with server.canvas() as canvas:
            await canvas.run(TINY)
            await canvas.say("execute", **waits)
            await canvas.until("attached")
            assert (await server.runs.figures())["execution_cache"]["instances"] == 1
        await until(lambda: stores.answer("figures", {})["execution_cache"]["instances"] == 0)
        Gate.opened.set()
        await until(lambda: server.runs.active_count() == 0)
        assert (await server.runs.figures())["execution_cache"]["instances"] == 0


async def test_two_clicks_at_once_share_the_canvas_s_cache(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        await canvas.say("execute", **TINY)
        await canvas.say("execute", **changed(TINY, "b", 5))
        first = (await canvas.next())["run_id"]
        second = (await canvas.until("attached"))[-1]["run_id"]
        ids = [first, second]
        assert (await canvas.until(*LAST))[-1]["run_id"] == second
        await until(lambda: server.runs.active_count() == 0)
        assert [(await server.runs.get(one)).row.status.value for one in ids] == ["succeeded", "succeeded"]
        assert set(statuses(await canvas.run(TINY)).values()) == {"cached"}


LAYER = graph(
    [node("go", "Start"), node("x", "TensorInput", shape="2,3"), node("l", "Linear", in_features=3, out_features=4)],
    "go > x",
    "x.tensor > l.tensor",
)


def _weights(frames: list[dict[str, Any]]) -> list[Any]:
    """What the layer made of a fixed input."""
    assert frames[-1]["type"] == "execution_complete", frames[-1]
    [outputs] = [frame["outputs"] for frame in frames if frame.get("node_id") == "l" and "outputs" in frame]
    summary = next(entry["tensor_summary"] for entry in outputs if "tensor_summary" in entry)
    return [port["values"] for port in summary.values() if port["type"] == "tensor"]


async def test_weights_persist_over_runs_of_one_graph_until_they_are_reset(tmp_path: Path) -> None:
    async with served(tmp_path, discover()) as server, server.canvas() as canvas:
        kept = {"weights_persistent": True, "graph_id": "tab 1"}
        first = _weights(await canvas.run(LAYER, **kept))
        assert _weights(await canvas.run(LAYER, **kept)) == first
        assert _weights(await canvas.run(LAYER, weights_persistent=True, graph_id="tab 2")) != first
        assert _weights(await canvas.run(LAYER, graph_id="tab 1")) != first
        assert await server.runs.ask("reset_weights", graph_id="tab 1", node_ids=None) == 1
        assert _weights(await canvas.run(LAYER, **kept)) != first


async def test_health_counts_caches_while_a_long_question_is_being_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answered = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slow(self: Stores, run_id: str) -> Any:
        loop.call_soon_threadsafe(asked.set)
        return answered.wait(20)

    monkeypatch.setitem(QUESTIONS, "output", slow)
    async with served(tmp_path) as server, server.canvas() as canvas:
        question = asyncio.ensure_future(server.runs.ask("output", run_id="r"))
        await asked.wait()
        await canvas.run(TINY)
        caches = (await server.client.get("/api/health")).json["caches"]
        assert caches["execution_cache"]["entries"] == 2
        assert (await canvas.ask("clear_cache"))["type"] == "cache_cleared"
        assert (await server.client.get("/api/health")).json["caches"]["execution_cache"]["entries"] == 0
        assert not question.done()
        answered.set()
        assert await question is True


async def test_figures_that_do_not_come_at_once_are_the_last_known(tmp_path: Path) -> None:
    class Far(InProcessExecutor):
        """An executor behind a pipe that has got stuck."""

        is_stuck = False

        async def ask(self, question: str, **params: Any) -> Any:
            if self.is_stuck:
                await asyncio.Event().wait()
            return await super().ask(question, **params)

    executor = Far(CANVAS)
    async with served(tmp_path, executor=executor) as server, server.canvas() as canvas:
        await canvas.run(TINY)
        known = await server.runs.figures()
        assert known["execution_cache"]["entries"] == 2
        executor.is_stuck = True
        assert await server.runs.figures() == known
        executor.is_stuck = False
        executor.close()
        assert await server.runs.figures() == known
        with pytest.raises(Unavailable):
            await server.runs.ask("figures")


def test_settings_bound_the_stores_in_mib() -> None:
    settings = Settings(execution_cache_max_mb=3, run_output_store_max_mb=0, node_state_store_max_mb=5)
    limits = store_limits(settings)
    assert (limits.cache_bytes, limits.output_bytes, limits.weight_bytes) == (3 * 2**20, 0, 5 * 2**20)


def test_settings_bound_the_figures_of_tensors() -> None:
    assert store_limits(Settings()) == StoreLimits()
    limits = store_limits(Settings(stats_sample_threshold=1001, stats_sample_size=1002, stats_cache_max_bytes=7))
    assert (limits.stats_sample_above, limits.stats_sample_size, limits.stats_cache_bytes) == (1001, 1002, 7)
