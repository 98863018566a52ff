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

DURATION = "duration"
METRIC = "metric:"
"""What else it may be sorted by: the time a run took, and the last value of a metric, whose name stands behind it."""

GROUPS: dict[str, Any] = {"graph": ExecRun.graph_name, "status": ExecRun.status, "worker": ExecRun.worker_id}
"""What a list may be grouped by."""

MOST_GROUPS = 1000


@dataclass(frozen=True)
class ListQuery:
    """What to list. Empty values filter nothing. worker `local` means runs of this machine.

    graph_id: what runs name as their graph. With `graph` beside it, runs of that name count, too, that name none.

    since: ISO time, UTC, of the earliest arrival. group: one of GROUPS; its runs stand together, then in the order of
    `sort`. closed: groups whose rows are left out, though they are counted; `local` as for worker.
    """

    statuses: Sequence[str] = ()
    text: str = ""
    worker: str = ""
    graph: str = ""
    graph_id: str = ""
    tag: str = ""
    since: str = ""
    group: str = ""
    closed: Sequence[str] = ()
    sort: str = "created_at"
    is_descending: bool = True
    limit: int = 50
    offset: int = 0


@dataclass(frozen=True)
class Page:
    """total: how many match in all. counts: how many of each status match everything but the statuses asked for.

    groups: (value, how many) of all that match, in the order of the list; a run of this machine has no worker.
    """

    rows: list[StoredRun]
    total: int
    counts: dict[str, int]
    groups: list[tuple[str | None, int]]


def page(tx: Tx, which: ListQuery) -> Page:
    """Equal sort values are in order of arrival. A status that no run has is left out of the counts."""
    conditions = [SQL("1"), *_conditions(which)]
    counting = ExecRun.select(ExecRun.status, fn.COUNT(SQL("*"))).where(*conditions).group_by(ExecRun.status)
    counts: dict[str, int] = dict(tx.run(counting).fetchall())
    total = sum(count for status, count in counts.items() if not which.statuses or status in which.statuses)
    if which.statuses:
        conditions.append(ExecRun.status.in_(list(which.statuses)))
    listing = ExecRun.select(*COLUMNS).where(*conditions)
    groups: list[tuple[str | None, int]] = []
    order = _order(which)
    if which.group:
        column = GROUPS[which.group]
        order.insert(0, column.asc())
        grouping = ExecRun.select(column, fn.COUNT(SQL("*"))).where(*conditions).group_by(column).order_by(column)
        groups = tx.run(grouping.limit(MOST_GROUPS)).fetchall()
        if which.closed:
            closed = column.in_(list(which.closed))
            if which.group == "worker":
                closed = fn.IFNULL(column, "local").in_(list(which.closed))
            listing = listing.where(~closed)
    rows = tx.run(listing.order_by(*order).limit(which.limit).offset(which.offset))
    return Page([stored(cells) for cells in rows], total, counts, groups)


def _order(which: ListQuery) -> list[Any]:
    """What has no value comes last, whichever way one sorts by a figure."""
    arrival = SQL('"t1"."rowid"')
    params: tuple[str, ...] = ()
    if which.sort == DURATION:
        value = 'julianday("t1"."finished_at") - julianday("t1"."started_at")'
    elif which.sort.startswith(METRIC):
        value = 'SELECT j.value FROM json_each("t1"."final_metrics") AS j WHERE j.key = ?'
        params = (which.sort.removeprefix(METRIC),)
    else:
        column = getattr(ExecRun, which.sort)
        return [column.desc(), arrival.desc()] if which.is_descending else [column.asc(), arrival.asc()]
    way = "DESC" if which.is_descending else "ASC"
    return [SQL(f"({value}) {way} NULLS LAST", params), arrival.desc()]


@dataclass(frozen=True)
class Facets:
    """What runs can be filtered by: (value, how many runs have it), the most frequent first."""

    graphs: list[tuple[str, int]]
    tags: list[tuple[str, int]]
    workers: list[tuple[str | None, int]]


def facets(tx: Tx, most: int) -> Facets:
    """At most so many of each."""
    counted = "count(*) AS n FROM exec_runs"
    tail = "GROUP BY 1 ORDER BY n DESC, 1 LIMIT ?"
    graphs = tx.execute(f"SELECT graph_name, {counted} WHERE graph_name != '' {tail}", (most,)).fetchall()
    tags = tx.execute(f"SELECT j.value, {counted}, json_each(tags) AS j WHERE tags != '[]' {tail}", (most,)).fetchall()
    workers = tx.execute(f"SELECT worker_id, {counted} {tail}", (most,)).fetchall()
    return Facets(graphs, tags, workers)


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
    if which.graph_id:
        found.append(_of_graph(which.graph_id, which.graph))
    elif which.graph:
        found.append(ExecRun.graph_name == which.graph)
    if which.since:
        found.append(ExecRun.created_at >= which.since)
    if which.tag:
        found.append(SQL('EXISTS (SELECT 1 FROM json_each("t1"."tags") AS j WHERE j.value = ?)', (which.tag,)))
    return found


def _of_graph(graph_id: str, name: str) -> Any:
    named = SQL('json_extract("t1"."options", \'$.graph_id\') = ?', (graph_id,))
    if not name:
        return named
    nameless = SQL('json_extract("t1"."options", \'$.graph_id\') IS NULL')
    return named | ((ExecRun.graph_name == name) & nameless)
