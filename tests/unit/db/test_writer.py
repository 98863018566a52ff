"""Groups, order, isolation and faults of the one writer."""

from __future__ import annotations

import sqlite3
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import Unavailable
from app.db.writer import BACKLOG, Writer
from tests.support.rows import A, Piece, add_events, add_run, opened

if TYPE_CHECKING:
    from pathlib import Path

    from app.db.connection import Tx
    from tests.conftest import ExpectedWarnings


def _fail() -> None:
    raise ZeroDivisionError


def _count(db: Any) -> int:
    return int(db.writer.do(lambda tx: tx.execute("SELECT count(*) FROM queue_state").fetchone()[0]).result(20))


class _Held:
    """Keeps the writer inside one transaction until released, so that what is put meanwhile becomes one group."""

    def __init__(self, db: Any) -> None:
        self._inside, self._go = threading.Event(), threading.Event()
        self.future = db.writer.do(self._wait)
        assert self._inside.wait(20)

    def _wait(self, tx: Tx) -> None:
        self._inside.set()
        assert self._go.wait(20)

    def release(self) -> None:
        self._go.set()
        self.future.result(20)


def _commits(db: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    sizes: list[int] = []
    real = db.writer._commit

    def counting(group: Any) -> Any:
        sizes.append(len(group))
        return real(group)

    monkeypatch.setattr(db.writer, "_commit", counting)
    return sizes


def test_what_waits_is_committed_together_and_urgent_work_takes_it_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "x.db") as db:
        sizes = _commits(db, monkeypatch)
        held = _Held(db)
        pieces = [Piece() for _ in range(5)]
        for piece in pieces:
            db.writer.put(piece)
        last = db.writer.do(lambda tx: tx.execute("SELECT count(*) FROM queue_state").fetchone()[0])
        held.release()
        assert last.result(20) == 5
        assert all(piece.settled.is_set() and piece.error is None for piece in pieces)
        assert sizes == [1, 6]


