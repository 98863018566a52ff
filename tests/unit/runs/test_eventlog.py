"""The log of one run: gapless under threads, metrics before the end, one end, nothing lost."""

from __future__ import annotations

import itertools
import json
import sqlite3
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from app.aio.clock import SystemClock
from app.core.vocab.run import RunStatus
from app.db import artifact_rows, event_rows, metric_rows, run_rows
from app.db.run_rows import RunEnd
from app.engine.sinks import Artifact, MetricPoint
from app.runs import eventlog
from app.runs.eventlog import RunLog
from tests.support.rows import A, add_run, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.db.database import Database
    from app.db.rows import EventRow
    from app.db.writer import Writer
    from tests.conftest import ExpectedWarnings

END = RunEnd(RunStatus.SUCCEEDED, "2026-01-01T00:00:09.000+00:00")


def _log(db: Database, on_grown: Callable[[str], None] | None = None, **changes: Any) -> RunLog:
    given: dict[str, Any] = {"cap_bytes": 131072, "artifact_ids": itertools.count(5), "on_grown": on_grown or _nothing}
    return RunLog(A, db.writer, SystemClock(), **{**given, **changes})


def _nothing(run_id: str) -> None:
    assert run_id == A


def _events(db: Database) -> list[EventRow]:
    return db.writer.do(partial(event_rows.after, run_id=A, cursor=0, limit=10**6, cap_bytes=10**9)).result(20)


def _finish(log: RunLog, kind: str = "execution_complete") -> threading.Event:
    ended = threading.Event()
    assert log.finish(kind, None, END, ended.set)
    return ended


def _points(count: int, name: str = "loss", first: int = 0) -> list[MetricPoint]:
    return [MetricPoint(name, float(step), step, "loop") for step in range(first, first + count)]


def _emit(log: RunLog, count: int) -> None:
    for n in range(count):
        log.emit("node_status", {"n": n})


def _held(writer: Writer) -> Callable[[], None]:
    """Keep the writer from its work until the function that comes back is called."""
    entered, go = threading.Event(), threading.Event()

    def hold(_: Any) -> None:
        entered.set()
        assert go.wait(20)

    held = writer.do(hold)
    assert entered.wait(20)

    def go_on() -> None:
        go.set()
        held.result(20)

    return go_on


