"""Reads and writes of run rows. Every function takes the open transaction; JSON is packed and unpacked here."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.core.vocab.run import RunStatus
from app.db.rows import RunRow
from app.db.schema import ExecRun

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from app.db.connection import Tx

COLUMNS = (
    ExecRun.id,
    ExecRun.name,
    ExecRun.options,
    ExecRun.status,
    ExecRun.error,
    ExecRun.queue_key,
    ExecRun.created_at,
    ExecRun.started_at,
    ExecRun.finished_at,
    ExecRun.tags,
    ExecRun.keep,
    ExecRun.graph_name,
    ExecRun.worker_id,
    ExecRun.execution_facts,
    ExecRun.peak_memory,
    ExecRun.last_cursor,
    ExecRun.final_metrics,
)
"""What `stored` unpacks, in this order."""


@dataclass(frozen=True)
class StoredRun:
    """A row and the last value of each of its series (None for NaN and infinities)."""

    row: RunRow
    final_metrics: Mapping[str, float | None]


@dataclass(frozen=True)
class NewRun:
    """What is known of a run when it is submitted. graph_json: the snapshot, secrets blanked."""

    id: str
    name: str | None
    options: Mapping[str, Any]
    queue_key: str
    created_at: str
    graph_name: str
    graph_json: str
    tags: Sequence[str] = ()
    execution_facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RunEnd:
    """What is known of a run when it ends. error: {code, params, text} or None."""

    status: RunStatus
    finished_at: str
    error: Mapping[str, Any] | None = None
    execution_facts: Mapping[str, Any] = field(default_factory=dict)
    peak_memory: Sequence[Mapping[str, Any]] = ()


def pack(value: Any) -> str:
    """Strict compact JSON, ASCII only. Raises: ValueError for NaN and infinities."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def stored(cells: Sequence[Any]) -> StoredRun:
    """Unpack a row read as COLUMNS."""
    row = RunRow(
        id=cells[0],
        name=cells[1],
        options=json.loads(cells[2]),
        status=RunStatus(cells[3]),
        error=json.loads(cells[4]) if cells[4] else None,
        queue_key=cells[5],
        created_at=cells[6],
        started_at=cells[7],
        finished_at=cells[8],
        tags=tuple(json.loads(cells[9])),
        keep=bool(cells[10]),
        graph_name=cells[11],
        worker_id=cells[12],
        execution_facts=json.loads(cells[13]),
        peak_memory=tuple(json.loads(cells[14])),
        last_cursor=cells[15],
    )
    return StoredRun(row, json.loads(cells[16]))


def insert(tx: Tx, run: NewRun) -> None:
    """Store a run as queued."""
    cells = {
        "id": run.id,
        "name": run.name,
        "options": pack(dict(run.options)),
        "status": RunStatus.QUEUED.value,
        "queue_key": run.queue_key,
        "created_at": run.created_at,
        "tags": pack(list(run.tags)),
        "keep": 0,
        "graph_name": run.graph_name,
        "execution_facts": pack(dict(run.execution_facts)),
        "peak_memory": "[]",
        "final_metrics": "{}",
        "last_cursor": 0,
        "graph_snapshot": run.graph_json,
    }
    tx.insert(f"exec_runs ({', '.join(cells)})", [tuple(cells.values())])


def insert_again(tx: Tx, run: NewRun, source_id: str) -> bool:
    """Store a run as queued with the graph of an earlier one; False, and nothing stored, when that one is gone."""
    if status_of(tx, source_id) is None:
        return False
    insert(tx, run)
    tx.execute(
        "UPDATE exec_runs SET graph_snapshot = (SELECT graph_snapshot FROM exec_runs WHERE id = ?) WHERE id = ?",
        (source_id, run.id),
    )
    return True


def mark_started(tx: Tx, run_id: str, started_at: str) -> None:
    """queued -> running."""
    sql = "UPDATE exec_runs SET status = ?, started_at = ? WHERE id = ?"
    tx.execute(sql, (RunStatus.RUNNING.value, started_at, run_id))


