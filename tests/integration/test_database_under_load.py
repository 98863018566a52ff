"""The database with many writers, foreign programs, slow readers and a disk that is full."""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
import subprocess
import sys
import threading
from functools import partial
from typing import TYPE_CHECKING

from app.db import event_rows, run_lists, run_removal, run_rows
from app.db.checkpoints import LARGE_BYTES
from app.db.run_lists import ListQuery
from tests.support.rows import A, B, add_events, add_run, new_run, opened

if TYPE_CHECKING:
    from pathlib import Path

    from app.db.connection import Tx
    from tests.conftest import ExpectedWarnings

_FOREIGN = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
db.execute("BEGIN IMMEDIATE")
db.execute("CREATE TABLE foreign_table (x)")
print("locked", flush=True)
sys.stdin.readline()
db.execute("COMMIT")
db.close()
"""

_FULL = """
import json, pathlib, resource, sys, threading
sys.path.insert(0, "")
from app.db.database import Database
from app.db import event_rows, run_rows
from tests.support.rows import A, Piece, add_run
db = Database.open(pathlib.Path(sys.argv[1]))
add_run(db, A)
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, hard))
rows = [(A, n, "node_status", json.dumps({"x": "y" * 1000}), "t") for n in range(1, 2001)]
patient = Piece(lambda tx, tries: event_rows.append(tx, rows))
db.writer.put(patient)
asked = db.writer.do(lambda tx: None, patience_s=0.0)
try:
    asked.result(30)
    told = None
except Exception as error:
    told = error.reason.code
