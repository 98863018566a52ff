"""SIGKILL at named points and after seeded numbers of events; one user-data folder lives through all of it.

Three runs are always going (a training that writes checkpoints, a flood of metrics, a chain that prints), others wait.
Every case kills one server at its point and then a second one, which was asked for everything that must hold, in the
middle of its runs. Cases depend on the folder that earlier ones left, and on nothing else of them.
"""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.support.chaos_graphs import flood
from tests.support.siege import Siege, dump
from tests.support.warm_servers import Gone, Warm, killed_at_the_end

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.chaos


class Case(NamedTuple):
    """Where the server dies. keeps_queue: CODEFYUI_QUEUE_KEEP. keep_last: of retention."""

    point: str
    keeps_queue: bool = True
    keep_last: int = 60


COMMIT = [
    Case("before:app.db.writer.Writer._commit#1"),
    Case("before:app.db.writer.Writer._commit#7", keeps_queue=False),
    Case("before:app.db.writer.Writer._commit#40"),
    Case("after:app.db.writer.Writer._commit#2"),
    Case("after:app.db.writer.Writer._commit#9", keeps_queue=False),
    Case("after:app.db.writer.Writer._commit#60"),
    Case("after:app.db.event_rows.append#12"),
    Case("after:app.db.metric_rows.append#3", keeps_queue=False),
    Case("after:app.db.artifact_rows.append#1"),
    Case("before:app.db.run_rows.mark_started#2"),
    Case("after:app.db.run_rows.mark_started#3"),
    Case("after:app.db.run_rows.mark_ended#4"),
    Case("before:app.runs.eventlog.RunLog.is_durable#4"),
    Case("before:app.db.checkpoints.Checkpoints.after_commit#8"),
]
SUBMIT = [
    Case("after:app.db.run_rows.insert#2"),
    Case("before:app.runs.service.RunService._stored#2"),
    Case("after:app.runs.service.RunService._stored#1", keeps_queue=False),
    Case("after:app.runs.service.RunService.submit#3"),
]
START = [
    Case("before:app.runs.lock._lock"),
    Case("after:app.runs.lock._put"),
    Case("before:app.private.os.replace#1"),
    Case("before:app.private.os.replace#2"),
    Case("after:app.private.os.replace#2", keeps_queue=False),
    Case("before:app.db.writer.migrate"),
    Case("after:app.db.writer.migrate"),
    Case("before:app.runs.recovery.Recovery.recover"),
    Case("before:app.runs.recovery.Recovery.end_interrupted#1"),
    Case("after:app.runs.recovery.Recovery.end_interrupted#2", keeps_queue=False),
    Case("after:app.runs.recovery.Recovery.recover"),
    Case("after:app.runs.service.RunService.start"),
    Case("before:app.api.server.HttpServer.start"),
]
CHECKPOINT = [
    Case("before:app.nodes.durable_file._Sink.write#1"),
    Case("after:app.nodes.durable_file._Sink.write#3"),
    Case("before:app.nodes.durable_file.os.fsync#1", keeps_queue=False),
    Case("before:app.nodes.durable_file.os.replace#1"),
    Case("before:app.nodes.durable_file.os.replace#2"),
    Case("after:app.nodes.durable_file.os.replace#1"),
    Case("before:app.nodes.durable_file._sync_folder#2"),
    Case("before:app.runs.eventlog.RunLog.record_artifact#1"),
    Case("after:app.runs.eventlog.RunLog.record_artifact#1"),
]
CONSOLE = [
    Case("before:app.runs.console.ConsoleFile._put#3"),
    Case("after:app.runs.console.ConsoleFile._put#20", keeps_queue=False),
]
RETENTION = [
    Case("before:app.runs.retention.Retention._remove#1", keep_last=20),
    Case("before:app.runs.retention._delete#1", keep_last=16),
    Case("after:app.runs.retention._delete#1", keep_last=16),
    Case("before:app.runs.retention.shutil.rmtree#1", keep_last=12),
    Case("before:app.db.run_removal.slice_of#1", keep_last=12),
    Case("after:app.db.run_removal.slice_of#1", keep_last=12),
    Case("after:app.runs.retention.Retention._remove#1", keeps_queue=False, keep_last=12),
]
LONGER = (
    "before:app.db.writer.Writer._commit#1",
    "after:app.db.writer.Writer._commit#60",
    "after:app.db.run_rows.mark_started#3",
    "before:app.db.checkpoints.Checkpoints.after_commit#8",
    "before:app.private.os.replace#1",
    "after:app.db.writer.migrate",
    "after:app.runs.service.RunService.start",
    "before:app.nodes.durable_file.os.replace#2",
    "after:app.runs.eventlog.RunLog.record_artifact#1",
    "before:app.runs.console.ConsoleFile._put#3",
    "before:app.runs.retention.shutil.rmtree#1",
)
"""Points beside which another one lies close by: they run with --slow."""