def mark_ended(
    tx: Tx, run_id: str, end: RunEnd, last_cursor: int, final_metrics: Mapping[str, float | None] | None
) -> None:
    """Any active status -> the final one. final_metrics None: computed from the rows (after a crash)."""
    if final_metrics is None:
        final_metrics = last_values(tx, run_id)
    found = tx.execute("SELECT execution_facts FROM exec_runs WHERE id = ?", (run_id,)).fetchone()
    facts = {**(json.loads(found[0]) if found else {}), **end.execution_facts}
    cells = {
        "status": end.status.value,
        "finished_at": end.finished_at,
        "error": None if end.error is None else pack(dict(end.error)),
        "execution_facts": pack(facts),
        "peak_memory": pack([dict(entry) for entry in end.peak_memory]),
        "final_metrics": pack(dict(final_metrics)),
        "last_cursor": last_cursor,
    }
    changes = ", ".join(f"{column} = ?" for column in cells)
    tx.execute(f"UPDATE exec_runs SET {changes} WHERE id = ?", (*cells.values(), run_id))


def last_values(tx: Tx, run_id: str) -> dict[str, float | None]:
    """The value recorded last of each series, in the order the series began."""
    rows = tx.execute(
        "SELECT m.name, m.value FROM (SELECT min(rowid) AS first, max(rowid) AS last FROM exec_run_metrics "
        "WHERE run_id = ? GROUP BY name) AS series JOIN exec_run_metrics AS m ON m.rowid = series.last "
        "ORDER BY series.first",
        (run_id,),
    )
    return dict(rows)


def get(tx: Tx, run_id: str) -> StoredRun | None:
    """One run, or None."""
    cells = tx.run(ExecRun.select(*COLUMNS).where(ExecRun.id == run_id)).fetchone()
    return None if cells is None else stored(cells)


def get_many(tx: Tx, run_ids: Iterable[str]) -> dict[str, StoredRun]:
    """Those that exist, by id."""
    found = (get(tx, run_id) for run_id in run_ids)
    return {run.row.id: run for run in found if run is not None}


def status_of(tx: Tx, run_id: str) -> RunStatus | None:
    """The status alone, or None for a run that is not there."""
    cells = tx.execute("SELECT status FROM exec_runs WHERE id = ?", (run_id,)).fetchone()
    return None if cells is None else RunStatus(cells[0])


def graph_json(tx: Tx, run_id: str) -> str | None:
    """The stored graph as JSON text, or None for a run that is not there."""
    cells = tx.execute("SELECT graph_snapshot FROM exec_runs WHERE id = ?", (run_id,)).fetchone()
    return None if cells is None else str(cells[0])


def active(tx: Tx) -> list[StoredRun]:
    """Every run that has not ended, in the order in which they arrived, whatever the wall clock said then."""
    names = [status.value for status in RunStatus if not status.is_final]
    marks = ",".join("?" * len(names))
    ids = tx.execute(f"SELECT id FROM exec_runs WHERE status IN ({marks}) ORDER BY rowid", names)
    return list(get_many(tx, [cells[0] for cells in ids]).values())


def patch(tx: Tx, run_id: str, changes: Mapping[str, Any]) -> bool:
    """Change name, tags, keep; False when the run is not there."""
    packed: dict[str, Any] = {}
    if "name" in changes:
        packed["name"] = changes["name"]
    if "tags" in changes:
        packed["tags"] = pack(list(changes["tags"]))
    if "keep" in changes:
        packed["keep"] = int(changes["keep"])
    if not packed:
        return status_of(tx, run_id) is not None
    return _changed(tx.run(ExecRun.update(**packed).where(ExecRun.id == run_id)))


def _changed(cursor: sqlite3.Cursor) -> bool:
    return cursor.rowcount > 0
