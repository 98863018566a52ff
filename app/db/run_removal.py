"""Deletes runs in slices, so that five thousand of them never keep the writer from other work for long."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.db.connection import Tx

SLICE_ROWS = 5000
"""Rows that one transaction deletes at most, some tens of milliseconds of work."""

_CHILDREN = ("exec_run_events", "exec_run_metrics", "exec_run_artifacts")


_MARK = "removing:"
"""Begins the keys of queue_state that name runs whose removal has begun."""


def mark(tx: Tx, keep_interrupted: Mapping[str, bool]) -> None:
    """Remember runs before anything of them goes; run id -> whether its interrupt checkpoint is to stay."""
    rows = [(_MARK + run_id, str(int(keeps))) for run_id, keeps in keep_interrupted.items()]
    tx.executemany("INSERT OR REPLACE INTO queue_state (key, value) VALUES (?, ?)", rows)


def marked(tx: Tx) -> dict[str, bool]:
    """The runs of `mark` that are not gone yet: an earlier start died over them."""
    rows = tx.execute("SELECT key, value FROM queue_state WHERE key GLOB ? ORDER BY key", (_MARK + "*",))
    return {key[len(_MARK) :]: value == "1" for key, value in rows}


def slice_of(tx: Tx, run_ids: Sequence[str], rows: int = SLICE_ROWS) -> list[str]:
    """Delete up to about `rows` rows of ended runs, in this order; answers the runs that are not gone yet.

    A run's own row goes last, its mark with it: a crash in between leaves a run that is marked.
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
        tx.execute("DELETE FROM queue_state WHERE key = ?", (_MARK + run_id,))
        rows -= 1
    return []