def _in_threads(works: Sequence[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_cursors_are_gapless_and_each_thread_keeps_its_order(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        log = _log(db)
        log.begin("2026-01-01T00:00:01.000+00:00")

        def work(number: int) -> None:
            for n in range(500):
                log.emit("node_status", {"thread": number, "n": n})
                if n % 5 == 0:
                    log.record_metrics(_points(3, f"m{number}", n))
                if n % 100 == 0:
                    log.record_artifact(Artifact("file", f"/x/{number}/{n}", "node"))

        _in_threads([partial(work, number) for number in range(6)])
        assert _finish(log).wait(20)
        events = _events(db)
        assert [event.cursor for event in events] == list(range(1, len(events) + 1))
        assert (events[0].type, events[-1].type) == ("execution_start", "execution_complete")
        told = [json.loads(event.payload_json) for event in events if event.type == "node_status"]
        for number in range(6):
            assert [one["n"] for one in told if one["thread"] == number] == list(range(500))
        assert len(told) == 3000
        metrics = db.writer.do(lambda tx: list(metric_rows.series(tx, A, None))).result(20)
        assert len(metrics) == 6 * 300
        shown = [p for event in events if event.type == "metric" for p in json.loads(event.payload_json)["points"]]
        assert sorted((p["name"], p["step"], p["value"]) for p in shown) == sorted(
            (name, step, value) for _, name, step, value, *_ in metrics
        )
        rows = db.writer.do(partial(artifact_rows.of_run, run_id=A, kind=None)).result(20)
        listed = [json.loads(event.payload_json) for event in events if event.type == "artifact"]
        assert sorted((one["artifact_id"], one["path"]) for one in listed) == [(row.id, row.path) for row in rows]
        assert [row.id for row in rows] == list(range(5, 35))


def test_an_end_happens_once_and_nothing_follows_it(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        log = _log(db)
        log.begin("t")
        answers: list[bool] = []
        ended: list[int] = []

        def work(number: int) -> None:
            log.emit("node_status", {"before": number})
            kind = "execution_complete" if number % 2 else "execution_error"
            answers.append(log.finish(kind, None, END, lambda: ended.append(number)))
            log.emit("node_status", {"after": number})
            log.record_metrics(_points(70))
            log.record_artifact(Artifact("file", "/x", "n"))
            log.warn("late", {})
            log.note("late", {})
            log.begin("t")

        _in_threads([partial(work, number) for number in range(8)])
        events = _events(db)
        assert sorted(answers) == [False] * 7 + [True]
        assert len(ended) == 1
        assert [event.type for event in events if event.type.startswith("execution_")] == [
            "execution_start",
            "execution_complete" if ended[0] % 2 else "execution_error",
        ]
        assert events[-1].type.startswith("execution_")
        row = db.writer.do(partial(run_rows.get, run_id=A)).result(20)
        assert row is not None
        assert (row.row.status, row.row.last_cursor) == (RunStatus.SUCCEEDED, len(events))


def test_no_snapshot_shows_an_end_without_what_came_before_it(tmp_path: Path) -> None:
    """A final status never without the terminal event, a terminal event never without the last metrics."""
    path = tmp_path / "x.db"
    with opened(path) as db:
        for number in range(40):
            run_id = f"{number:032x}"
            add_run(db, run_id)
            log = RunLog(
                run_id,
                db.writer,
                SystemClock(),
                cap_bytes=1000,
                artifact_ids=itertools.count(1),
                on_grown=lambda run_id: None,
            )
            log.begin("t")
            log.record_metrics(_points(7))
            ended = _finish(log)
            looking = sqlite3.connect(path, isolation_level=None)
            seen = ""
            while seen != "succeeded":
                looking.execute("BEGIN")
                seen = looking.execute("SELECT status FROM exec_runs WHERE id = ?", (run_id,)).fetchone()[0]
                types = [
                    cells[0]
                    for cells in looking.execute(
                        "SELECT type FROM exec_run_events WHERE run_id = ? ORDER BY cursor", (run_id,)
                    )
                ]
                points = looking.execute("SELECT count(*) FROM exec_run_metrics WHERE run_id = ?", (run_id,)).fetchone()
                looking.execute("COMMIT")
                assert (seen == "succeeded") == ("execution_complete" in types)
                assert points[0] == (7 if "metric" in types else 0)
                if "execution_complete" in types:
                    assert types == ["execution_start", "metric", "execution_complete"]
            looking.close()
            assert ended.wait(20)


@pytest.mark.req("EA-052")
def test_metrics_are_written_64_at_a_time_or_after_half_a_second(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        flushed = threading.Event()
        log = _log(db, lambda run_id: flushed.set() if log.durable_cursor >= 4 else None)
        log.record_metrics(_points(200))
        assert flushed.wait(20)
        sizes = [len(json.loads(event.payload_json)["points"]) for event in _events(db)]
        assert sizes == [64, 64, 64, 8]
        metrics = db.writer.do(lambda tx: list(metric_rows.series(tx, A, "loss"))).result(20)
        assert [(step, value, node) for node, _, step, value, *_ in metrics] == [
            (n, float(n), "loop") for n in range(200)
        ]
        log.abandon()


def test_values_json_cannot_hold_are_null_in_rows_and_events(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        log = _log(db)
        for step, value in enumerate((float("nan"), float("inf"), -float("inf"), 1.5)):
            log.record_metrics([MetricPoint("m", value, step, "n")])
        log.emit("node_status", {"deep": [{"x": float("nan")}]})
        assert _finish(log).wait(20)
        events = _events(db)
        assert [json.loads(event.payload_json, parse_constant=pytest.fail) for event in events] == [
            {"deep": [{"x": None}]},
            {
                "points": [
                    {"name": "m", "value": v, "step": n, "node_id": "n"} for n, v in enumerate([None] * 3 + [1.5])
                ]
            },
            None,
        ]
        row = db.writer.do(partial(run_rows.get, run_id=A)).result(20)
        assert row is not None
        assert row.final_metrics == {"m": 1.5}


@pytest.mark.req("EA-051")
@pytest.mark.parametrize("cap_bytes", [256, 1000, 5000])
def test_a_small_cap_bounds_events_and_splits_flushes_instead_of_cutting_points(tmp_path: Path, cap_bytes: int) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        log = _log(db, cap_bytes=cap_bytes)
        log.emit("node_status", {"node_id": "n", "status": "completed", "text": "資" * 9000})
        log.record_metrics([*_points(64), MetricPoint("x" * 9000, 1.0, 1, "loop")])
        assert _finish(log).wait(20)
        events = _events(db)
        assert max(len(event.payload_json.encode()) for event in events) <= cap_bytes
        metrics = [json.loads(event.payload_json) for event in events if event.type == "metric"]
        assert [p["step"] for one in metrics[:-1] for p in one["points"]] == list(range(64))
        assert metrics[-1]["elided"]
        assert len(db.writer.do(lambda tx: list(metric_rows.series(tx, A, None))).result(20)) == 65


@pytest.mark.req("EA-053")
def test_an_artifact_is_a_row_and_an_event(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        log = _log(db)
        log.record_artifact(Artifact("checkpoint", "/m/a.pt", "save", {"epoch": 3}))
        log.record_artifact(Artifact("file", "/m/\udcff.csv", "write"))
        assert _finish(log).wait(20)
        rows = db.writer.do(partial(artifact_rows.of_run, run_id=A, kind=None)).result(20)
        assert [(r.id, r.kind, r.path, r.node_id, r.meta) for r in rows] == [
            (5, "checkpoint", "/m/a.pt", "save", {"epoch": 3}),
            (6, "file", "/m/\\udcff.csv", "write", {}),
        ]
        assert json.loads(_events(db)[0].payload_json) == {
            "artifact_id": 5,
            "kind": "checkpoint",
            "path": "/m/a.pt",
            "meta": {"epoch": 3},
            "node_id": "save",
        }


@pytest.mark.req("EA-054")
def test_a_warning_is_an_event_of_its_kind(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        log = _log(db)
        log.warn("dropped_signals", {"code": "c", "count": 2})
        log.note("graph_warning", {"code": "d"})
        assert _finish(log).wait(20)
        assert [(e.type, json.loads(e.payload_json)) for e in _events(db)[:2]] == [
            ("run_warning", {"kind": "dropped_signals", "code": "c", "count": 2}),
            ("run_warning", {"kind": "graph_warning", "code": "d"}),
        ]


@pytest.mark.parametrize(("bound", "value"), [("MAX_BEHIND", 50), ("MAX_BEHIND_BYTES", 2000)])
def test_a_run_ahead_of_the_disk_is_held_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warning: ExpectedWarnings, bound: str, value: int
) -> None:
    expect_warning("Another program holds the database")
    monkeypatch.setattr(eventlog, bound, value)
    path = tmp_path / "x.db"
    with opened(path) as db:
        add_run(db, A)
        log = _log(db)
        foreign = sqlite3.connect(path, isolation_level=None)
        foreign.execute("BEGIN IMMEDIATE")
        running = threading.Thread(target=_emit, args=(log, 1000))
        running.start()
        locked = db.writer.do(lambda tx: None, patience_s=0.0)
        assert locked.exception(20) is not None
        held_at = log.last_cursor
        assert held_at <= 300
        assert running.is_alive()
        foreign.execute("ROLLBACK")
        foreign.close()
        running.join()
        assert _finish(log).wait(20)
        assert [json.loads(e.payload_json)["n"] for e in _events(db)[:-1]] == list(range(1000))


def test_a_held_run_is_let_go_when_its_log_is_abandoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eventlog, "MAX_BEHIND", 3)
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        go_on = _held(db.writer)
        log = _log(db)
        running = threading.Thread(target=_emit, args=(log, 1000))
        running.start()
        log.abandon()
        running.join()
        go_on()
        count = len(_events(db))
        assert count <= 4
        assert count == log.last_cursor


def test_a_run_that_is_to_stop_does_not_wait_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eventlog, "MAX_BEHIND", 3)
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        go_on = _held(db.writer)
        log = _log(db)
        running = threading.Thread(target=_emit, args=(log, 1000))
        running.start()
        log.let_go()
        running.join(20)
        assert not running.is_alive()
        log.record_metrics([MetricPoint("loss", 1.0, 1, "n")])
        log.record_artifact(Artifact("checkpoint", "last.pt", "n", {}))
        done = _finish(log)
        assert not done.is_set()
        go_on()
        assert done.wait(20)
        found = _events(db)
        assert [event.cursor for event in found] == list(range(1, len(found) + 1))
        assert [event.type for event in found[-2:]] == ["artifact", "execution_complete"]
        assert len(found) <= 6


def test_a_log_whose_rows_the_database_refuses_stops_without_a_gap(
    tmp_path: Path, expect_warning: ExpectedWarnings
) -> None:
    expect_warning("could not be stored")
    with opened(tmp_path / "x.db") as db:
        log = _log(db)  # its run was never stored: the foreign key refuses the rows
        ended = threading.Event()
        log.begin("t")
        log.finish("execution_complete", None, END, ended.set)
        assert ended.wait(20)
        assert _events(db) == []


def test_each_growth_is_told_after_it_is_durable(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with opened(path) as db:
        add_run(db, A)
        seen: list[tuple[int, int]] = []

        def look(run_id: str) -> None:
            reading = sqlite3.connect(path)
            stored = reading.execute("SELECT max(cursor) FROM exec_run_events").fetchone()[0]
            reading.close()
            seen.append((log.durable_cursor, stored))

        log = _log(db, look)
        log.begin("t")
        log.emit("node_status", {})
        assert _finish(log).wait(20)
        assert seen[-1] == (3, 3)
        assert all(told == stored for told, stored in seen)
