"""Twenty runs that report 200 metrics a second each for a minute, and a reader that never catches up while they do."""

from __future__ import annotations

import sqlite3
import sys
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.chaos_graphs import flood
from tests.support.chaos_nodes import value_at
from tests.support.warm_servers import Server, Warm, killed_at_the_end

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(300)]

RUNS = 20
RATE = 200.0
POINTS = 12_000
WAL_LIMIT_BYTES = 32 * 1024 * 1024
_PACE_S = 0.1
_LOOKS_A_PAGE = 10


class SlowReader:
    """Reads one event a second, of about three that are written meanwhile."""

    def __init__(self, server: Server, run_id: str) -> None:
        self._server = server
        self._run_id = run_id
        self.cursor = 0
        self.steps: list[int] = []
        self.is_over = False

    def read(self, limit: int) -> int:
        """One page; how many events it had."""
        query = f"cursor={self.cursor}&wait=0&limit={limit}"
        page = self._server.get(f"/api/runs/{self._run_id}/events?{query}")
        for event in page["events"]:
            self.cursor += 1
            assert event["cursor"] == self.cursor
            if event["type"] == "metric":
                self.steps += [point["step"] for point in event["payload"]["points"]]
        self.is_over = not page["active"] and not page["events"]
        return len(page["events"])


def stored(home: Path) -> tuple[dict[str, tuple[int, int]], dict[str, list[tuple[int, float]]]]:
    """(run -> (events, last cursor), run -> its points in the order in which they were stored)."""
    with closing(sqlite3.connect(f"file:{home / 'codefyui.db'}?mode=ro", uri=True)) as db:
        logs = db.execute("SELECT run_id, count(*), max(cursor) FROM exec_run_events GROUP BY run_id").fetchall()
        points: dict[str, list[tuple[int, float]]] = {}
        for run_id, step, value in db.execute("SELECT run_id, step, value FROM exec_run_metrics ORDER BY rowid"):
            points.setdefault(run_id, []).append((step, value))
    return {run_id: (count, last) for run_id, count, last in logs}, points


def test_no_row_is_lost_and_the_wal_stays_small(warm: Warm, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with killed_at_the_end(warm.start(home, settings={"CODEFYUI_RUN_QUEUE_MAX_CONCURRENT_CPU": str(RUNS)})) as server:
        body: dict[str, Any] = {"graph": flood(POINTS, RATE), "options": {"device": "cpu"}}
        ids = [server.post("/api/runs", body)["run_id"] for _ in range(RUNS)]
        reader, wal = SlowReader(server, ids[0]), home / "codefyui.db-wal"
        largest = looks = 0
        while server.get("/api/queue")["running"]:
            looks += 1
            if looks % _LOOKS_A_PAGE == 0:
                reader.read(1)
            largest = max(largest, wal.stat().st_size)
            threading.Event().wait(_PACE_S)  # the pace of sampling, and what makes the reader slow
        rows = server.get("/api/runs?limit=500")["runs"]
        assert {row["status"] for row in rows} <= {"succeeded", "running"}
        last = rows[[row["id"] for row in rows].index(ids[0])]["last_cursor"]
        behind = last - reader.cursor
        assert behind > last / 2
        while not reader.is_over:
            reader.read(500)
        server.signal()
        assert server.ended() == 0
    logs, points = stored(home)
    expected = [(step, value_at(step)) for step in range(POINTS)]
    assert {run_id: points[run_id] == expected for run_id in ids} == dict.fromkeys(ids, True)
    assert [logs[run_id][0] - logs[run_id][1] for run_id in ids] == [0] * RUNS
    assert reader.steps == list(range(POINTS))
    assert reader.cursor == logs[ids[0]][1]
    assert largest < WAL_LIMIT_BYTES
    assert "locked" not in (home / "logs" / "server.log").read_text()
    assert "locked" not in server.said.read_text()
    size = (home / "codefyui.db").stat().st_size
    line = f"\n[load] {RUNS * POINTS} points, {size >> 20} MiB; WAL at most {largest >> 10} KiB; reader {behind} behind"
    print(line, file=sys.__stdout__)
