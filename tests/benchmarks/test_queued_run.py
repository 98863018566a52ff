"""A run of 200 nodes over HTTP, every event durable: from the submit to the moment a client has its terminal event."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
import torch

from tests.support.bench import best_of, report
from tests.support.graphs import chain
from tests.support.warm_servers import Server, killed_at_the_end, warm_servers

if TYPE_CHECKING:
    from pathlib import Path

NODES = 200
TARGET_MS = 0.2 * NODES + 10


def followed(server: Server, body: dict[str, Any]) -> list[dict[str, Any]]:
    """Submit and follow to the end, as a client does."""
    run_id = server.post("/api/runs", body)["run_id"]
    events: list[dict[str, Any]] = []
    while not events or events[-1]["type"] != "execution_complete":
        events += server.get(f"/api/runs/{run_id}/events?cursor={len(events)}&wait=30&limit=2000")["events"]
    return events


def by_hand(path: Path, events: list[dict[str, Any]]) -> float:
    """The same operations in a loop, and the same rows in two durable commits of SQLite's own."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE IF NOT EXISTS log (cursor INTEGER, type TEXT, payload TEXT)")
        rows = [(event["cursor"], event["type"], str(event["payload"])) for event in events]
        begin = time.perf_counter()
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO log VALUES (0, 'run', 'row')")
        db.execute("COMMIT")
        value = torch.ones(2, 2)
        for _ in range(NODES - 1):
            value = torch.softmax(value, 0)
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO log VALUES (?, ?, ?)", rows)
        db.execute("COMMIT")
        return time.perf_counter() - begin


@pytest.mark.bench
def test_a_queued_run_of_200_nodes(tmp_path: Path) -> None:
    body = {"graph": chain(NODES), "options": {"device": "cpu"}}
    with warm_servers() as warm, killed_at_the_end(warm.start(tmp_path / "home")) as server:

        def ours() -> float:
            begin = time.perf_counter()
            events = followed(server, body)
            taken = time.perf_counter() - begin
            assert len(events) == 2 * NODES + 2
            return taken

        events = followed(server, body)
        durable = best_of(15, ours)
        server.signal()
        assert server.ended() == 0
    bare = best_of(15, lambda: by_hand(tmp_path / "peer.db", events))
    report(
        "queued run of 200 nodes",
        durable * 1e3,
        "ms",
        f"<= {TARGET_MS:g}",
        durable / bare,
        "the operations and two commits by hand",
    )
