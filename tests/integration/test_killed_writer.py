"""A process that is killed while it logs: what it was told is durable is there, and the log is a gapless prefix."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.db.database import Database
from app.runs.recovery import Recovery
from tests.support.rows import A

if TYPE_CHECKING:
    from pathlib import Path

_LOGGING = """
import itertools, pathlib, sys
from app.aio.clock import SystemClock
from app.db.database import Database
from app.engine.sinks import MetricPoint
from app.runs.eventlog import RunLog
from tests.support.rows import A, add_run
db = Database.open(pathlib.Path(sys.argv[1]))
add_run(db, A)
log = RunLog(A, db.writer, SystemClock(), cap_bytes=1000, artifact_ids=itertools.count(1),
             on_grown=lambda run_id: print(log.durable_cursor, flush=True))
log.begin("t")
for n in itertools.count():
    log.emit("node_status", {"n": n})
    log.record_metrics([MetricPoint("loss", float(n), n, "loop")])
"""


@pytest.mark.parametrize("seed", range(5))
async def test_what_was_told_survives(repo: Path, tmp_path: Path, seed: int) -> None:
    path = tmp_path / "x.db"
    child = subprocess.Popen(  # noqa: ASYNC220 # a line at a time, and nothing else runs on this loop
        [sys.executable, "-c", _LOGGING, str(path)], cwd=repo, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    told = 0
    for _ in range(random.Random(seed).randint(1, 40)):
        told = int(child.stdout.readline())
    os.kill(child.pid, signal.SIGKILL)
    child.communicate()
    db = Database.open(path)
    await Recovery(db, keep_queue=True, now_iso="now").recover()
    db.close()
    reading = sqlite3.connect(path)
    cursors = [cells[0] for cells in reading.execute("SELECT cursor FROM exec_run_events ORDER BY cursor")]
    types = [cells[0] for cells in reading.execute("SELECT type FROM exec_run_events ORDER BY cursor")]
    points = [cells[0] for cells in reading.execute("SELECT step FROM exec_run_metrics ORDER BY rowid")]
    shown = reading.execute(
        "SELECT p.value ->> 'step' FROM exec_run_events AS e, json_each(e.payload, '$.points') AS p "
        "WHERE e.type = 'metric' ORDER BY e.cursor, p.key"
    ).fetchall()
    row = reading.execute("SELECT status, last_cursor FROM exec_runs WHERE id = ?", (A,)).fetchone()
    assert reading.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    reading.close()
    assert len(cursors) > told
    assert cursors == list(range(1, len(cursors) + 1))
    assert (types[0], types[-1], row) == ("execution_start", "execution_stopped", ("interrupted", len(cursors)))
    assert points == [cells[0] for cells in shown] == list(range(len(points)))