def test_work_that_is_not_urgent_is_committed_without_help(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        piece = Piece()
        db.writer.put(piece)
        assert piece.settled.wait(20)
        assert _count(db) == 1


def test_a_piece_that_breaks_is_undone_alone(tmp_path: Path) -> None:
    def breaks(tx: Tx, tries: int) -> None:
        tx.execute("INSERT INTO queue_state (key, value) VALUES ('half', 'done')")
        raise ValueError("mine")

    with opened(tmp_path / "x.db") as db:
        held = _Held(db)
        before, broken, after = Piece(), Piece(breaks), Piece()
        twice = db.writer.do(lambda tx: tx.execute("INSERT INTO schema_version (id, version) VALUES (1, 7)"))
        for piece in (before, broken, after):
            db.writer.put(piece, urgent=True)
        held.release()
        assert all(piece.settled.wait(20) for piece in (before, broken, after))
        assert (before.error, after.error) == (None, None)
        assert isinstance(broken.error, ValueError)
        with pytest.raises(Unavailable) as refused:
            twice.result(20)
        assert refused.value.reason.code == "database_broken"
        assert _count(db) == 2


def test_a_transaction_holds_the_write_lock_from_its_first_read(tmp_path: Path) -> None:
    """A deferred one could be overtaken between its read and its write, and would fail at once."""
    path = tmp_path / "x.db"
    with opened(path) as db:

        def read_then_write(tx: Tx) -> None:
            tx.execute("SELECT count(*) FROM queue_state").fetchone()
            foreign = sqlite3.connect(path, timeout=0)
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                foreign.execute("INSERT INTO queue_state (key, value) VALUES ('foreign', 'v')")
            foreign.close()
            tx.execute("INSERT INTO queue_state (key, value) VALUES ('ours', 'v')")

        db.writer.do(read_then_write).result(20)
        assert _count(db) == 1


def test_answers_come_after_the_commit(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with opened(path) as db:
        seen: list[int] = []
        add_run(db, A)
        future = db.writer.do(lambda tx: tx.execute("INSERT INTO queue_state (key, value) VALUES ('k', 'v')"))

        def look(_: Any) -> None:
            other = sqlite3.connect(path)
            seen.append(other.execute("SELECT count(*) FROM queue_state").fetchone()[0])
            other.close()

        future.add_done_callback(look)
        future.result(20)
        db.writer.do(lambda tx: None).result(20)
        assert seen == [1]


def test_a_full_disk_is_waited_out_and_nothing_is_lost(tmp_path: Path, expect_warning: ExpectedWarnings) -> None:
    expect_warning("disk is full")

    def full_at_first(tx: Tx, tries: int) -> None:
        pages = tx.execute("PRAGMA page_count").fetchone()[0]
        tx.execute(f"PRAGMA max_page_count = {pages if tries < 3 else 2**30}")
        tx.execute("INSERT INTO queue_state (key, value) VALUES ('big', ?)", ("x" * 100_000,))

    with opened(tmp_path / "x.db") as db:
        held = _Held(db)
        beside, full = Piece(), Piece(full_at_first)
        db.writer.put(beside)
        db.writer.put(full, urgent=True)
        held.release()
        assert full.settled.wait(20)
        assert (full.error, full.tries, beside.error, beside.tries) == (None, 3, None, 3)
        assert _count(db) == 3
        assert db.writer.trouble is None


def test_a_caller_without_patience_is_told_and_the_log_goes_on_waiting(
    tmp_path: Path, expect_warning: ExpectedWarnings
) -> None:
    expect_warning("Another program holds the database")
    path = tmp_path / "x.db"
    with opened(path) as db:
        foreign = sqlite3.connect(path, isolation_level=None)
        foreign.execute("BEGIN IMMEDIATE")
        patient = Piece()
        db.writer.put(patient)
        call = db.writer.do(lambda tx: None, patience_s=0.0)
        with pytest.raises(Unavailable) as refused:
            call.result(20)
        assert refused.value.reason.code == "database_locked"
        assert db.writer.trouble is not None
        assert not patient.settled.is_set()
        foreign.execute("ROLLBACK")
        foreign.close()
        assert patient.settled.wait(20)
        assert patient.error is None
        assert _count(db) == 1


def test_a_file_that_may_not_be_written_fails_callers_at_once_and_holds_logs(
    tmp_path: Path, expect_warning: ExpectedWarnings
) -> None:
    expect_warning("may not be written")

    def read_only_at_first(tx: Tx, tries: int) -> None:
        if tries < 3:
            error = sqlite3.OperationalError("attempt to write a readonly database")
            error.sqlite_errorcode = sqlite3.SQLITE_READONLY
            raise error

    with opened(tmp_path / "x.db") as db:
        held = _Held(db)
        patient = Piece(read_only_at_first)
        db.writer.put(patient)
        call = db.writer.do(lambda tx: None)
        held.release()
        with pytest.raises(Unavailable) as refused:
            call.result(20)
        assert refused.value.reason.code == "database_readonly"
        assert patient.settled.wait(20)
        assert (patient.error, patient.tries) == (None, 3)


def test_listeners_that_break_do_not_take_the_writer_along(tmp_path: Path, expect_warning: ExpectedWarnings) -> None:
    expect_warning("broke when it was told")
    expect_warning("a timer of the database broke")

    class Rude(Piece):
        def committed(self) -> None:
            raise RuntimeError("loop is closed")

        def failed(self, error: Exception) -> None:
            raise RuntimeError("loop is closed")

    def breaks(tx: Tx, tries: int) -> None:
        raise ValueError("mine")

    with opened(tmp_path / "x.db") as db:
        db.writer.later(0.0, _fail)
        db.writer.put(Rude())
        db.writer.put(Rude(breaks))
        assert _count(db) == 1


def test_stop_writes_what_waits_and_then_refuses(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with opened(path) as db:
        pieces = [Piece() for _ in range(100)]
        for piece in pieces:
            db.writer.put(piece)
        db.close()
        assert all(piece.settled.is_set() and piece.error is None for piece in pieces)
        with pytest.raises(Unavailable) as refused:
            db.writer.put(Piece())
        assert refused.value.reason.code == "database_closed"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["x.db"]


def test_the_backlog_is_bounded(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        held = _Held(db)
        for _ in range(BACKLOG):
            db.writer.put(Piece())
        with pytest.raises(Unavailable) as refused:
            db.writer.do(lambda tx: None)
        assert refused.value.reason.to_json()["params"] == {"waiting": BACKLOG}
        db.writer.put(Piece())  # a run log is never turned away
        held.release()


def test_timers_are_called_in_order_outside_transactions(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        called: list[str] = []
        done = threading.Event()

        def second() -> None:
            called.append("second")
            assert not db.writer._connection.in_transaction
            done.set()

        db.writer.later(0.03, second)
        db.writer.later(0.0, lambda: called.append("first"))
        assert done.wait(20)
        assert called == ["first", "second"]


def test_an_idle_writer_folds_the_log_in(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        add_events(db, A, 1000, '{"x":"' + "y" * 200 + '"}')
        assert db.writer._checkpoints.wal_bytes() > 200_000
        idle = threading.Event()
        real = db.writer._checkpoints.on_idle

        def watched() -> None:
            real()
            if db.writer._checkpoints.wal_bytes() == 0:
                idle.set()

        db.writer._checkpoints.on_idle = watched  # type: ignore[method-assign] # the named event of this wait
        assert idle.wait(20)


def test_two_writers_are_two_threads_and_neither_is_locked_out(tmp_path: Path) -> None:
    """A second writer on one file is a bug elsewhere, but must wait and not fail."""
    with opened(tmp_path / "x.db") as one, opened(tmp_path / "x.db") as two:

        def insert(tx: Tx, key: str) -> None:
            tx.execute("INSERT INTO queue_state VALUES (?, 'v')", (key,))

        futures = [db.writer.do(partial(insert, key=f"{n}-{id(db)}")) for n in range(200) for db in (one, two)]
        for future in futures:
            future.result(20)
        assert _count(one) == 400


def test_a_writer_that_cannot_open_leaves_no_thread(tmp_path: Path) -> None:
    from app.aio.clock import SystemClock

    writer = Writer(tmp_path / "missing" / "x.db", SystemClock())
    with pytest.raises(Unavailable):
        writer.start()
    assert not writer._thread.is_alive()
