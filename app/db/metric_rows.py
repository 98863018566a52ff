"""Metric points on disk: written in batches, read by series."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.db.connection import Tx

MetricCells = tuple[str, str, str, int, float | None, str]
"""(run_id, node_id, name, step, value, ts) as stored."""


PointCells = tuple[str, str, int, float | None, str, int]
"""(node_id, name, step, value, ts, rowid) as read."""

Place = tuple[str, int, int]
"""(name, step, rowid) of a point in the order of `series`."""


def append(tx: Tx, rows: Sequence[MetricCells]) -> None:
    """Append points."""
    tx.insert("exec_run_metrics (run_id, node_id, name, step, value, ts)", rows)


def names(tx: Tx, run_id: str) -> list[str]:
    """Every series of a run, in name order; one step down the index for each, however many points there are."""
    rows = tx.execute(
        "WITH RECURSIVE found (name) AS (SELECT min(name) FROM exec_run_metrics WHERE run_id = ?1 "
        "UNION ALL SELECT (SELECT min(name) FROM exec_run_metrics WHERE run_id = ?1 AND name > found.name) "
        "FROM found WHERE found.name IS NOT NULL) SELECT name FROM found WHERE name IS NOT NULL",
        (run_id,),
    )
    return [cells[0] for cells in rows]


def series(tx: Tx, run_id: str, name: str | None, after: Place | None = None) -> Iterator[PointCells]:
    """Points of one series or of all, ordered by name, step, and order of arrival; those beyond `after`."""
    only = "" if name is None else "AND name = ? "
    beyond = "" if after is None else "AND (name, step, rowid) > (?, ?, ?) "
    params = (run_id, *(() if name is None else (name,)), *(after or ()))
    yield from tx.execute(
        f"SELECT node_id, name, step, value, ts, rowid FROM exec_run_metrics WHERE run_id = ? {only}{beyond}"
        "ORDER BY name, step, rowid",
        params,
    )