before = patient.settled.is_set()
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
patient.settled.wait(30)
stored = db.writer.do(lambda tx: event_rows.last_cursor(tx, A)).result(30)
db.close()
print(json.dumps({"told": told, "before": before, "error": str(patient.error), "stored": stored}))
"""


def test_eight_threads_of_two_thousand_transactions_meet_no_lock(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        failed: list[BaseException] = []

        def insert(tx: Tx, key: str) -> None:
            # a read before the write: what a deferred transaction could not upgrade
            tx.execute("SELECT count(*) FROM queue_state WHERE key = ?", (key,)).fetchone()
            tx.execute("INSERT INTO queue_state (key, value) VALUES (?, 'v')", (key,))

        def work(number: int) -> None:
            futures = [db.writer.do(partial(insert, key=f"{number}-{n}")) for n in range(2000)]
            failed.extend(error for future in futures if (error := future.exception(60)))

        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
        assert db.writer.do(lambda tx: tx.execute("SELECT count(*) FROM queue_state").fetchone()[0]).result(20) == 16000


def test_a_foreign_write_lock_is_waited_out(tmp_path: Path, expect_warning: ExpectedWarnings) -> None:
    expect_warning("Another program holds the database")
    path = tmp_path / "x.db"
    with opened(path) as db:
        add_run(db, A)
        foreign = subprocess.Popen(
            [sys.executable, "-c", _FOREIGN, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert foreign.stdout is not None
        assert foreign.stdout.readline() == "locked\n"
        held = db.writer.do(partial(event_rows.append, rows=[(A, 1, "t", "{}", "ts")]), patience_s=None)
        told = db.writer.do(lambda tx: None, patience_s=0.0)
        assert told.exception(20) is not None
        assert not held.done()
        foreign.communicate("go\n", timeout=20)
        held.result(20)
        assert db.writer.do(partial(event_rows.last_cursor, run_id=A)).result(20) == 1


def test_a_disk_that_is_full_for_a_while_loses_nothing(repo: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FULL, str(tmp_path / "x.db")], cwd=repo, capture_output=True, text=True, timeout=90
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"told": "database_io", "before": False, "error": "None", "stored": 2000}


async def test_paging_through_a_log_that_grows_keeps_the_wal_bounded(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    payload = json.dumps({"x": "y" * 500})
    with opened(path) as db:
        add_run(db, A)
        wal = path.with_name("x.db-wal")
        largest = 0
        written = 0

        def append(tx: Tx, first: int) -> None:
            event_rows.append(tx, [(A, n, "node_status", payload, "t") for n in range(first, first + 500)])

        async def write() -> None:
            nonlocal largest, written
            while written < 100_000:
                await db.write(partial(append, first=written + 1))
                written += 500
                largest = max(largest, wal.stat().st_size)

        async def page() -> int:
            cursor = 0
            while cursor < 100_000:
                rows = await db.read(partial(event_rows.after, run_id=A, cursor=cursor, limit=200, cap_bytes=1 << 22))
                assert [row.cursor for row in rows] == list(range(cursor + 1, cursor + 1 + len(rows)))
                cursor += len(rows)
            return cursor

        _, last = await asyncio.gather(write(), page())
        assert last == 100_000
        assert largest < 32 * 1024 * 1024


def test_a_reader_that_stays_open_only_delays_the_fold(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with opened(path) as db:
        add_run(db, A)
        stuck = sqlite3.connect(path, isolation_level=None)
        stuck.execute("BEGIN")
        assert stuck.execute("SELECT count(*) FROM exec_run_events").fetchone() == (0,)
        payload = json.dumps({"x": "y" * 3000})
        for first in range(1, 24_001, 2000):
            rows = [(A, n, "node_status", payload, "t") for n in range(first, first + 2000)]
            db.writer.do(partial(event_rows.append, rows=rows)).result(60)
        assert path.with_name("x.db-wal").stat().st_size > LARGE_BYTES
        stuck.execute("COMMIT")
        stuck.close()
    assert not path.with_name("x.db-wal").exists()
    assert path.stat().st_size > 70_000_000


def _scan(tx: Tx) -> None:
    """The peer of the lists: SQLite alone looks once at every row."""
    tx.execute("SELECT count(*) FROM exec_runs WHERE keep = 1").fetchone()


async def test_ten_thousand_runs_are_listed_in_good_time(tmp_path: Path) -> None:
    graph = json.dumps({"nodes": [{"id": str(n), "type": "Print", "data": {"params": {}}} for n in range(200)]})
    with opened(tmp_path / "x.db") as db:

        def fill(tx: Tx) -> None:
            for n in range(10_000):
                run_id = f"{n:032x}"
                run_rows.insert(tx, new_run(run_id, f"2026-01-01T00:{n // 60 % 60:02}:{n % 60:02}", graph))
            tx.execute("UPDATE exec_runs SET status = 'succeeded', name = 'night ' || id WHERE rowid % 3 = 0")
            tx.execute("UPDATE exec_runs SET tags = '[\"good\"]' WHERE rowid % 100 = 0")

        db.writer.do(fill, patience_s=None).result(100)
        loop = asyncio.get_running_loop()
        scans: list[float] = []
        spent: dict[str, float] = {}
        for name, query, total in (
            ("all", ListQuery(), 10_000),
            ("status", ListQuery(statuses=("succeeded",), limit=500), 3333),
            ("text", ListQuery(text="NIGHT 0000000000000000000000000000270"), 5),
            ("tag", ListQuery(tag="good"), 100),
            ("grouped", ListQuery(group="graph", sort="metric:loss"), 10_000),
            ("deep", ListQuery(sort="name", offset=9_000, limit=500), 10_000),
        ):
            tries = []
            for _ in range(3):
                begin = loop.time()
                await db.read(_scan)
                scans.append(loop.time() - begin)
                begin = loop.time()
                page = await db.read(partial(run_lists.page, which=query))
                tries.append(loop.time() - begin)
                assert page.total == total
                assert len(page.rows) == min(query.limit, total - query.offset)
            spent[name] = min(tries)
        ratios = {name: round(seconds / min(scans), 1) for name, seconds in spent.items()}
        assert max(ratios.values()) < 15, (ratios, spent)


async def test_deleting_a_run_with_many_rows_lets_others_in_between(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        add_run(db, B)
        add_events(db, A, 20_000)
        slices = 0
        between = 0
        left = [A]
        while left:
            left = await db.write(partial(run_removal.slice_of, run_ids=left, rows=3000))
            slices += 1
            await db.write(partial(event_rows.append, rows=[(B, slices, "t", "{}", "ts")]))
            between = await db.read(partial(event_rows.last_cursor, run_id=A))
            assert (await db.read(partial(run_rows.get, run_id=A)) is None) == (left == [])
        assert (slices, between) == (7, 0)
        assert await db.read(partial(event_rows.last_cursor, run_id=B)) == 7


async def test_five_thousand_runs_are_deleted_while_others_write(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:

        def fill(tx: Tx) -> None:
            for n in range(5000):
                run_id = f"{n:032x}"
                run_rows.insert(tx, new_run(run_id))
                event_rows.append(tx, [(run_id, k, "t", "{}", "ts") for k in range(1, 11)])

        db.writer.do(fill, patience_s=None).result(100)
        add_run(db, B)
        left = [f"{n:032x}" for n in range(5000)]
        shrinking = [len(left)]
        while left:
            deleting = db.write(partial(run_removal.slice_of, run_ids=left))
            beating = db.write(partial(event_rows.append, rows=[(B, len(shrinking), "beat", "{}", "ts")]))
            left, _ = await asyncio.gather(deleting, beating)
            shrinking.append(len(left))
        steps = [before - after for before, after in itertools.pairwise(shrinking)]
        assert max(steps) <= 5000 / 11 + 1
        assert len(steps) >= 11
        assert await db.read(partial(event_rows.last_cursor, run_id=B)) == len(steps)
        assert await db.read(lambda tx: tx.execute("SELECT count(*) FROM exec_run_events").fetchone()[0]) == len(steps)
