"""What runs print, report and measure arrives whole, in order and bounded, whatever nodes do to their streams."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.run import RunStatus
from app.engine.pipe.messages import WINDOW_BYTES
from app.runs.executors import inbox
from tests.support import bodies
from tests.support.nodes import RecordingSinks
from tests.support.run_processes import Ordered, is_gone, open_executor, wait_until
from tests.support.server_process import REPO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.runs.executors.process import ProcessExecutor


@pytest.fixture(scope="module")
def executor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessExecutor]:
    with open_executor() as made:
        Ordered(tmp_path_factory.mktemp("first"), bodies.graph("gives")).on(made).outcome()
        yield made


def test_nodes_that_write_to_every_stream_spoil_nothing(
    tmp_path: Path, executor: ProcessExecutor, capfd: pytest.CaptureFixture[str]
) -> None:
    run = Ordered(tmp_path, bodies.graph("spoils")).on(executor)
    assert run.outcome().status is RunStatus.SUCCEEDED
    assert [payload["status"] for _, payload in run.sinks.events] == ["running", "completed"]
    assert Ordered(tmp_path, bodies.graph("gives")).on(executor).outcome().status is RunStatus.SUCCEEDED


def test_a_flood_of_prints_arrives_in_order(tmp_path: Path, executor: ProcessExecutor) -> None:
    run = Ordered(tmp_path, bodies.graph("floods", "100000")).on(executor)
    assert run.outcome().status is RunStatus.SUCCEEDED
    assert "".join(run.printed).splitlines() == [f"line {number}" for number in range(100_000)]


def test_a_thousand_times_the_metrics_arrive_in_order(tmp_path: Path, executor: ProcessExecutor) -> None:
    runs = [Ordered(tmp_path, bodies.graph("measures", "20000")).on(executor) for _ in range(3)]
    for run in runs:
        assert run.outcome().status is RunStatus.SUCCEEDED
        assert run.sinks.series("loss") == [(step, step / 4) for step in range(20_000)]


def test_events_larger_than_the_window_pass(tmp_path: Path, executor: ProcessExecutor) -> None:
    sizes = [900_000, 3_500_000, 10, WINDOW_BYTES, WINDOW_BYTES * 2, 900_000, 3_500_000]
    graph = bodies.graph("emits", " ".join(map(str, sizes)))
    run = Ordered(tmp_path, graph, payload_cap_bytes=64 * 1024 * 1024).on(executor)
    assert run.outcome().status is RunStatus.SUCCEEDED
    assert [len(payload["text"]) for _, payload in run.sinks.events if "text" in payload] == sizes


def test_a_thread_that_outlives_its_run_is_not_heard_and_harms_nothing(
    tmp_path: Path, executor: ProcessExecutor
) -> None:
    pid, file = executor.pid, tmp_path / "stop"
    run = Ordered(tmp_path, bodies.graph("lingers", str(file))).on(executor)
    assert run.outcome().status is RunStatus.SUCCEEDED
    heard = len(run.sinks.metrics)
    for _ in range(20):
        assert Ordered(tmp_path, bodies.graph("gives")).on(executor).outcome().status is RunStatus.SUCCEEDED
    file.touch()
    wait_until(lambda: file.with_suffix(".over").exists(), what="the thread was never held")
    assert (executor.pid, len(run.sinks.metrics)) == (pid, heard)


async def test_a_run_whose_log_is_slow_is_held_alone_and_bounded(
    tmp_path: Path, executor: ProcessExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, arrived, bytes_in = threading.Event(), threading.Event(), [0]
    put = inbox.Inbox.put

    def counted(self: inbox.Inbox, said: Any) -> None:
        bytes_in[0] += sum(size for _, size in said)
        put(self, said)

    monkeypatch.setattr(inbox.Inbox, "put", counted)

    class _Slow(RecordingSinks):
        def emit(self, event_type: str, payload: Any) -> None:
            arrived.set()
            assert go.wait(20)
            super().emit(event_type, payload)

    slow = Ordered(tmp_path, bodies.graph("floods", "120000"), _Slow()).on(executor)
    assert arrived.wait(20)
    wait_until(lambda: bytes_in[0] > WINDOW_BYTES * 0.99, what="the window fills")
    full = bytes_in[0]
    assert full <= WINDOW_BYTES + 1000  # the line that made it full
    others = [Ordered(tmp_path, bodies.graph("gives")).on(executor) for _ in range(3)]
    assert [other.outcome().status for other in others] == [RunStatus.SUCCEEDED] * 3
    assert (await executor.ask("figures"))["run_output_store"]["runs"] == 0
    assert slow.outcomes.empty()
    go.set()
    assert slow.outcome().status is RunStatus.SUCCEEDED
    assert "".join(slow.printed).count("\n") == 120_000


def test_a_log_that_breaks_stops_its_run_alone(tmp_path: Path, executor: ProcessExecutor, expect_warning: Any) -> None:
    expect_warning("broke in the engine")

    class _Broken(RecordingSinks):
        def record_metrics(self, points: Any) -> None:
            raise OSError("no room")

    pid = executor.pid
    run = Ordered(tmp_path, bodies.graph("measures", "50000"), _Broken()).on(executor)
    outcome = run.outcome()
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.params) == ("run_internal", {"error_type": "OSError"})
    assert executor.pid == pid


PARENT = """
import os, pathlib, signal, sys, threading
from tests.support import bodies, run_processes
executor = run_processes.executor()
run = run_processes.Ordered(pathlib.Path(sys.argv[1]), bodies.graph(sys.argv[2], sys.argv[3])).on(executor)
run_processes.wait_until(lambda: run.sinks.events)
print(executor.pid, flush=True)
signal.pause()
"""


@pytest.mark.chaos
@pytest.mark.parametrize("body", ["waits", "floods"])
def test_a_parent_that_is_killed_takes_its_run_process_along(tmp_path: Path, body: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path), body, "100000000"],
        cwd=REPO, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as parent:  # fmt: skip
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert not is_gone(child)
        os.kill(parent.pid, signal.SIGKILL)
        parent.wait()
        wait_until(lambda: is_gone(child), what="the run process ends")


def test_the_role_switch_starts_a_run_process_too() -> None:
    from app.engine.pipe import messages, orders
    from app.engine.stores import StoreLimits

    hello = messages.encode("hello", limits=orders.limits_to_json(StoreLimits())) + messages.encode("bye")
    done = subprocess.run(
        [sys.executable, "-m", "app", "run-process"], cwd=REPO, input=hello, capture_output=True, check=False
    )
    assert done.returncode == 0
    ready = messages.decode(done.stdout.splitlines()[0])
    assert (ready["say"], ready["python"]) == ("ready", sys.executable)
    assert done.stderr == b""
