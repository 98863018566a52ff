"""Bodies of Map nodes: what each item becomes, its seed, its failure, its end, and what of it can be seen outside."""

from __future__ import annotations

import gc
import random
import weakref
from typing import TYPE_CHECKING, Any

import pytest

from app.core.graph.prepared import Body, PreparedGraph, PreparedNode, Wire
from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import NodeSpec
from app.core.vocab.run import ErrorMode, Outcome, RunStatus
from app.core.vocab.seed import node_seed
from app.engine.cache import ExecutionCache
from app.engine.context import CancelFlag
from app.engine.node import Node
from app.engine.registry import Registry
from app.engine.runner import run_graph
from app.engine.sinks import MetricPoint
from app.nodes.flow.map import Map
from tests.support import canvas, mock_nodes
from tests.support.mapping import MAPS, body, inner, mapping
from tests.support.mock_nodes import WORDS, Gate, fail, give
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.engine.context import NodeContext

Told = list[Any]


def double(inputs: dict[str, Any], context: NodeContext) -> Any:
    return {"out": inputs["in0"] * 2}


def add_one(inputs: dict[str, Any], context: NodeContext) -> Any:
    return {"out": inputs["in0"] + 1}


def run(
    root: Path, items: Sequence[Any], made: Body, others: dict[str, Body] | None = None, **changes: Any
) -> tuple[Outcome, Told, RecordingSinks]:
    """(outcome, what was read of Map, what was told)."""
    taken: Told = []
    sinks = RecordingSinks()
    outcome = run_graph(mapping(items, taken, made, others), run_context(root, sinks, **changes), MAPS)
    return outcome, taken, sinks


def seen(called: Told, what: Callable[[NodeContext], Any]) -> Any:
    """A node that notes something of each call and passes its input on."""

    def do(inputs: dict[str, Any], context: NodeContext) -> Any:
        called.append(what(context))
        return {"out": inputs["in0"]}

    return do


def test_items_become_results_in_order_and_the_count_is_a_float(tmp_path: Path) -> None:
    outcome, taken, _ = run(tmp_path, [3, 1, 2], body(inner("a", double), inner("b", add_one, "a")))
    assert outcome.status is RunStatus.SUCCEEDED
    ((results, count),) = taken
    assert results == [7, 3, 5]
    assert (type(count), count) == (float, 3.0)


def test_no_items_are_no_results(tmp_path: Path) -> None:
    assert run(tmp_path, [], body(inner("a", double)))[1] == [([], 0.0)]


def test_a_body_that_passes_the_item_on(tmp_path: Path) -> None:
    item = object()
    made = Body("test", (), "each#item", Wire("value", "each#item", "value"))
    assert run(tmp_path, [item], made)[1] == [([item], 1.0)]


def test_what_is_inside_is_not_seen_outside(tmp_path: Path) -> None:
    def busy(inputs: dict[str, Any], context: NodeContext) -> Any:
        context.progress({"event": "epoch", "epoch": 1, "loss": 0.5})
        return {"out": inputs["in0"], "__log__": "inside", "__steps__": [1]}

    contexts: Told = []
    _, _, sinks = run(
        tmp_path, [1, 2], body(inner("a", busy), inner("b", seen(contexts, lambda c: c), "a")), verbose=True
    )
    assert [(p["node_id"], p["status"]) for _, p in sinks.events] == [
        *(("src", "running"), ("src", "completed")),
        *(("each", "running"), ("each", "progress"), ("each", "completed")),
        *(("end", "running"), ("end", "completed")),
    ]
    told = {"event": "batch", "items": {"done": 1, "total": 2}}
    assert sinks.events[3][1]["outputs"] == [{"output_kind": "progress", "progress": told}]
    (text,) = [entry["text"] for entry in sinks.events[4][1]["outputs"] if entry["output_kind"] == "text"]
    assert text == "2 items"
    assert (sinks.metrics, sinks.warnings) == ([], [])
    assert [(c.node_id, c.device) for c in contexts] == [("each__b", "cpu")] * 2
    assert [c.run.verbose for c in contexts] == [False, False]