CASES = [*COMMIT, *SUBMIT, *START, *CHECKPOINT, *CONSOLE, *RETENTION]
SEEDS = (3, 14, 159, 265)
LONGER_SEEDS = (358, 979, 3238, 4626)


@pytest.fixture(scope="module")
def sieges() -> Iterator[list[Siege]]:
    """The folders so far: one, unless a case failed."""
    made: list[Siege] = []
    yield made
    print("\n[chaos]", *map(dump, made), sep="\n", file=sys.__stdout__)


@pytest.fixture
def siege(sieges: list[Siege], tmp_path_factory: pytest.TempPathFactory) -> Siege:
    """The folder of all cases; a case that fails leaves it behind, so that the next ones say something of their own."""
    if not sieges or sieges[-1].is_open:
        sieges.append(Siege(tmp_path_factory.mktemp("siege") / "home"))
    sieges[-1].is_open = True
    return sieges[-1]


def slow_if(value: object, is_slow: bool) -> Any:
    """A case as pytest takes it."""
    return pytest.param(value, marks=[pytest.mark.slow] if is_slow else [])


def environ(case: Case) -> dict[str, str]:
    return {
        "CODEFYUI_QUEUE_KEEP": str(int(case.keeps_queue)),
        "CODEFYUI_RUN_QUEUE_MAX_CONCURRENT_CPU": "3",
        "CODEFYUI_RUN_RETENTION_KEEP_LAST": str(case.keep_last),
    }


def look_and_kill(warm: Warm, siege: Siege, case: Case) -> None:
    """Start, check everything, bring back what was lost from the queue, kill while three runs go."""
    with killed_at_the_end(warm.start(siege.home, settings=environ(case))) as server:
        siege.check(server, case.keeps_queue, case.keep_last)
        siege.requeue(server, case.keeps_queue)
        siege.read_until_gone(server, events=40)


@pytest.mark.parametrize("case", [slow_if(case, case.point in LONGER) for case in CASES], ids=lambda case: case.point)
def test_a_death_at(case: Case, warm: Warm, siege: Siege) -> None:
    # whatever dies while it starts needs runs of an earlier life, and retention more of them than it keeps
    while len(siege.order) <= (case.keep_last if case in RETENTION else 0):
        look_and_kill(warm, siege, Case(""))
    try:
        server = warm.start(siege.home, [case.point], settings=environ(case))
    except Gone as gone:
        siege.saw_a_kill(gone)
    else:
        with killed_at_the_end(server):
            siege.read_until_gone(server)
    look_and_kill(warm, siege, case)
    siege.is_open = False


@pytest.mark.parametrize("seed", [*SEEDS, *(slow_if(seed, True) for seed in LONGER_SEEDS)])
def test_a_death_after_a_seeded_number_of_events(seed: int, warm: Warm, siege: Siege) -> None:
    chance = random.Random(seed)
    case = Case("", keeps_queue=chance.random() < 0.5)
    with killed_at_the_end(warm.start(siege.home, settings=environ(case))) as server:
        siege.read_until_gone(server, events=chance.randint(1, 400))
    look_and_kill(warm, siege, case)
    siege.is_open = False


@pytest.mark.parametrize("point", ["before:app.runs.retention._delete#1", "after:app.db.run_removal.slice_of#1"])
def test_a_death_in_a_delete_leaves_no_half_run(point: str, warm: Warm, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with killed_at_the_end(warm.start(home, [point])) as server:
        run_id = server.post("/api/runs", {"graph": flood(6000, 0.0), "options": {"device": "cpu"}})["run_id"]
        while server.get(f"/api/runs/{run_id}/events?cursor=0&wait=5")["active"]:
            pass
        with pytest.raises(Gone):
            server.post("/api/runs/delete", {"run_ids": [run_id]})
        assert server.ended() == -9
    with killed_at_the_end(warm.start(home)) as server:
        assert server.ask("GET", f"/api/runs/{run_id}")[0] == 404
        assert server.get("/api/runs")["total"] == 0


def test_after_all_of_it_every_log_reads_as_it_did(warm: Warm, siege: Siege) -> None:
    with killed_at_the_end(warm.start(siege.home, settings=environ(Case("")))) as server:
        siege.check(server, True, 60)
        events = siege.check_everything(server)
        assert events > 0
        server.signal()
        assert server.ended() == 0
    line = f"\n[chaos] {siege.kills} kills, {events} events read again, the longest log {siege.deepest}"
    print(line, file=sys.__stdout__)
