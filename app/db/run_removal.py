"""Deletes runs in slices, so that five thousand of them never keep the writer from other work for long."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.db.connection import Tx

SLICE_ROWS = 5000
"""Rows that one transaction deletes at most, some tens of milliseconds of work."""

_CHILDREN = ("exec_run_events", "exec_run_metrics", "exec_run_artifacts")


def slice_of(tx: Tx, run_id: str, rows: int = SLICE_ROWS) -> bool:
    """Delete up to `rows` rows of an ended run; True when the run itself is gone, False when more is to do.

    The run's own row goes last, so a crash in between leaves a run that can be deleted again.
    """
    left = rows
    for table in _CHILDREN:
        done = tx.execute(
            f"DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} WHERE run_id = ? LIMIT ?)", (run_id, left)
        )
        left -= done.rowcount
        if left <= 0:
            return False
    tx.execute("DELETE FROM exec_runs WHERE id = ?", (run_id,))
    return True
