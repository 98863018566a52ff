"""The event log on disk: appended with cursors given by the run's log, read from a cursor on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.rows import EventRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.db.connection import Tx

_FRAME_BYTES = 96
"""What the other fields of an event take in an answer, about."""

EventCells = tuple[str, int, str, str, str]
"""(run_id, cursor, type, payload, ts) as stored."""


def append(tx: Tx, rows: Sequence[EventCells]) -> None:
    """Append events. Raises: sqlite3.IntegrityError for a cursor that is taken."""
    tx.insert("exec_run_events (run_id, cursor, type, payload, ts)", rows)


def after(tx: Tx, run_id: str, cursor: int, limit: int, cap_bytes: int) -> list[EventRow]:
    """Events after `cursor`, at most `limit` and about `cap_bytes` of payload, but always at least one if any."""
    rows = tx.execute(
        "SELECT cursor, type, payload, ts FROM exec_run_events WHERE run_id = ? AND cursor > ? ORDER BY cursor LIMIT ?",
        (run_id, cursor, limit),
    )
    found: list[EventRow] = []
    size = 0
    for cells in rows:
        payload = cells[2]
        size += (len(payload) if payload.isascii() else len(payload.encode())) + _FRAME_BYTES
        if found and size > cap_bytes:
            break
        found.append(EventRow(*cells))
    return found


def last_cursor(tx: Tx, run_id: str) -> int:
    """Cursor of the newest event; 0 when there is none."""
    cells = tx.execute("SELECT max(cursor) FROM exec_run_events WHERE run_id = ?", (run_id,)).fetchone()
    return int(cells[0] or 0)


def last_type(tx: Tx, run_id: str) -> str | None:
    """Type of the newest event; None when there is none."""
    cells = tx.execute(
        "SELECT type FROM exec_run_events WHERE run_id = ? ORDER BY cursor DESC LIMIT 1", (run_id,)
    ).fetchone()
    return None if cells is None else str(cells[0])
