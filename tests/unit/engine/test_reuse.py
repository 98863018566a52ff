"""A canvas that runs again: what comes from the cache, what does not, and what the events say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from app.core.graph.prepared import PreparedGraph, PreparedNode
from app.core.vocab.nodespec import NodeSpec, ParamSpec, ParamType
from app.core.vocab.run import ErrorMode, RunStatus
from app.engine.cache import ExecutionCache
from app.engine.context import CancelFlag
from app.engine.node import Node
from app.engine.registry import Registry
from app.engine.runner import run_graph
from app.nodes.data.csv_reader import CSVReader
from tests.support.canvas import OUT, ended, play, shown, step
from tests.support.mock_nodes import WORDS
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.engine.context import NodeContext

CHAIN = (step("a", value=1), step("b", "a"), step("c", "b"))


def test_a_hit_says_cached_at_once_with_the_same_outputs(tmp_path: Path) -> None:
    cache = ExecutionCache()
    first = play(tmp_path, cache, *CHAIN)
    again = play(tmp_path, cache, *CHAIN)
    assert [(p["node_id"], p["status"]) for _, p in again.events] == [("a", "cached"), ("b", "cached"), ("c", "cached")]
    assert shown(again) == shown(first)
    assert shown(again)["a"][0] == {"output_kind": "text", "text": "a"}


def test_two_canvases_share_nothing(tmp_path: Path) -> None:
    play(tmp_path, ExecutionCache(), *CHAIN)
    assert set(ended(play(tmp_path, ExecutionCache(), *CHAIN)).values()) == {"completed"}


@pytest.mark.parametrize(
    "changes",
    [{"verbose": True}, {"backward_mode": True}, {"graph_inputs": {"x": 1}}, {"wants_outputs": True}],
    ids=lambda c: next(iter(c)),
)
def test_such_runs_pass_the_cache_by(tmp_path: Path, changes: dict[str, Any]) -> None:
    cache = ExecutionCache()
    play(tmp_path, cache, *CHAIN)
    assert set(ended(play(tmp_path, cache, *CHAIN, **changes)).values()) == {"completed"}


def test_a_seeded_run_has_results_of_its_own(tmp_path: Path) -> None:
    cache = ExecutionCache()
    for seed in (None, 1, 2):
        assert set(ended(play(tmp_path, cache, *CHAIN, seed=seed)).values()) == {"completed"}
    assert set(ended(play(tmp_path, cache, *CHAIN, seed=1)).values()) == {"cached"}


def test_what_depends_on_a_node_that_drew_again_is_computed(tmp_path: Path) -> None:
    cache = ExecutionCache()
    nodes = (step("r", kind="Drawn"), step("b", "r"), step("other"))
    first = play(tmp_path, cache, *nodes)
    assert set(ended(play(tmp_path, cache, *nodes)).values()) == {"cached"}
    forced = play(tmp_path, cache, *nodes, changed_nodes=frozenset({"r"}))
    assert ended(forced) == {"r": "completed", "b": "completed", "other": "cached"}
    assert shown(forced)["b"] != shown(first)["b"]


def test_two_random_nodes_of_one_kind_never_share_a_draw(tmp_path: Path) -> None:
    sinks = play(tmp_path, ExecutionCache(), step("r", kind="Drawn"), step("s", kind="Drawn"))
    assert shown(sinks)["r"] != shown(sinks)["s"]


def test_a_random_node_whose_result_is_gone_takes_its_dependents_along(tmp_path: Path) -> None:
    cache = ExecutionCache()
    nodes = (step("r", kind="Drawn"), step("b", "r"))
    play(tmp_path, cache, *nodes)
    cache.drop_node("r")
    assert ended(play(tmp_path, cache, *nodes)) == {"r": "completed", "b": "completed"}


def test_a_value_that_a_later_node_changed_is_computed_anew(tmp_path: Path) -> None:
    cache = ExecutionCache()
    nodes = (step("a", value=1), step("b", "a", kind="AddInPlace"), step("c", value=5))
    first = play(tmp_path, cache, *nodes)
    again = play(tmp_path, cache, *nodes)
    assert ended(again) == {"a": "completed", "b": "completed", "c": "cached"}
    assert shown(again) == shown(first)
    values = [entry for entry in shown(again)["a"] if entry["output_kind"] == "tensor_summary"]
    assert values[0]["tensor_summary"]["out"]["values"] == [1.0]


def test_a_card_is_cached_when_all_within_it_is_and_completed_when_anything_ran(tmp_path: Path) -> None:
    cache = ExecutionCache()
    nodes = [step("a", value=1), step("x", "a", card="card"), step("y", "x", card="card")]
    assert ended(play(tmp_path, cache, *nodes))["card"] == "completed"
    again = play(tmp_path, cache, *nodes)
    assert [(kind, p["node_id"], p["status"]) for kind, p in again.events] == [
        ("node_status", "a", "cached"),
        ("inner_node_status", "card/x", "cached"),
        ("inner_node_status", "card/y", "cached"),
        ("node_status", "card", "cached"),
    ]
    nodes[2] = step("y", "x", card="card", value=3)
    changed = play(tmp_path, cache, *nodes)
    assert ended(changed) == {"a": "cached", "card/x": "cached", "card/y": "completed", "card": "completed"}


@pytest.mark.parametrize(
    ("named", "computed"), [("a", {"a"}), ("card", {"x", "y"}), ("card/x", {"x"}), ("card/in", {"y"}), ("other", set())]
)
def test_a_card_that_is_named_as_changed_is_computed_with_all_that_lies_in_it(
    tmp_path: Path, named: str, computed: set[str]
) -> None:
    cache = ExecutionCache()
    y = replace(step("y", "x", card="card"), containers=("card", "card/in"))
    nodes = [step("a", value=1), step("x", "a", card="card"), y]
    play(tmp_path, cache, *nodes)
    sinks = play(tmp_path, cache, *nodes, changed_nodes=frozenset({named}))
    ran = {p["node_id"].removeprefix("card/") for _, p in sinks.events if p["status"] == "completed"}
    assert ran - {"card", "in"} == computed


def test_a_node_moved_out_of_its_card_shows_what_it_holds(tmp_path: Path) -> None:
    cache = ExecutionCache()
    play(tmp_path, cache, step("x", card="card", value=4))
    outside = play(tmp_path, cache, step("x", value=4))
    assert ended(outside) == {"x": "cached"}
    assert shown(outside) == shown(play(tmp_path, None, step("x", value=4)))


class Failing(Node):
    """Fails as its param says."""

    SPEC = NodeSpec("Failing", "Test", WORDS, "失敗", outputs=(OUT,))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        if params["how"] == "memory" and self.fails:
            raise MemoryError
        if params["how"] == "stop":
            context.run.cancel.set()
        return {"out": 1, "__interrupted__": {}} if params["how"] == "part" else {"out": 1}

    fails = False


class Reading(Failing):
    """Has a file param and no fingerprint."""

    SPEC = NodeSpec("Reading", "Test", WORDS, "讀取", (), (OUT,), (ParamSpec("path", ParamType.DATA_FILE, "", WORDS),))


ODD = Registry({"Failing": Failing, "Reading": Reading})


def _odd(root: Path, cache: ExecutionCache, how: str, kind: str = "Failing") -> tuple[RunStatus, str]:
    sinks = RecordingSinks()
    context = run_context(root, sinks, cache=cache, cancel=CancelFlag(), error_mode=ErrorMode.CONTINUE)
    outcome = run_graph(PreparedGraph((PreparedNode("n", kind, {"how": how}),)), context, ODD)
    return outcome.status, ended(sinks)["n"]


@pytest.mark.parametrize(
    ("how", "first"),
    [("part", (RunStatus.CANCELLED, "interrupted")), ("stop", (RunStatus.CANCELLED, "completed"))],
)
def test_what_a_stop_may_have_cut_short_is_not_kept(tmp_path: Path, how: str, first: Any) -> None:
    cache = ExecutionCache()
    assert _odd(tmp_path, cache, how) == first
    assert len(cache) == 0


def test_a_node_that_ran_out_of_memory_loses_its_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = ExecutionCache()
    assert _odd(tmp_path, cache, "else") == (RunStatus.SUCCEEDED, "completed")
    assert len(cache) == 1
    monkeypatch.setattr(Failing, "fails", True)
    assert _odd(tmp_path, cache, "memory")[1] == "error"
    assert len(cache) == 0


def test_a_node_with_a_file_param_and_no_fingerprint_is_always_computed(tmp_path: Path) -> None:
    cache = ExecutionCache()
    assert _odd(tmp_path, cache, "else", "Reading")[1] == "completed"
    assert _odd(tmp_path, cache, "else", "Reading")[1] == "completed"
    assert len(cache) == 0


def test_a_table_is_read_again_when_its_file_changed(tmp_path: Path) -> None:
    cache = ExecutionCache()
    path = tmp_path / "data" / "files" / "t.csv"
    reader = PreparedNode("n", "CSVReader", {**CSVReader.SPEC.defaults(), "path": "t.csv"})
    registry = Registry({"CSVReader": CSVReader})

    def run() -> tuple[str, Any]:
        sinks = RecordingSinks()
        run_graph(PreparedGraph((reader,)), run_context(tmp_path, sinks, cache=cache), registry)
        summary = shown(sinks).get("n", [{"tensor_summary": None}])[-1]["tensor_summary"]
        return ended(sinks)["n"], summary and summary["tensor"]["values"]

    assert run() == ("error", None)
    path.write_text("a,b\n1,2\n")
    assert run() == ("completed", [[1.0, 2.0]])
    assert run() == ("cached", [[1.0, 2.0]])
    path.write_text("a,b\n1,3\n")
    assert run() == ("completed", [[1.0, 3.0]])


def test_without_a_cache_every_run_computes(tmp_path: Path) -> None:
    for _ in range(2):
        assert set(ended(play(tmp_path, None, *CHAIN)).values()) == {"completed"}
