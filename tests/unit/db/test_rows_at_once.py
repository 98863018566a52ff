"""Many rows with few statements, and a piece that is alone in its transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.run import RunStatus
from app.db import event_rows, metric_rows, run_rows
from app.db.run_rows import RunEnd
from tests.support.rows import A, B, add_events, add_run, new_run, opened

if TYPE_CHECKING:
    from pathlib import Path

    from app.db.connection import Tx


def _events(count: int) -> list[event_rows.EventCells]:
    return [(A, cursor, "node_status", f'{{"n":{cursor}}}', "t") for cursor in range(1, count + 1)]


@pytest.mark.parametrize("count", [0, 1, 3, 4, 15, 16, 17, 127, 128, 129, 300])
def test_every_row_is_stored_once_whatever_their_number(tmp_path: Path, count: int) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        db.writer.do(lambda tx: event_rows.append(tx, _events(count))).result(20)
        points: list[metric_rows.MetricCells] = [(A, "n", "loss", step, step / 2, "t") for step in range(count)]
        db.writer.do(lambda tx: metric_rows.append(tx, points)).result(20)
        stored = db.writer.do(lambda tx: event_rows.after(tx, A, 0, 1000, 10**9)).result(20)
        assert [(row.cursor, row.payload_json) for row in stored] == [(c[1], c[3]) for c in _events(count)]
        sql = "SELECT run_id, node_id, name, step, value, ts FROM exec_run_metrics ORDER BY rowid"
        assert db.writer.do(lambda tx: tx.execute(sql).fetchall()).result(20) == points


def test_three_hundred_rows_are_not_three_hundred_statements(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        said: list[str] = []

        def traced(tx: Tx) -> None:
            tx.connection.set_trace_callback(said.append)
            event_rows.append(tx, _events(300))
            tx.connection.set_trace_callback(None)

        db.writer.do(traced).result(20)
        assert len(said) == 7  # 128, 128, 16, 16, 4, 4, 4


def test_a_cursor_that_is_taken_undoes_all_rows_of_the_piece(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        add_events(db, A, 200)

        def clashing(tx: Tx) -> None:
            run_rows.insert(tx, new_run(B))
            event_rows.append(tx, [(A, cursor, "t", "{}", "t") for cursor in range(150, 400)])

        with pytest.raises(Exception, match="UNIQUE"):
            db.writer.do(clashing).result(20)
        assert db.writer.do(lambda tx: event_rows.last_cursor(tx, A)).result(20) == 200
        assert db.writer.do(lambda tx: run_rows.status_of(tx, B)).result(20) is None


def test_a_piece_that_breaks_alone_is_undone_and_the_next_is_written(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:

        def broken(tx: Tx) -> None:
            run_rows.insert(tx, new_run(A))
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            db.writer.do(broken).result(20)
        add_run(db, B)
        found = db.writer.do(lambda tx: (run_rows.status_of(tx, A), run_rows.status_of(tx, B))).result(20)
        assert found == (None, RunStatus.QUEUED)


def test_a_run_s_row_is_what_was_written_at_its_three_moments(tmp_path: Path) -> None:
    end = RunEnd(RunStatus.FAILED, "later", {"code": "c"}, {"error_reason": "user_error"}, ({"device": "cpu"},))

    def live(tx: Tx) -> Any:
        run_rows.insert(tx, new_run(A))
        run_rows.mark_started(tx, A, "now")
        running = run_rows.get(tx, A)
        run_rows.mark_ended(tx, A, end, 7, {"loss": 0.5})
        return running, run_rows.get(tx, A), run_rows.graph_json(tx, A)

    with opened(tmp_path / "x.db") as db:
        running, ended, graph = db.writer.do(live).result(20)
    assert (running.row.status, running.row.started_at, running.row.finished_at) == (RunStatus.RUNNING, "now", None)
    assert (ended.row.status, ended.row.finished_at, ended.row.error) == (RunStatus.FAILED, "later", {"code": "c"})
    assert (ended.row.execution_facts, ended.row.peak_memory) == ({"error_reason": "user_error"}, ({"device": "cpu"},))
    assert (ended.row.last_cursor, dict(ended.final_metrics), graph) == (7, {"loss": 0.5}, '{"nodes":[]}')
