"""Keeps the WAL file small: a forced checkpoint when it grows past SQLite's own, a truncating one when idle."""

from __future__ import annotations

import logging
import sqlite3
from typing import TYPE_CHECKING

from app.db.connection import BUSY_TIMEOUT_MS

if TYPE_CHECKING:
    from pathlib import Path

    from app.aio.clock import Clock

log = logging.getLogger(__name__)

LARGE_BYTES = 64 * 1024 * 1024
"""From here on each second one checkpoint tries to start the file over."""

WARN_BYTES = 256 * 1024 * 1024
IDLE_S = 1.0
_RETRY_S = 1.0
_PATIENCE_MS = 100
"""How long a forced checkpoint may wait for readers; the writer stands still meanwhile."""


class Checkpoints:
    """Called by the writer's thread alone, always outside a transaction."""

    connection: sqlite3.Connection

    def __init__(self, path: Path, clock: Clock) -> None:
        self._wal = path.with_name(path.name + "-wal")
        self._clock = clock
        self._tried_at_s = float("-inf")
        self._is_dirty = False
        self._warned = False

    def wal_bytes(self) -> int:
        """Size of the WAL file; 0 when there is none."""
        try:
            return self._wal.stat().st_size
        except OSError:
            return 0

    def idle_wait_s(self) -> float | None:
        """How long to wait for work before on_idle() is worth calling; None when there is nothing to fold in."""
        return IDLE_S if self._is_dirty else None

    def after_commit(self) -> None:
        """Force a checkpoint when the file has grown large; at most one try a second."""
        self._is_dirty = True
        size = self.wal_bytes()
        if size < LARGE_BYTES or self._clock.monotonic_s() < self._tried_at_s + _RETRY_S:
            return
        self._truncate()
        size = self.wal_bytes()
        if size >= WARN_BYTES and not self._warned:
            log.warning("the write-ahead log has grown to %d MiB because a reader stays open", size >> 20)
        self._warned = size >= WARN_BYTES

    def on_idle(self) -> None:
        """Fold the file in and cut it to nothing."""
        if self._is_dirty and self._clock.monotonic_s() >= self._tried_at_s + _RETRY_S:
            self._is_dirty = not self._truncate()

    def _truncate(self) -> bool:
        self._tried_at_s = self._clock.monotonic_s()
        try:
            self.connection.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
            busy = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except sqlite3.Error as error:
            # a full disk or a foreign lock: the rows are safe in the WAL, and the next try comes by itself
            log.info("checkpoint put off: %s", error)
            return False
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        return not busy