def test_what_a_node_in_a_body_records_stays(tmp_path: Path) -> None:
    def record(inputs: dict[str, Any], context: NodeContext) -> Any:
        context.run.sinks.record_metrics([MetricPoint("size", inputs["in0"], 1, context.node_id)])
        return {"out": 0}

    _, _, sinks = run(tmp_path, [5.0], body(inner("a", record)))
    assert [(p.node_id, p.name, p.value) for p in sinks.metrics] == [("each__a", "size", 5.0)]


def test_in_a_seeded_run_every_item_and_node_has_a_seed_of_its_own(tmp_path: Path) -> None:
    def drawn(into: Told) -> Any:
        return seen(into, lambda c: (c.seed, c.run.seed, random.random()))

    runs = []
    for _ in range(2):
        a: Told = []
        b: Told = []
        run(tmp_path, [0, 0], body(inner("a", drawn(a)), inner("b", drawn(b), "a")), seed=7)
        runs.append((a, b))
    assert runs[0] == runs[1]
    of_map = node_seed(7, "each")
    items = [node_seed(of_map, "item:0"), node_seed(of_map, "item:1")]
    (a, b) = runs[0]
    assert [(seed, around) for seed, around, _ in a] == [(node_seed(item, "each__a"), item) for item in items]
    assert [(seed, around) for seed, around, _ in b] == [(node_seed(item, "each__b"), item) for item in items]
    assert len({draw for _, _, draw in a + b}) == 4


def test_in_an_unseeded_run_there_is_no_seed(tmp_path: Path) -> None:
    seeds: Told = []
    run(tmp_path, [0, 0], body(inner("a", seen(seeds, lambda c: (c.seed, c.run.seed)))))
    assert seeds == [(None, None)] * 2


def test_a_failing_item_names_its_place_and_its_node(tmp_path: Path) -> None:
    def choosy(inputs: dict[str, Any], context: NodeContext) -> Any:
        if inputs["in0"] == 30:
            raise ValueError("thirty is too many")
        return {"out": inputs["in0"]}

    outcome, taken, sinks = run(tmp_path, [10, 20, 30, 40], body(inner("a", choosy), inner("b", double, "a")))
    assert taken == []
    assert outcome.error is not None
    params = dict(outcome.error.params)
    problem = params.pop("problem")
    assert (outcome.error.code, params) == ("map_item_failed", {"node_id": "each", "place": 2, "inner": "each__a"})
    assert "ValueError: thirty is too many" in problem
    assert [(p["node_id"], p["status"]) for _, p in sinks.events][-1] == ("each", "error")


def test_coded_failures_keep_their_words_and_memory_its_code(tmp_path: Path) -> None:
    made = body(inner("a", fail(NodeError.of("list_empty", port="x"))))
    error = run(tmp_path, [1], made)[0].error
    assert error is not None
    assert error.params["problem"] == "Input x is an empty list. Check the node before it."
    calls: Told = []

    def hungry(inputs: dict[str, Any], context: NodeContext) -> Any:
        calls.append(1)
        raise MemoryError

    outcome = run(tmp_path, [1], body(inner("a", hungry)), error_mode=ErrorMode.RETRY, max_retries=1)[0]
    assert (outcome.error, outcome.status, calls) == (None, RunStatus.SUCCEEDED, [1])
    outcome = run(tmp_path, [1], body(inner("a", hungry)))[0]
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.params["node_id"]) == ("out_of_memory", "each__a")


def test_a_result_that_does_not_come_is_named(tmp_path: Path) -> None:
    error = run(tmp_path, [1], body(inner("a", lambda inputs, context: {})))[0].error
    assert error is not None
    expected = {"node_id": "each", "place": 0, "inner": "each__a", "port": "out"}
    assert (error.code, dict(error.params)) == ("map_result_missing", expected)


