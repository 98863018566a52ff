"""A run process that dies, hangs or cannot be started costs what it kept and the runs it had; nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import signal
import stat
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import NotFound, Refused, Unavailable
from app.core.vocab.run import RunStatus
from app.engine.pipe import messages
from app.engine.stores import Loan, StoreLimits
from app.runs.executors.process import ProcessExecutor
from app.runs.executors.run_process import Launch, Patience
from tests.support import bodies
from tests.support.bodies import Meeting
from tests.support.run_processes import Ordered, is_gone, open_executor, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.vocab.run import Outcome


def died(outcome: Outcome) -> str:
    """How the process died, as the run says it."""
    assert outcome.status is RunStatus.FAILED
    assert outcome.error is not None
    assert outcome.error.code == "local_process_died"
    assert outcome.facts == {"error_reason": "process_died"}
    return str(outcome.error.params["how"])


@pytest.mark.parametrize(
    ("body", "argument", "how"),
    [
        ("dies", "3", "exit 3"),
        ("dies", "SIGKILL", "SIGKILL"),
        ("dies", "SIGTERM", "SIGTERM"),
        ("crashes", "", "SIGSEGV"),
    ],
)
def test_a_node_that_ends_the_process_is_known_and_the_next_run_has_another(
    tmp_path: Path, body: str, argument: str, how: str
) -> None:
    with open_executor() as executor:
        run = Ordered(tmp_path, bodies.graph(body, argument)).on(executor)
        assert died(run.outcome()) == how
        assert run.sinks.events == [("node_status", {"node_id": "n", "status": "running"})]
        said = "".join(run.printed)
        assert ("last words\n" if body == "dies" else "_crashes") in said
        assert f"({how})" in said.splitlines()[-1]
        assert executor.pid is None
        assert Ordered(tmp_path, bodies.graph("gives")).on(executor).outcome().status is RunStatus.SUCCEEDED
        assert executor.pid is not None


async def test_what_it_kept_is_gone_and_its_other_runs_end_with_it(tmp_path: Path) -> None:
    meeting = Meeting(tmp_path / "meeting")
    with open_executor() as executor:
        kept = Ordered(tmp_path, bodies.graph("gives"), run_id="k" * 32, loan=Loan(records_outputs=True)).on(executor)
        kept.outcome()
        assert len(await executor.ask("outputs", run_id="k" * 32)) == 1
        other = Ordered(tmp_path, bodies.graph("meets", str(meeting.folder))).on(executor)
        meeting.arrived(1)
        Ordered(tmp_path, bodies.graph("dies", "1")).on(executor)
        assert died(other.outcome()) == "exit 1"
        for _ in range(2):  # with no process, and with the next one
            with pytest.raises(NotFound) as gone:
                await executor.ask("outputs", run_id="k" * 32)
            assert gone.value.reason.code == "outputs_not_found"
            Ordered(tmp_path, bodies.graph("gives")).on(executor).outcome()
    meeting.close()


def test_a_run_that_was_asked_to_stop_has_stopped_however_its_process_ended(tmp_path: Path) -> None:
    meeting = Meeting(tmp_path / "meeting")
    with open_executor() as executor:
        run = Ordered(tmp_path, bodies.graph("ignores", str(meeting.folder))).on(executor)
        meeting.arrived(1)
        run.context.cancel.set()
        assert executor.pid is not None
        os.kill(executor.pid, signal.SIGKILL)
        assert run.outcome().status is RunStatus.CANCELLED
    meeting.close()


def test_a_node_that_closes_every_descriptor_ends_its_process_not_its_server(tmp_path: Path) -> None:
    with open_executor() as executor:
        died(Ordered(tmp_path, bodies.graph("closes all")).on(executor).outcome())
        assert Ordered(tmp_path, bodies.graph("gives")).on(executor).outcome().status is RunStatus.SUCCEEDED


def test_a_fork_that_lives_on_does_not_hide_the_death(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    with open_executor() as executor:
        assert died(Ordered(tmp_path, bodies.graph("forks", str(file))).on(executor).outcome()) == "exit 5"
    fork = int(file.read_text())
    os.kill(fork, signal.SIGKILL)  # it left the group and so it was let go
    wait_until(lambda: is_gone(fork))


def test_programs_that_nodes_left_behind_end_with_the_process(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    with open_executor() as executor:
        run = Ordered(tmp_path, bodies.graph("leaves", str(file))).on(executor)
        assert run.outcome().status is RunStatus.SUCCEEDED
        left = int(file.read_text())
        assert not is_gone(left)
    wait_until(lambda: is_gone(left), what="the program ends")


async def test_a_process_that_hangs_is_answered_as_such_and_ended_all_the_same(tmp_path: Path) -> None:
    patience = Patience(answer_s=0.3, ask_s=0.1, terminate_s=0.1)
    with open_executor(patience=patience) as executor:
        run = Ordered(tmp_path, bodies.graph("waits"))
        run.on(executor)
        wait_until(lambda: run.sinks.events)
        pid = executor.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(Unavailable) as silent:
            await executor.ask("figures")
        assert (silent.value.reason.code, silent.value.reason.params) == ("local_process_silent", {"seconds": 0.3})
        executor.close()
        assert is_gone(pid)
        assert run.outcome().status is RunStatus.INTERRUPTED


def test_a_stop_gets_a_run_out_of_a_process_that_hangs_and_the_next_has_another(tmp_path: Path) -> None:
    with open_executor(patience=Patience(hang_s=0.3)) as executor:
        stopped, other = (Ordered(tmp_path, bodies.graph("waits")).on(executor) for _ in range(2))
        wait_until(lambda: stopped.sinks.events and other.sinks.events)
        pid = executor.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        stopped.context.cancel.set()
        assert stopped.outcome().status is RunStatus.CANCELLED
        assert died(other.outcome()) == "no sign of life for 0.3 s"
        assert Ordered(tmp_path, bodies.graph("gives")).on(executor).outcome().status is RunStatus.SUCCEEDED
        assert executor.pid != pid


def test_a_run_that_ignores_its_stop_is_no_process_that_hangs(tmp_path: Path) -> None:
    meeting = Meeting(tmp_path / "meeting")
    with open_executor(patience=Patience(hang_s=60, ask_s=0.1, terminate_s=0.1)) as executor:
        deaf = Ordered(tmp_path, bodies.graph("ignores", str(meeting.folder))).on(executor)
        meeting.arrived(1)
        meeting.let_go(1)
        pid = executor.pid
        deaf.context.cancel.set()
        wait_until(
            lambda: all(thread.name != "run-process-sign" for thread in threading.enumerate()),
            what="the sign of life has come and nobody waits for it any more",
        )
        assert executor.pid == pid
        assert deaf.outcomes.empty()
    meeting.close()


async def test_a_question_under_way_when_it_dies_is_answered_so(tmp_path: Path) -> None:
    with open_executor() as executor:
        Ordered(tmp_path, bodies.graph("gives")).on(executor).outcome()
        pid = executor.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        asking = asyncio.ensure_future(executor.ask("figures"))
        await asyncio.sleep(0)  # it is on its way
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(Unavailable) as gone:
            await asking
        assert gone.value.reason.code == "local_process_died"


@pytest.mark.parametrize("body", ["waits", "ignores"])
def test_close_ends_it_with_its_runs_interrupted(tmp_path: Path, body: str) -> None:
    meeting = Meeting(tmp_path / "meeting")
    patience = Patience(ask_s=2 if body == "waits" else 0.1, terminate_s=0.1)
    with open_executor(patience=patience) as executor:
        run = Ordered(tmp_path, bodies.graph(body, str(meeting.folder))).on(executor)
        wait_until(lambda: run.sinks.events)
        pid = executor.pid
        assert pid is not None
        executor.close()
        assert is_gone(pid)
        assert run.outcome().status is RunStatus.INTERRUPTED
        assert run.outcomes.empty()
    meeting.close()


def test_nothing_begins_after_close(tmp_path: Path) -> None:
    with open_executor() as executor:
        executor.close()
        run = Ordered(tmp_path, bodies.graph("gives")).on(executor)
        assert run.outcome().status is RunStatus.INTERRUPTED
        assert executor.pid is None


def _program(folder: Path, text: str) -> str:
    file = folder / "program"
    file.write_text(f"#!{sys.executable}\n{text}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("import sys; sys.exit('no luck')", "no luck"),
        ("print('hello')", "protocol error"),
        ('print(\'{"say": "dance"}\')', "protocol error"),
        ("import time; time.sleep(600)", "> 0.5 s"),
    ],
)
def test_a_program_that_is_no_run_process_is_told_of_and_ended(tmp_path: Path, text: str, problem: str) -> None:
    program = _program(tmp_path, text)
    patience = Patience(start_s=0.5 if problem.startswith(">") else 20)
    executor = ProcessExecutor(lambda: Launch((program,), os.environ), StoreLimits(), patience=patience)
    outcome = Ordered(tmp_path, bodies.graph("gives")).on(executor).outcome()
    executor.close()
    assert outcome.status is RunStatus.FAILED
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.params) == ("local_process_unstartable", {"problem": problem})


def test_a_program_that_is_not_there_and_an_interpreter_that_is_refused_end_the_run(tmp_path: Path) -> None:
    def refused() -> Launch:
        raise Refused.of("python_not_found", python="x")

    hows: list[tuple[Callable[[], Launch], str]] = [
        (lambda: Launch((str(tmp_path / "none"),), {}), "local_process_unstartable"),
        (refused, "python_not_found"),
    ]
    for how, code in hows:
        executor = ProcessExecutor(how, StoreLimits())
        outcome = Ordered(tmp_path, bodies.graph("gives")).on(executor).outcome()
        executor.close()
        assert outcome.error is not None
        assert outcome.error.code == code


@pytest.mark.chaos
@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_moment_each_run_ends_once_and_its_log_is_a_beginning(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    with open_executor() as executor:
        for _ in range(4):
            runs = [Ordered(tmp_path, bodies.graph("measures", "4000")) for _ in range(2)]
            deadly, count = chance.choice(runs), chance.randrange(1, 3000)
            _kill_after(deadly.sinks, count, executor)
            for run in runs:
                run.on(executor)
            for run in runs:
                outcome = run.outcome()
                if outcome.status is not RunStatus.SUCCEEDED:
                    assert died(outcome) == "SIGKILL"
                assert [point.step for point in run.sinks.metrics] == list(range(len(run.sinks.metrics)))
                assert run.outcomes.empty()
            assert len(deadly.sinks.metrics) >= count


def _kill_after(sinks: Any, count: int, executor: ProcessExecutor) -> None:
    record, seen = sinks.record_metrics, itertools.count(1)

    def then_kill(points: Any) -> None:
        record(points)
        if next(seen) == count and (pid := executor.pid) is not None:
            with contextlib.suppress(ProcessLookupError):  # it may have ended just now
                os.kill(pid, signal.SIGKILL)

    sinks.record_metrics = then_kill


async def test_an_answer_that_nobody_waits_for_any_more_is_dropped_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    put = messages.encode

    def seen(say: str, **fields: Any) -> bytes:
        line = put(say, **fields)
        if say in ("ask", "drop"):
            sent.append(line)
        return line

    monkeypatch.setattr(messages, "encode", seen)
    with open_executor() as executor:
        Ordered(tmp_path, bodies.graph("gives")).on(executor).outcome()
        pid = executor.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        asking = asyncio.ensure_future(executor.ask("figures"))
        await asyncio.sleep(0)  # it is on its way
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        os.kill(pid, signal.SIGCONT)
        assert (await executor.ask("figures"))["run_output_store"]["runs"] == 0
    asked, dropped, again = (messages.decode(line.strip()) for line in sent)
    assert [one["say"] for one in (asked, dropped, again)] == ["ask", "drop", "ask"]
    assert asked["id"] == dropped["id"] != again["id"]
