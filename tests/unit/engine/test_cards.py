"""Statuses of blocks and presets while their inner nodes run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.events.kinds import NodeStatus
from app.core.vocab.run import ErrorMode, RunStatus
from app.engine.cards import CardFrame, Cards
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, fail, graph, node
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.graph.prepared import PreparedGraph


def _frames(tmp_path: Path, steps: PreparedGraph, **changes: Any) -> list[tuple[Any, ...]]:
    sinks = RecordingSinks()
    run_graph(steps, run_context(tmp_path, sinks, max_parallel_nodes=1, **changes), MOCKS)
    return [
        (kind, p["node_id"], p["status"], *([p["container_id"]] if "container_id" in p else []))
        for kind, p in sinks.events
    ]


@pytest.mark.req("EA-048")
def test_a_card_runs_once_and_completes_after_its_last_inner_node(tmp_path: Path) -> None:
    steps = graph(node("C/a", card="C"), node("C/b", after=("C/a",), card="C"), node("z", after=("C/b",)))
    assert _frames(tmp_path, steps) == [
        ("node_status", "C", "running"),
        ("inner_node_status", "C/C/a", "running", "C"),
        ("inner_node_status", "C/C/a", "completed", "C"),
        ("inner_node_status", "C/C/b", "running", "C"),
        ("inner_node_status", "C/C/b", "completed", "C"),
        ("node_status", "C", "completed"),
        ("node_status", "z", "running"),
        ("node_status", "z", "completed"),
    ]


def test_a_card_within_a_card_is_an_inner_node_of_the_outer_one(tmp_path: Path) -> None:
    steps = graph(node("a", cards=("C", "C/D")), node("b", after=("a",), card="C"))
    assert _frames(tmp_path, steps) == [
        ("node_status", "C", "running"),
        ("inner_node_status", "C/D", "running", "C"),
        ("inner_node_status", "C/D/a", "running", "C"),
        ("inner_node_status", "C/D/a", "completed", "C"),
        ("inner_node_status", "C/D", "completed", "C"),
        ("inner_node_status", "C/b", "running", "C"),
        ("inner_node_status", "C/b", "completed", "C"),
        ("node_status", "C", "completed"),
    ]


def test_a_failing_inner_node_fails_its_cards_at_once_and_for_good(tmp_path: Path) -> None:
    steps = graph(node("a", fail(ValueError("bad")), cards=("C", "C/D")), node("b", card="C"))
    sinks = RecordingSinks()
    context = run_context(tmp_path, sinks, max_parallel_nodes=1, error_mode=ErrorMode.CONTINUE)
    assert run_graph(steps, context, MOCKS).status is RunStatus.SUCCEEDED
    log = [(p["node_id"], p["status"]) for _, p in sinks.events]
    assert log == [
        ("C", "running"),
        ("C/D", "running"),
        ("C/D/a", "running"),
        ("C/D/a", "error"),
        ("C/D", "error"),
        ("C", "error"),
        ("C/b", "running"),
        ("C/b", "completed"),
    ]
    card = sinks.events[5][1]
    assert card["error_type"] == "ValueError"
    assert "bad" in card["error"]
    assert card["code"] == "node_failed"
    assert sinks.events[3][1] == {
        "node_id": "C/D/a",
        "container_id": "C",
        "status": "error",
        "error": card["error"],
        "code": "node_failed",
        "params": card["params"],
    }


def test_a_card_of_which_nothing_ran_is_skipped_and_one_that_ran_in_part_is_complete(tmp_path: Path) -> None:
    steps = graph(
        node("x", fail(ValueError("bad"))),
        node("a", after=("x",), card="S"),
        node("b", card="P"),
        node("c", after=("x",), card="P"),
    )
    frames = _frames(tmp_path, steps, error_mode=ErrorMode.CONTINUE)
    assert ("node_status", "S", "skipped") in frames
    assert ("node_status", "S", "running") not in frames
    assert frames[-1] == ("node_status", "P", "completed")


def test_a_stopped_run_settles_the_cards_that_had_started(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    context = run_context(tmp_path, sinks)

    def stop(inputs: dict[str, Any], own: Any) -> Any:
        context.cancel.set()
        return {"out": 1}

    run_graph(graph(node("a", stop, cards=("C", "C/D")), node("b", after=("a",), cards=("C", "C/D"))), context, MOCKS)
    assert [(p["node_id"], p["status"]) for _, p in sinks.events][-3:] == [
        ("C/D/a", "completed"),
        ("C/D", "interrupted"),
        ("C", "interrupted"),
    ]


def test_an_interrupted_inner_node_interrupts_its_card(tmp_path: Path) -> None:
    steps = graph(node("a", lambda inputs, context: {"__interrupted__": {}}, card="C"))
    assert [frame[1:3] for frame in _frames(tmp_path, steps)] == [
        ("C", "running"),
        ("C/a", "running"),
        ("C/a", "interrupted"),
        ("C", "interrupted"),
    ]


def test_progress_of_an_inner_node_is_shown_on_its_card(tmp_path: Path) -> None:
    def reports(inputs: dict[str, Any], context: Any) -> Any:
        context.progress({"event": "epoch", "epoch": 1})
        return {"out": 1}

    sinks = RecordingSinks()
    run_graph(graph(node("a", reports, card="C")), run_context(tmp_path, sinks), MOCKS)
    assert sinks.events[2] == (
        "node_status",
        {
            "node_id": "C",
            "status": "progress",
            "inner_node_id": "C/a",
            "outputs": [{"output_kind": "progress", "progress": {"event": "epoch", "epoch": 1}}],
        },
    )


def test_a_card_of_cached_nodes_alone_is_cached() -> None:
    first, second = node("a", card="C"), node("b", card="C")
    cards = Cards(graph(first, second))
    assert cards.settled(first, NodeStatus.CACHED) == []
    assert cards.settled(second, NodeStatus.CACHED) == [CardFrame("C", None, NodeStatus.CACHED)]