def test_a_stop_between_items_leaves_those_that_are_done(tmp_path: Path) -> None:
    flag = CancelFlag()

    def stop_at(last: int) -> Any:
        def do(inputs: dict[str, Any], context: NodeContext) -> Any:
            if inputs["in0"] == last:
                flag.set()
            return {"out": inputs["in0"]}

        return do

    outcome, _, sinks = run(tmp_path, [1, 2, 3, 4], body(inner("a", stop_at(2))), cancel=flag)
    assert outcome.status is RunStatus.CANCELLED
    _, last = sinks.events[-1]
    assert (last["node_id"], last["status"]) == ("each", "interrupted")
    shown = {entry["output_kind"]: entry for entry in last["outputs"]}
    assert shown["text"]["text"] == "stopped after 2 of 4 items"
    assert shown["tensor_summary"]["tensor_summary"]["count"] == {"type": "scalar", "value": 2.0}


@pytest.mark.parametrize("how", ["flag", "node"])
def test_a_stop_within_an_item_drops_that_item(tmp_path: Path, how: str) -> None:
    flag = CancelFlag()

    def halt(inputs: dict[str, Any], context: NodeContext) -> Any:
        if inputs["in0"] != 2:
            return {"out": inputs["in0"]}
        if how == "node":
            return {"out": 2, "__interrupted__": {"batch": 3}}
        flag.set()
        return {"out": 2}

    later: Told = []
    made = body(inner("a", halt), inner("b", seen(later, lambda c: 1), "a"))
    outcome, _, sinks = run(tmp_path, [1, 2, 3], made, cancel=flag)
    assert outcome.status is RunStatus.CANCELLED
    text = sinks.events[-1][1]["outputs"][0]["text"]
    assert (text, later) == ("stopped after 1 of 3 items", [1])


def test_a_map_ends_when_another_node_has_ended_the_run(tmp_path: Path) -> None:
    gate = Gate(lambda inputs, context: {"out": context.run.cancel.wait(20)})
    taken: Told = []
    graph = mapping([1, 2], taken, body(inner("a", gate)))
    bad = mock_nodes.node("bad", lambda inputs, context: gate.started.wait(20) and 1 / 0)
    gate.release.set()
    sinks = RecordingSinks()
    outcome = run_graph(PreparedGraph((*graph.nodes, bad), bodies=graph.bodies), run_context(tmp_path, sinks), MAPS)
    assert outcome.error is not None
    assert outcome.error.params["node_id"] == "bad"
    assert ("each", "interrupted") in [(p["node_id"], p["status"]) for _, p in sinks.events]


def nested(*inside: PreparedNode) -> tuple[Body, dict[str, Body]]:
    """A body that maps another one over each item."""
    again = PreparedNode("each__m", "Map", {"subgraph": "test"}, (Wire("items", "each#item", "value"),))
    deeper = Body("test", inside, "each__m#item", Wire("value", inside[-1].id, "out"))
    return Body("test", (again,), "each#item", Wire("value", "each__m", "results")), {"each__m": deeper}


def within(name: str, do: Any) -> PreparedNode:
    return mock_nodes.node(f"each__m__{name}", do, wires=(Wire("in0", "each__m#item", "value"),))


def test_maps_nest_and_their_items_have_seeds_by_both_places(tmp_path: Path) -> None:
    seeds: Told = []
    made, others = nested(within("a", seen(seeds, lambda c: c.seed)))
    _, taken, _ = run(tmp_path, [[1, 2], [], [3]], made, others, seed=1)
    assert taken == [([[1, 2], [], [3]], 3.0)]
    assert len(set(seeds)) == 3


def test_a_failure_and_a_stop_in_a_nested_map(tmp_path: Path) -> None:
    made, others = nested(within("a", fail(NodeError.of("list_empty", port="x"))))
    error = run(tmp_path, [[], [4]], made, others)[0].error
    assert error is not None
    assert error.params["problem"].startswith("Item 0 (counted from 0) could not be computed, at node each__m__a: Inp")
    assert (error.params["place"], error.params["inner"]) == (1, "each__m")
    flag = CancelFlag()

    def stop(inputs: dict[str, Any], context: NodeContext) -> Any:
        if inputs["in0"] == 9:
            flag.set()
        return {"out": 0}

    made, others = nested(within("a", stop))
    outcome, _, sinks = run(tmp_path, [[1, 2], [9, 9]], made, others, cancel=flag)
    assert outcome.status is RunStatus.CANCELLED
    assert sinks.events[-1][1]["outputs"][0]["text"] == "stopped after 1 of 2 items"


