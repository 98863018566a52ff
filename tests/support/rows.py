"""Databases and rows for tests, and pieces of work whose faults tests choose."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.db import event_rows, run_rows
from app.db.database import Database
from app.db.run_rows import NewRun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.aio.clock import Clock
    from app.db.connection import Tx

A, B, C = "a" * 32, "b" * 32, "c" * 32


@contextmanager
def opened(path: Path, clock: Clock | None = None) -> Iterator[Database]:
    """An open database that is closed at the end."""
    db = Database.open(path, clock)
    try:
        yield db
    finally:
        db.close()


def new_run(run_id: str, created_at: str = "2026-01-01T00:00:00.000+00:00", graph: str = '{"nodes":[]}') -> NewRun:
    """A run on the CPU."""
    return NewRun(run_id, None, {"device": "cpu"}, "cpu", created_at, "g", graph)


def add_run(db: Database, run_id: str, created_at: str = "2026-01-01T00:00:00.000+00:00") -> None:
    """Store a queued run, durable on return."""
    db.writer.do(lambda tx: run_rows.insert(tx, new_run(run_id, created_at))).result(20)


def add_events(db: Database, run_id: str, count: int, payload: str = "{}") -> None:
    """Store events 1..count, durable on return."""
    rows = [(run_id, cursor, "node_status", payload, "t") for cursor in range(1, count + 1)]
    db.writer.do(lambda tx: event_rows.append(tx, rows)).result(20)


class Piece:
    """A Work that counts what happens to it. fault: called in each apply, before the row is written."""

    def __init__(self, fault: Callable[[Tx, int], None] | None = None, deadline_s: float | None = None) -> None:
        self.deadline_s = deadline_s
        self.tries = 0
        self.error: Exception | None = None
        self.settled = threading.Event()
        self._fault = fault

    def apply(self, tx: Tx) -> None:
        """See Work."""
        self.tries += 1
        if self._fault is not None:
            self._fault(tx, self.tries)
        tx.execute("INSERT INTO queue_state (key, value) VALUES (?, ?)", (f"piece-{id(self)}", str(self.tries)))

    def committed(self) -> None:
        """See Work."""
        self.settled.set()

    def failed(self, error: Exception) -> None:
        """See Work."""
        self.error = error
        self.settled.set()
