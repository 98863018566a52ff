"""Read-only connections in a few threads; each call sees one snapshot and lets go of it at once."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, TypeVar

from app.aio.threads import LaneFull, ThreadLane
from app.core.vocab.errors import Unavailable
from app.db.connection import Tx, explain, open_readonly

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")

LANES = 3
WAITING = 4096


class _Lane:
    def __init__(self, path: Path, number: int) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self.thread = ThreadLane(f"db-reader-{number}", capacity=WAITING, closing=self._close)

    def snapshot(self, read: Callable[[Tx], T]) -> T:
        if self._connection is None:
            self._connection = open_readonly(self._path)
        connection = self._connection
        connection.execute("BEGIN")
        try:
            return read(Tx(connection))
        finally:
            if connection.in_transaction:
                connection.execute("COMMIT")

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class Reader:
    """A pool of reading lanes. `run` is called on the loop; the reads themselves never block it, nor the writer."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lanes = [_Lane(path, number) for number in range(LANES)]

    async def run(self, read: Callable[[Tx], T]) -> T:
        """Call `read` in a snapshot. Raises: Unavailable with what is wrong, and whatever `read` raises."""
        lane = min(self._lanes, key=lambda one: one.thread.depth)
        try:
            return await lane.thread.run(lambda: lane.snapshot(read))
        except sqlite3.Error as error:
            raise explain(error, self._path) from error
        except LaneFull as error:
            raise Unavailable.of("database_busy", waiting=WAITING) from error

    def stop(self) -> None:
        """Finish what waits and close every connection."""
        for lane in self._lanes:
            lane.thread.stop()