def test_values_are_let_go_item_by_item(tmp_path: Path) -> None:
    class Big:
        pass

    alive: Told = []

    def make(inputs: dict[str, Any], context: NodeContext) -> Any:
        gc.collect()
        alive.append(sum(ref() is not None for ref in refs))
        big = Big()
        refs.append(weakref.ref(big))
        return {"out": big}

    refs: list[weakref.ref[Big]] = []
    run(tmp_path, [1, 2, 3], body(inner("a", make), inner("b", give(0), "a")))
    assert alive == [0, 0, 0]


def test_a_type_that_is_not_here_ends_the_run(tmp_path: Path) -> None:
    taken: Told = []
    graph = mapping([1], taken, body(PreparedNode("each__x", "Gone", {})))
    outcome = run_graph(graph, run_context(tmp_path), MAPS)
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.params["node_id"]) == ("node_class_missing", "each__x")


def _canvas_map(value: float = 0, kind: str = "Sum", port: str = "out") -> PreparedGraph:
    inside = PreparedNode("each__a", kind, {"value": value}, (Wire("in0", "each#item", "value"),))
    each = PreparedNode("each", "Map", {"subgraph": "test"}, (Wire("items", "src", "out"),))
    made = Body("test", (inside,), "each#item", Wire("value", "each__a", port))
    return PreparedGraph((canvas.step("src", value=1), each), bodies={"each": made})


CANVAS_MAPS = Registry(
    {"Map": Map, **{name: canvas.CANVAS.node_class(name) for name in ("Sum", "Unkept", "Drawn", "AddInPlace")}}
)


def test_a_map_is_cached_while_its_preset_does_the_same(tmp_path: Path) -> None:
    cache = ExecutionCache()

    def status(graph: PreparedGraph) -> str:
        sinks = RecordingSinks()
        assert run_graph(graph, run_context(tmp_path, sinks, cache=cache), CANVAS_MAPS).error is None
        return canvas.ended(sinks)["each"]

    assert [status(_canvas_map()) for _ in range(2)] == ["completed", "cached"]
    assert [status(_canvas_map(value=5)) for _ in range(2)] == ["completed", "cached"]
    assert status(_canvas_map()) == "cached"
    assert [status(_canvas_map(kind="Unkept")) for _ in range(2)] == ["completed", "completed"]


class Rows(Node):
    """Always the same list of lists."""

    SPEC = NodeSpec("Rows", "Test", WORDS, "列", (), (canvas.OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Any:
        return {"out": [[1.0]]}


def test_nested_bodies_count_for_the_cache_too(tmp_path: Path) -> None:
    cache = ExecutionCache()

    def status(value: float) -> str:
        deep = PreparedNode("each__m__a", "Sum", {"value": value}, (Wire("in0", "each__m#item", "value"),))
        again = PreparedNode("each__m", "Map", {"subgraph": "t"}, (Wire("items", "each#item", "value"),))
        each = PreparedNode("each", "Map", {"subgraph": "test"}, (Wire("items", "src", "out"),))
        bodies = {
            "each": Body("test", (again,), "each#item", Wire("value", "each__m", "results")),
            "each__m": Body("t", (deep,), "each__m#item", Wire("value", "each__m__a", "out")),
        }
        sinks = RecordingSinks()
        graph = PreparedGraph((PreparedNode("src", "Rows", {}), each), bodies=bodies)
        registry = Registry({"Rows": Rows, "Map": Map, "Sum": canvas.Sum})
        assert run_graph(graph, run_context(tmp_path, sinks, cache=cache), registry).error is None
        return canvas.ended(sinks)["each"]

    assert [status(1), status(1), status(2), status(2)] == ["completed", "cached", "completed", "cached"]
