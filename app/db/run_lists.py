"""Pages of the run list and the candidates of retention: the queries that look over many rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from peewee import SQL, fn

from app.core.vocab.run import RunStatus
from app.db.run_rows import COLUMNS, StoredRun, stored
from app.db.schema import ExecRun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.db.connection import Tx

SORTS = (
    "created_at",
    "started_at",
    "finished_at",
    "name",
    "status",
    "queue_key",
    "graph_name",
    "worker_id",
    "id",
)
"""Columns a list may be sorted by."""


@dataclass(frozen=True)
class ListQuery:
    """What to list. Empty values filter nothing. worker `local` means runs of this machine."""

    statuses: Sequence[str] = ()
    text: str = ""
    worker: str = ""
    graph: str = ""
    tag: str = ""
    sort: str = "created_at"
    is_descending: bool = True
    limit: int = 50
    offset: int = 0


def page(tx: Tx, which: ListQuery) -> tuple[list[StoredRun], int, dict[str, int]]:
    """(rows of the page, how many match in all, how many of each status match everything but the statuses asked for).

    Equal sort values are in order of arrival. A status that no run has is left out of the counts.
    """
    counting = ExecRun.select(ExecRun.status, fn.COUNT(SQL("*"))).group_by(ExecRun.status)
    listing = ExecRun.select(*COLUMNS)
    for condition in _conditions(which):
        counting = counting.where(condition)
        listing = listing.where(condition)
    counts: dict[str, int] = dict(tx.run(counting).fetchall())
    total = sum(count for status, count in counts.items() if not which.statuses or status in which.statuses)
    if which.statuses:
        listing = listing.where(ExecRun.status.in_(list(which.statuses)))
    column = getattr(ExecRun, which.sort)
    arrival = SQL('"t1"."rowid"')
    order = (column.desc(), arrival.desc()) if which.is_descending else (column.asc(), arrival.asc())
    rows = tx.run(listing.order_by(*order).limit(which.limit).offset(which.offset))
    return [stored(cells) for cells in rows], total, counts


def beyond_newest(tx: Tx, keep_last: int, limit: int) -> list[tuple[str, RunStatus]]:
    """Ended runs, not marked `keep`, that came before the newest `keep_last` unmarked ones; the oldest first.

    The order is that of arrival: a wall clock that was set back must not make new runs old.
    """
    rows = tx.execute(
        "SELECT id, status FROM exec_runs WHERE keep = 0 ORDER BY rowid DESC LIMIT -1 OFFSET ?",
        (keep_last,),
    )
    over = [(cells[0], RunStatus(cells[1])) for cells in rows]
    return [(run_id, status) for run_id, status in reversed(over) if status.is_final][:limit]


def _conditions(which: ListQuery) -> list[Any]:
    """All but the statuses, which the counts are made without."""
    found: list[Any] = []
    if which.text:
        found.append(ExecRun.name.contains(which.text) | ExecRun.id.contains(which.text))
    if which.worker:
        found.append(ExecRun.worker_id.is_null() if which.worker == "local" else ExecRun.worker_id == which.worker)
    if which.graph:
        found.append(ExecRun.graph_name == which.graph)
    if which.tag:
        found.append(SQL('EXISTS (SELECT 1 FROM json_each("t1"."tags") AS j WHERE j.value = ?)', (which.tag,)))
    return found
