"""Metric points on disk: written in batches, read by series."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.rows import MetricRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.db.connection import Tx

MetricCells = tuple[str, str, str, int, float | None, str]
"""(run_id, node_id, name, step, value, ts) as stored."""


def append(tx: Tx, rows: Iterable[MetricCells]) -> None:
    """Append points."""
    tx.executemany(
        "INSERT INTO exec_run_metrics (run_id, node_id, name, step, value, ts) VALUES (?, ?, ?, ?, ?, ?)", rows
    )


def names(tx: Tx, run_id: str) -> list[str]:
    """Every series of a run, in name order."""
    rows = tx.execute("SELECT DISTINCT name FROM exec_run_metrics WHERE run_id = ? ORDER BY name", (run_id,))
    return [cells[0] for cells in rows]


def series(tx: Tx, run_id: str, name: str | None) -> Iterator[MetricRow]:
    """Points of one series or of all, ordered by name, step, and order of arrival."""
    only = "" if name is None else "AND name = ? "
    params = (run_id,) if name is None else (run_id, name)
    rows = tx.execute(
        f"SELECT node_id, name, step, value, ts FROM exec_run_metrics WHERE run_id = ? {only}"
        "ORDER BY name, step, rowid",
        params,
    )
    for cells in rows:
        yield MetricRow(*cells)
