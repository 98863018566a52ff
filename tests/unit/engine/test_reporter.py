"""Progress frames, their pace, and the metrics that are mined from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.engine.runner import run_graph
from app.engine.sinks import Artifact, MetricPoint
from tests.support.mock_nodes import MOCKS, graph, node
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.engine.context import NodeContext


def _run(
    tmp_path: Path, act: Callable[[NodeContext], None], clock: Callable[[], float] = lambda: 0.0
) -> RecordingSinks:
    def do(inputs: dict[str, Any], context: NodeContext) -> Any:
        act(context)
        return {"out": 1}

    sinks = RecordingSinks()
    run_graph(graph(node("a", do)), run_context(tmp_path, sinks), MOCKS, clock)
    return sinks


def _progress(sinks: RecordingSinks) -> list[dict[str, Any]]:
    frames = [payload for _, payload in sinks.events if payload["status"] == "progress"]
    assert all(len(frame["outputs"]) == 1 and frame["outputs"][0]["output_kind"] == "progress" for frame in frames)
    return [frame["outputs"][0]["progress"] for frame in frames]


@pytest.mark.req("EA-048")
def test_progress_signals_and_status_reach_their_own_sinks(tmp_path: Path) -> None:
    def act(context: NodeContext) -> None:
        context.progress({"event": "epoch", "epoch": 1})
        context.run.sinks.record_metrics([MetricPoint("loss", 0.5, 1, context.node_id)])
        context.run.sinks.record_artifact(Artifact("model", "/x/y.pt", context.node_id))
        context.run.sinks.warn("dropped_signals", {"count": 1})

    sinks = _run(tmp_path, act)
    assert [payload["status"] for _, payload in sinks.events] == ["running", "progress", "completed"]
    assert sinks.metrics == [MetricPoint("loss", 0.5, 1, "a")]
    assert sinks.artifacts == [Artifact("model", "/x/y.pt", "a")]
    assert sinks.warnings == [("dropped_signals", {"count": 1})]


def test_batch_frames_come_at_most_twice_a_second_and_others_always(tmp_path: Path) -> None:
    times = iter([10.0, 10.1, 10.49, 10.5, 10.6, 11.0])

    def act(context: NodeContext) -> None:
        for batch in range(6):
            context.progress({"event": "batch", "batch": batch, "loss": 1.0})
            context.progress({"event": "epoch", "epoch": batch})

    sinks = _run(tmp_path, act, lambda: next(times))
    assert [p["batch"] for p in _progress(sinks) if p["event"] == "batch"] == [0, 3, 5]
    assert [p["epoch"] for p in _progress(sinks) if p["event"] == "epoch"] == list(range(6))
    assert sinks.metrics == []


def test_finite_numbers_at_the_top_become_series(tmp_path: Path) -> None:
    def act(context: NodeContext) -> None:
        context.progress({
            "event": "epoch", "epoch": 3, "total_epochs": 9, "start_epoch": 1, "batch": 2, "total_batches": 4,
            "loss": 0.25, "lr": 1, "flag": True, "bad": float("nan"), "far": float("inf"), "losses": [1.0], "name": "x",
        })  # fmt: skip

    assert _run(tmp_path, act).metrics == [MetricPoint("loss", 0.25, 3, "a"), MetricPoint("lr", 1.0, 3, "a")]


def test_without_step_or_epoch_mined_points_are_counted(tmp_path: Path) -> None:
    def act(context: NodeContext) -> None:
        context.progress({"reward": 1})
        context.progress({"note": "no number"})
        context.progress({"reward": 2})
        context.progress({"reward": 3, "step": 40, "epoch": 2})

    assert [(p.step, p.value) for p in _run(tmp_path, act).metrics] == [(0, 1.0), (1, 2.0), (40, 3.0)]


def test_a_node_that_logs_metrics_itself_is_not_mined_any_more(tmp_path: Path) -> None:
    def act(context: NodeContext) -> None:
        context.progress({"epoch": 1, "loss": 1})
        context.run.sinks.record_metrics([MetricPoint("other", 0.5, 1, context.node_id)])
        context.progress({"epoch": 2, "loss": 2})

    sinks = _run(tmp_path, act)
    assert [(p.name, p.step) for p in sinks.metrics] == [("loss", 1), ("other", 1)]
    assert len(_progress(sinks)) == 2


def test_progress_after_the_end_of_the_node_is_dropped(tmp_path: Path) -> None:
    kept: list[NodeContext] = []
    sinks = _run(tmp_path, kept.append)
    kept[0].progress({"epoch": 1, "loss": 1})
    assert [payload["status"] for _, payload in sinks.events] == ["running", "completed"]
    assert sinks.metrics == []
