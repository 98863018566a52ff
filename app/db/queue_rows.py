"""What the queue remembers over a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.db.connection import Tx


def is_paused(tx: Tx) -> bool:
    """Whether the queue was left paused."""
    cells = tx.execute("SELECT value FROM queue_state WHERE key = 'paused'").fetchone()
    return cells is not None and cells[0] == "1"


def set_paused(tx: Tx, paused: bool) -> None:
    """Remember it."""
    tx.execute("INSERT OR REPLACE INTO queue_state (key, value) VALUES ('paused', ?)", ("1" if paused else "0",))
