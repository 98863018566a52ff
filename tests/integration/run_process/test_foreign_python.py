"""Servers whose runs execute under a named interpreter: what comes of them, and what is said when it is no use."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from tests.support import foreign_python
from tests.support.run_processes import is_gone, wait_until
from tests.support.server_process import REPO, server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.server_process import Running

DIGITS = REPO / "assets" / "examples" / "digits-cnn.json"
TENSOR: dict[str, Any] = {
    "nodes": [
        {"id": "go", "type": "Start", "position": {"x": 0, "y": 0}, "data": {"params": {}}},
        {"id": "one", "type": "TensorCreate", "position": {"x": 9, "y": 0}, "data": {"params": {"shape": "2,3"}}},
    ],
    "edges": [
        {"id": "t", "source": "go", "target": "one", "sourceHandle": "trigger", "targetHandle": "", "type": "trigger"}
    ],
}


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Another interpreter with this one's torch."""
    return foreign_python.make(tmp_path_factory.mktemp("theirs"))


@pytest.fixture(scope="module")
def running(theirs: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose runs execute there."""
    with server(tmp_path_factory.mktemp("home"), CODEFYUI_PYTHON=theirs) as made:
        assert run(made, TENSOR)["status"] == "succeeded"
        yield made
        made.signal()
        made.ended()


def run(running: Running, graph: Any, **options: Any) -> dict[str, Any]:
    """Submit and follow to the end; the row."""
    status, done = running.ask("POST", "/api/runs", {"graph": graph, "options": options})
    assert status == 200, done
    run_id, cursor, active = done["run_id"], 0, True
    while active:
        page = running.ask("GET", f"/api/runs/{run_id}/events?cursor={cursor}&wait=30")[1]
        cursor, active = page["cursor"], page["active"] or bool(page["events"])
    row: dict[str, Any] = running.ask("GET", f"/api/runs/{run_id}")[1]
    return row


def series(running: Running, run_id: str) -> list[tuple[str, str, int, float]]:
    """Every metric point of a run, in a fixed order, without its time."""
    points = running.ask("GET", f"/api/runs/{run_id}/metrics?max_points=1000")[1]["metrics"]
    return sorted((p["node_id"], p["name"], p["step"], p["value"]) for p in points)


def child_of(running: Running) -> psutil.Process:
    """The run process of a server."""
    [child] = [p for p in psutil.Process(running.process.pid).children() if "entry.py" in " ".join(p.cmdline())]
    return child


def test_nothing_is_started_before_the_first_run(theirs: str, tmp_path: Path) -> None:
    with server(tmp_path, CODEFYUI_PYTHON=theirs) as made:
        status, devices = made.ask("GET", "/api/system/devices")
        assert status == 200
        assert devices["devices"][-1]["available"] is True
        wait_until(lambda: not psutil.Process(made.process.pid).children(), what="the look at it ends")
        assert run(made, TENSOR)["status"] == "succeeded"
        assert child_of(made).exe() == os.path.realpath(theirs)
        assert child_of(made).cmdline()[0] == theirs
        pid = child_of(made).pid
        made.signal()
        assert made.ended()[0] == 0
        assert is_gone(pid)


def test_the_same_seed_trains_to_the_same_metrics_as_in_the_server(running: Running, tmp_path: Path) -> None:
    graph = json.loads(DIGITS.read_text("utf-8"))
    for node in graph["nodes"]:
        if node["type"] == "TrainingLoop":
            node["data"]["params"]["epochs"] = 1
    there = run(running, graph, seed=11)
    assert there["status"] == "succeeded", there
    with server(tmp_path) as own:
        here = run(own, graph, seed=11)
        assert here["status"] == "succeeded", here
        wanted = series(own, here["id"])
    assert series(running, there["id"]) == wanted
    assert {name for _, name, _, _ in wanted} >= {"train_loss", "val_accuracy"}
    assert there["final_metrics"] == here["final_metrics"]


def test_own_nodes_run_there_too_and_follow_their_file(running: Running) -> None:
    text = (
        "from app.core.vocab.nodespec import NodeSpec, Text\n"
        "from app.engine.node import Node\n"
        "class Where(Node):\n"
        '    SPEC = NodeSpec("Where", "Own", Text("a", "a"), "x")\n'
        "    def execute(self, inputs, params, context):\n"
        "        import sys\n"
        '        print("NUMBER", sys.executable)\n'
        "        return {}\n"
    )
    graph = {**TENSOR, "nodes": [TENSOR["nodes"][0], {**TENSOR["nodes"][1], "type": "Where", "data": {"params": {}}}]}
    folder = running.home / "data" / "custom_nodes"
    for number in ("first", "second"):
        (folder / "where.py").write_text(text.replace("NUMBER", number))
        assert running.ask("POST", "/api/nodes/reload")[1]["custom"] == 1
        row = run(running, graph)
        assert row["status"] == "succeeded", row
        said = running.ask("GET", f"/api/runs/{row['id']}/console")[1]["text"]
        assert said == f"{number} {child_of(running).cmdline()[0]}\n"


def test_what_was_recorded_can_be_asked_for_until_the_process_dies(theirs: str, tmp_path: Path) -> None:
    with server(tmp_path, CODEFYUI_PYTHON=theirs) as made:
        row = run(made, TENSOR, record_outputs=True)
        path = f"/api/execution/outputs/{row['id']}"
        assert made.ask("GET", f"{path}/one/tensor")[1]["full_shape"] == [2, 3]
        old = child_of(made).pid
        os.kill(old, signal.SIGKILL)
        wait_until(lambda: is_gone(old))
        wait_until(lambda: made.ask("GET", path)[0] == 404, what="the outputs are gone")
        dies_while_it_trains(made)
        assert made.ask("GET", path)[0] == 404
        assert run(made, TENSOR)["status"] == "succeeded"
        made.signal()
        assert made.ended()[0] == 0


def dies_while_it_trains(running: Running) -> None:
    """A training whose process is killed fails with what to do, and its log is whole."""
    graph = json.loads(DIGITS.read_text("utf-8"))
    status, done = running.ask("POST", "/api/runs", {"graph": graph})
    assert status == 200
    path = f"/api/runs/{done['run_id']}"
    cursor, seen = 0, ""
    while "TrainingLoop" not in seen and "progress" not in seen:
        page = running.ask("GET", f"{path}/events?cursor={cursor}&wait=30")[1]
        cursor, seen = page["cursor"], seen + json.dumps(page["events"])
    child_of(running).kill()
    wait_until(lambda: running.ask("GET", path)[1]["status"] == "failed", what="the run has failed")
    row = running.ask("GET", path)[1]
    assert row["error"]["code"] == "local_process_died"
    assert row["error"]["params"] == {"how": "SIGKILL"}
    assert row["error"]["text"] in running.ask("GET", f"{path}/console")[1]["text"]
    events = running.ask("GET", f"{path}/events?cursor=0&limit=2000")[1]["events"]
    assert [event["cursor"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["type"] == "execution_error"


@pytest.mark.chaos
def test_a_server_that_is_killed_takes_its_run_process_along(theirs: str, tmp_path: Path) -> None:
    with server(tmp_path, CODEFYUI_PYTHON=theirs) as made:
        run(made, TENSOR)
        child = child_of(made).pid
        made.process.kill()
        made.process.wait()
        wait_until(lambda: is_gone(child), what="the run process ends")


def refused(made: Running) -> tuple[int, str]:
    """(status, code) of a submission, having looked that the list of devices says the same."""
    status, answer = made.ask("POST", "/api/runs", {"graph": TENSOR})
    devices = made.ask("GET", "/api/system/devices")[1]["devices"]
    assert {row["available"] for row in devices} == {False}
    assert devices[-1]["detail"] == answer["detail"]["text"]
    assert made.ask("GET", "/api/runs")[1]["runs"] == []
    return status, answer["detail"]["code"]


def test_an_interpreter_that_is_no_use_is_told_at_the_submission_and_the_server_starts(tmp_path: Path) -> None:
    bare = foreign_python.make(tmp_path / "bare", with_libraries=False)
    cases = {"/no/such/python": "python_not_found", bare: "python_without_torch", "/bin/true": "python_probe_failed"}
    for number, (python, code) in enumerate(cases.items()):
        with server(tmp_path / str(number), CODEFYUI_PYTHON=python) as made:
            assert made.ask("GET", "/api/health")[0] == 200
            assert refused(made) == (400, code)


def test_without_any_torch_a_submission_is_refused_with_the_way_out(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    # what a bundle without torch is to find_spec
    (blocked / "sitecustomize.py").write_text(
        "import importlib.util\nreal = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, package=None: None if name == 'torch' else real(name, package)\n"
    )
    with server(tmp_path / "home", PYTHONPATH=str(blocked)) as made:
        assert refused(made) == (400, "torch_missing")
        text = made.ask("POST", "/api/runs", {"graph": TENSOR})[1]["detail"]["text"]
        assert "CODEFYUI_PYTHON" in text
