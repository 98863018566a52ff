"""Deletes runs in slices, so that five thousand of them never keep the writer from other work for long."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.db.connection import Tx

SLICE_ROWS = 5000
"""Rows that one transaction deletes at most, some tens of milliseconds of work."""

_CHILDREN = ("exec_run_events", "exec_run_metrics", "exec_run_artifacts")


def slice_of(tx: Tx, run_ids: Sequence[str], rows: int = SLICE_ROWS) -> list[str]:
    """Delete up to about `rows` rows of ended runs, in this order; answers the runs that are not gone yet.

    A run's own row goes last, so a crash in between leaves a run that can be deleted again.
    """
    for place, run_id in enumerate(run_ids):
        for table in _CHILDREN:
            done = tx.execute(
                f"DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} WHERE run_id = ? LIMIT ?)",
                (run_id, rows),
            )
            rows -= done.rowcount
            if rows <= 0:
                return list(run_ids[place:])
        tx.execute("DELETE FROM exec_runs WHERE id = ?", (run_id,))
        rows -= 1
    return []
