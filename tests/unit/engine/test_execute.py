"""Order, inputs, results and memory of one run."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import TYPE_CHECKING, Any

import pytest

from app.core.graph.prepared import PreparedGraph, PreparedNode, Wire
from app.core.vocab.run import ErrorMode, RunStatus
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, PATIENCE_S, Gate, give, graph, node, poll_cancel
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path

    from app.engine.context import NodeContext


def _statuses(sinks: RecordingSinks) -> list[tuple[str, str]]:
    return [(payload["node_id"], payload["status"]) for _, payload in sinks.events]


def test_a_chain_hands_values_on_and_never_leaves_the_calling_thread(tmp_path: Path) -> None:
    threads: list[threading.Thread] = []
    got: list[Any] = []

    def do(inputs: dict[str, Any], context: NodeContext) -> Any:
        threads.append(threading.current_thread())
        got.append(inputs)
        return {"out": inputs.get("in0", 0) + 1}

    sinks = RecordingSinks()
    outcome = run_graph(
        graph(node("a", do), node("b", do, ("a",)), node("c", do, ("b",))), run_context(tmp_path, sinks), MOCKS
    )
    assert outcome.status is RunStatus.SUCCEEDED
    assert outcome.error is None
    assert outcome.peak_memory == ()
    assert got == [{}, {"in0": 1}, {"in0": 2}]
    assert set(threads) == {threading.current_thread()}
    assert _statuses(sinks) == [
        ("a", "running"),
        ("a", "completed"),
        ("b", "running"),
        ("b", "completed"),
        ("c", "running"),
        ("c", "completed"),
    ]
    assert sinks.events[-1][1]["outputs"] == [
        {"output_kind": "tensor_summary", "tensor_summary": {"out": {"type": "scalar", "value": 3}}}
    ]


def test_an_empty_graph_succeeds(tmp_path: Path) -> None:
    assert run_graph(PreparedGraph(()), run_context(tmp_path), MOCKS).status is RunStatus.SUCCEEDED


def test_bypassed_nodes_are_told_once_before_anything_runs(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    run_graph(graph(node("a"), bypassed=("x", "y")), run_context(tmp_path, sinks), MOCKS)
    assert _statuses(sinks) == [("x", "bypassed"), ("y", "bypassed"), ("a", "running"), ("a", "completed")]


def test_an_optional_input_without_a_value_is_absent_and_the_last_wire_wins(tmp_path: Path) -> None:
    got: list[Any] = []

    def keep(inputs: dict[str, Any], context: NodeContext) -> Any:
        got.append(inputs)
        return {}

    sink = node(
        "s",
        keep,
        wires=(Wire("x", "a", "out"), Wire("x", "b", "out"), Wire("y", "a", "never")),
        needs=("x",),
        takes=("y",),
    )
    run_graph(graph(node("a", give(1)), node("b", give(2)), sink), run_context(tmp_path), MOCKS)
    assert got == [{"x": 2}]


def test_a_required_input_that_nobody_produced_names_port_and_source(tmp_path: Path) -> None:
    lazy = node("a", lambda inputs, context: {})
    outcome = run_graph(graph(lazy, node("b", after=("a",))), run_context(tmp_path), MOCKS)
    assert outcome.status is RunStatus.FAILED
    assert outcome.error is not None
    assert outcome.error.code == "node_input_missing"
    assert outcome.error.params == {"node_id": "b", "node_type": "Mock", "port": "in0", "source": "a.out"}


@pytest.mark.parametrize("result", [None, 5, ["out"], "out"])
def test_a_result_that_is_no_mapping_is_a_coded_error(tmp_path: Path, result: Any) -> None:
    outcome = run_graph(graph(node("a", lambda inputs, context: result)), run_context(tmp_path), MOCKS)
    assert outcome.error is not None
    assert outcome.error.code == "node_result_invalid"
    assert outcome.error.params["got"] == type(result).__name__


def test_unknown_outputs_are_dropped_with_one_warning(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    odd = node("a", lambda inputs, context: {"out": 1, "extra": 2, 3: 4, "__private__": 5})
    outcome = run_graph(graph(odd), run_context(tmp_path, sinks), MOCKS)
    assert outcome.status is RunStatus.SUCCEEDED
    [(kind, payload)] = sinks.warnings
    assert kind == "output_ignored"
    assert payload["code"] == "node_output_unknown"
    assert payload["params"] == {"node_id": "a", "node_type": "Mock", "ports": "extra, 3"}
    assert list(sinks.events[-1][1]["outputs"][0]["tensor_summary"]) == ["out"]


def test_log_media_and_summary_come_in_their_order(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    shown = node(
        "a",
        lambda inputs, context: {"__log__": "hello", "pic": "QUJD", "table": {"rows": [1]}, "out": "x"},
        gives=("table", "pic", "out"),
        media={"pic": "image", "table": "chart"},
    )
    run_graph(graph(shown), run_context(tmp_path, sinks), MOCKS)
    entries = sinks.events[-1][1]["outputs"]
    assert [entry["output_kind"] for entry in entries] == ["text", "chart", "image", "tensor_summary"]
    assert entries[0] == {"output_kind": "text", "text": "hello"}
    assert entries[1] == {"output_kind": "chart", "port": "table", "chart": {"rows": [1]}}
    assert entries[2]["image"] == {"format": "png", "encoding": "base64", "data": "QUJD"}
    assert set(entries[3]["tensor_summary"]) == {"pic", "table", "out"}


def test_a_file_below_the_models_folder_says_how_to_download_it(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    context = run_context(tmp_path, sinks)
    file = context.folders.models / "mine" / "net.pt"
    file.parent.mkdir()
    file.write_bytes(b"x")
    run_graph(graph(node("a", give(str(file))), node("b", give(str(tmp_path / "other")))), context, MOCKS)
    ended = [payload for _, payload in sinks.events if payload["status"] == "completed"]
    shown = {payload["node_id"]: payload["outputs"][-1]["tensor_summary"]["out"] for payload in ended}
    assert shown["a"]["download_path"] == "mine/net.pt"
    assert "download_path" not in shown["b"]


def test_a_value_is_dropped_once_its_last_reader_has_run(tmp_path: Path) -> None:
    class Big:
        pass

    held: list[weakref.ref[Big]] = []
    alive: list[list[bool]] = []

    def make(inputs: dict[str, Any], context: NodeContext) -> Any:
        big, unread = Big(), Big()
        held.extend([weakref.ref(big), weakref.ref(unread)])
        return {"out": big, "unread": unread}

    def look(inputs: dict[str, Any], context: NodeContext) -> Any:
        gc.collect()
        alive.append([ref() is not None for ref in held])
        return {"out": 1}

    steps = graph(
        node("a", make, gives=("out", "unread")),
        node("b", look, ("a",)),
        node("c", look, wires=(Wire("in0", "b", "out"), Wire("in1", "a", "out"))),
        node("d", look, ("c",)),
    )
    run_graph(steps, run_context(tmp_path), MOCKS)
    assert alive == [[True, False], [True, False], [False, False]]


def test_independent_nodes_overlap_up_to_the_limit(tmp_path: Path) -> None:
    together = threading.Barrier(3)

    def meet(inputs: dict[str, Any], context: NodeContext) -> Any:
        together.wait(PATIENCE_S)
        return {"out": threading.get_ident()}

    outcome = run_graph(graph(node("a", meet), node("b", meet), node("c", meet)), run_context(tmp_path), MOCKS)
    assert outcome.status is RunStatus.SUCCEEDED


def test_a_node_does_not_wait_for_others_of_its_level(tmp_path: Path) -> None:
    slow = Gate()

    def free(inputs: dict[str, Any], context: NodeContext) -> Any:
        assert slow.started.wait(PATIENCE_S)
        slow.release.set()
        return {"out": 1}

    # d needs b only; with a level barrier it could not start before a, which waits for it
    steps = graph(node("a", slow), node("b"), node("c", after=("a",)), node("d", free, ("b",)))
    assert run_graph(steps, run_context(tmp_path, max_parallel_nodes=2), MOCKS).status is RunStatus.SUCCEEDED


def test_an_unknown_node_type_fails_before_anything_runs(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    outcome = run_graph(graph(node("a"), PreparedNode("b", "Nothing", {})), run_context(tmp_path, sinks), MOCKS)
    assert outcome.status is RunStatus.FAILED
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.params) == (
        "node_class_missing",
        {"node_id": "b", "node_type": "Nothing"},
    )
    assert sinks.events == []


def test_a_device_that_is_none_fails_the_run_with_words(tmp_path: Path) -> None:
    outcome = run_graph(graph(node("a")), run_context(tmp_path, device="tpu"), MOCKS)
    assert outcome.status is RunStatus.FAILED
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.params) == ("device_unknown", {"wanted": "tpu"})


def test_without_further_threads_the_calling_one_does_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    sinks = RecordingSinks()
    outcome = run_graph(graph(node("a"), node("b"), node("c")), run_context(tmp_path, sinks), MOCKS)
    assert outcome.status is RunStatus.SUCCEEDED
    assert [name for name, status in _statuses(sinks) if status == "completed"] == ["a", "b", "c"]


def test_a_sink_that_breaks_ends_the_run_with_its_own_error(tmp_path: Path) -> None:
    class Full(RecordingSinks):
        def emit(self, event_type: str, payload: Any) -> None:
            if payload["node_id"] == "b":
                raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        run_graph(graph(node("a"), node("b"), node("c")), run_context(tmp_path, Full()), MOCKS)


def test_a_stop_while_nodes_run_in_parallel_waits_for_both_calls(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    context = run_context(tmp_path, sinks)
    ended: list[str] = []

    def stops(inputs: dict[str, Any], own: NodeContext) -> Any:
        context.cancel.set("interrupted")
        ended.append("a")
        return {"out": 1}

    def polls(inputs: dict[str, Any], own: NodeContext) -> Any:
        poll_cancel(own)
        assert own.cancelled
        ended.append("b")
        return {"out": 1, "__interrupted__": {"epoch": 2}}

    outcome = run_graph(
        graph(node("b", polls), node("a", stops), node("c", after=("a",)), node("d", after=("b",))), context, MOCKS
    )
    assert outcome.status is RunStatus.INTERRUPTED
    assert sorted(ended) == ["a", "b"]
    states = _statuses(sinks)
    assert ("a", "completed") in states
    assert ("b", "interrupted") in states
    assert not {"c", "d"} & {name for name, _ in states}


def test_a_run_stopped_before_it_starts_runs_nothing(tmp_path: Path) -> None:
    context = run_context(tmp_path, error_mode=ErrorMode.CONTINUE)
    context.cancel.set()
    assert run_graph(graph(node("a")), context, MOCKS).status is RunStatus.CANCELLED
    assert context.sinks.events == []  # type: ignore[attr-defined] # RecordingSinks


def test_a_node_that_says_it_was_interrupted_ends_the_run(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    half = node("a", lambda inputs, context: {"out": 1, "__interrupted__": {"epoch": 1}, "__log__": "stopped"})
    outcome = run_graph(graph(half, node("b", after=("a",))), run_context(tmp_path, sinks), MOCKS)
    assert outcome.status is RunStatus.CANCELLED
    assert _statuses(sinks) == [("a", "running"), ("a", "interrupted")]
    assert [entry["output_kind"] for entry in sinks.events[-1][1]["outputs"]] == ["text", "tensor_summary"]


def test_an_ignored_stop_still_ends_the_run_cancelled(tmp_path: Path) -> None:
    context = run_context(tmp_path)

    def ignores(inputs: dict[str, Any], own: NodeContext) -> Any:
        context.cancel.set()
        return {"out": 1}

    assert run_graph(graph(node("a", ignores)), context, MOCKS).status is RunStatus.CANCELLED
