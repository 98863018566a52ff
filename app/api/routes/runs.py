"""Runs: submit, list, look at, change, delete, cancel, requeue."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from app.api.answers import raw
from app.api.declare import Call, Model, Open, Table
from app.core.vocab import jsonpieces
from app.core.vocab.reason import WORDS, Reason
from app.runs.views import RunFilter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aiohttp import web

    from app.runs.views import RunPage, RunView

table = Table("runs")

NOT_READY = ("torch_missing", "python_not_found", "python_too_old", "python_without_torch", "python_probe_failed")
"""Why nothing can execute on this machine; see docs/interpreter.md."""

RUN_IDS = 1000
"""Most runs that one call may name."""

ON_LOOP = 50
"""Rows of a list that are put into words beside everything else; more of them in a thread."""

MAX_OPTIONS = 100
"""Keys that options may have before anybody looks at them; there are far fewer."""

OPTIONS = (
    "bad_device",
    "bad_name",
    "bad_tags",
    "bad_option",
    "bad_seed",
    "options_not_object",
    "target_unavailable",
    "unknown_option",
)
"""Codes of options that cannot be."""

LIST_CODES = ("unknown_sort", "unknown_status")
"""Codes of lists that cannot be."""

_DELETING = ("run_not_found", "run_active")

Text = Annotated[str, StringConstraints(max_length=256)]
RunIds = Annotated[list[Text], Field(min_length=1, max_length=RUN_IDS)]


def _few(options: Any) -> Any:
    """Refuse before every key is looked at."""
    if isinstance(options, dict) and len(options) > MAX_OPTIONS:
        raise ValueError(f"{len(options)} keys")
    return options


Tags = Annotated[
    list[Annotated[str, StringConstraints(min_length=1, max_length=64)]], Field(default_factory=list, max_length=32)
]


class Submit(Model):
    """graph: a graph document. options: the closed set of run options; every one may be left out."""

    graph: Any
    options: Annotated[dict[str, Any] | None, BeforeValidator(_few)] = None
    name: str | None = None
    tags: Tags


class Submitted(Model):
    """Given after the run is stored for good."""

    run_id: str
    status: str


class Cancelled(Model):
    """cancelled: whether this call made a difference."""

    run_id: str
    status: str
    cancelled: bool


class Why(Model):
    """A code, its params, and the sentence for people."""

    code: str
    params: dict[str, Any]
    text: str


class Run(Open):
    """A run's row with what is computed from the living queue."""

    id: str
    name: str | None
    options: dict[str, Any]
    status: str
    error: Why | None
    queue_key: str
    created_at: str
    started_at: str | None
    finished_at: str | None
    tags: list[str]
    keep: bool
    graph_name: str
    worker_id: str | None
    queue_position: int | None
    queue_reason: Why | None
    active: bool
    final_metrics: dict[str, float | None]
    execution_facts: dict[str, Any]
    peak_memory: list[dict[str, Any]]
    last_cursor: int


class Facet(Model):
    """A value, and how many runs have it; `local` stands for this machine among workers."""

    value: str
    count: int


class RunList(Model):
    """One page. total: how many runs the filter matches. counts: runs by status, as if no status had been asked for;
    one that no run has is left out. groups: of a grouped list, in its order.
    """

    runs: list[Run]
    total: int
    counts: dict[str, int]
    groups: list[Facet]
    limit: int
    offset: int


class ListQuery(Model):
    """q: part of a name or id. sort: a column, `duration`, or `metric:` with a name; `-` before it for descending.
    since: UTC time of the earliest arrival, as this interface tells times. group: runs of one graph, status or worker
    stand together. closed: groups whose runs are left out of the rows, not of the counts. graph_id: the option of that
    name; with `graph`, runs without it are found by that name.
    """

    status: Annotated[list[Text], Field(default_factory=list, max_length=20)]
    q: Text = ""
    sort: Text = "-created_at"
    worker: Text = ""
    graph: Text = ""
    graph_id: Text = ""
    tag: Text = ""
    since: Annotated[
        str, StringConstraints(max_length=40, pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,15}(Z|\+00:00)?)?$")
    ] = ""
    group: Literal["", "graph", "status", "worker"] = ""
    closed: Annotated[list[Text], Field(default_factory=list, max_length=200)]
    limit: Annotated[int, Field(ge=1, le=500)] = 50
    offset: Annotated[int, Field(ge=0, le=2**53)] = 0


class Change(Model):
    """What may be changed about a run; a key that is left out stays as it is."""

    name: str | None = None
    tags: Tags
    keep: bool = False


class Named(Model):
    """Runs by id."""

    run_ids: RunIds


class Requeued(Model):
    """The new ids, in the order of the old ones."""

    run_ids: list[str]


class Deleted(Open):
    """One run that is gone; files it wrote stay."""

    run_id: str
    deleted: bool


class DeletedMany(Model):
    """Ids that are gone."""

    deleted: list[str]


def why(stored: Mapping[str, Any] | None, lang: str) -> dict[str, Any] | None:
    """A stored reason in the reader's language; one of another version keeps the text it came with."""
    if stored is None:
        return None
    code, params = str(stored.get("code", "")), dict(stored.get("params") or {})
    text = Reason(code, params).text(lang) if code in WORDS else str(stored.get("text", ""))
    return {"code": code, "params": params, "text": text}


def shown(view: RunView, lang: str) -> dict[str, Any]:
    """A run as it leaves. git_*, plugin_pins, sweep_*: null until those parts exist."""
    row = view.row
    return {
        "id": row.id,
        "name": row.name,
        "options": row.options,
        "status": row.status.value,
        "error": why(row.error, lang),
        "queue_key": row.queue_key,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "git_commit": None,
        "git_dirty": None,
        "plugin_pins": {},
        "sweep_id": None,
        "sweep_variant": None,
        "tags": list(row.tags),
        "keep": row.keep,
        "graph_name": row.graph_name,
        "worker_id": row.worker_id,
        "devices": None,
        "worker_status": None,
        "queue_position": view.queue_position,
        "queue_reason": view.queue_reason.to_json(lang) if view.queue_reason else None,
        "active": not row.status.is_final,
        "final_metrics": dict(view.final_metrics),
        "execution_facts": dict(row.execution_facts),
        "peak_memory": [dict(entry) for entry in row.peak_memory],
        "last_cursor": row.last_cursor,
    }


@table.post(
    "/api/runs",
    "Submit a graph as a run",
    body=Submit,
    answer=Submitted,
    errors=("invalid_graph", "secret_out_of_reach", "queue_full", "database_busy", *NOT_READY, *OPTIONS),
)
async def submit(call: Call[Submit, None]) -> dict[str, Any]:
    """Answered after the row is committed: a run id that was given is never lost."""
    body = call.body
    done = await call.services.runs.submit(body.graph, body.options or {}, body.name, tags=body.tags)
    if jsonpieces.is_big(body.graph):
        await asyncio.to_thread(jsonpieces.dismantle, body.graph)
    return {"run_id": done.run_id, "status": done.status.value}


@table.get("/api/runs", "Runs, the newest first", query=ListQuery, answer=RunList, errors=LIST_CODES)
async def list_runs(call: Call[None, ListQuery]) -> dict[str, Any]:
    """One page of what the filter matches."""
    q = call.query
    page = await call.services.runs.list_runs(filter_of(q))
    if len(page.runs) <= ON_LOOP:
        return _listed(page, q, call.lang)
    return await asyncio.to_thread(_listed, page, q, call.lang)


def filter_of(q: ListQuery) -> RunFilter:
    """What was asked for, as the run service takes it."""
    return RunFilter(
        status=tuple(q.status),
        q=q.q,
        sort=q.sort,
        worker=q.worker,
        graph=q.graph,
        graph_id=q.graph_id,
        tag=q.tag,
        since=q.since.removesuffix("Z").removesuffix("+00:00"),
        group=q.group,
        closed=tuple(q.closed),
        limit=q.limit,
        offset=q.offset,
    )


def _listed(page: RunPage, q: ListQuery, lang: str) -> dict[str, Any]:
    runs = [shown(view, lang) for view in page.runs]
    groups = counted(page.groups)
    counts = dict(page.counts)
    return {"runs": runs, "total": page.total, "counts": counts, "groups": groups, "limit": q.limit, "offset": q.offset}


def counted(values: Sequence[tuple[str | None, int]]) -> list[dict[str, Any]]:
    """Facets as they leave."""
    return [{"value": "local" if value is None else value, "count": count} for value, count in values]


@table.post(
    "/api/runs/requeue",
    "Submit the same graphs and options again",
    body=Named,
    answer=Requeued,
    errors=(
        "run_not_found",
        "invalid_graph",
        "secrets_gone",
        "secret_out_of_reach",
        "queue_full",
        "database_busy",
        *NOT_READY,
        *OPTIONS,
    ),
)
async def requeue(call: Call[Named, None]) -> dict[str, Any]:
    """New runs in the order of the ids given."""
    return {"run_ids": await call.services.runs.requeue(call.body.run_ids)}


@table.post("/api/runs/delete", "Delete finished runs; all or none", body=Named, answer=DeletedMany, errors=_DELETING)
async def delete_many(call: Call[Named, None]) -> dict[str, Any]:
    """Refused while one of them is active."""
    return {"deleted": await call.services.runs.delete(call.body.run_ids)}


@table.get("/api/runs/{run_id}", "One run", answer=Run)
async def one_run(call: Call[None, None]) -> dict[str, Any]:
    """The row itself."""
    return shown(await call.services.runs.get(call.path("run_id")), call.lang)


@table.patch("/api/runs/{run_id}", "Change a run's name, tags or keep mark", body=Change, answer=Run,
             errors=("bad_name", "bad_tags", "bad_keep", "unknown_change"))  # fmt: skip
async def change(call: Call[Change, None]) -> dict[str, Any]:
    """Only the keys that were sent are changed."""
    changes = call.body.model_dump(include=call.body.model_fields_set)
    return shown(await call.services.runs.patch(call.path("run_id"), changes), call.lang)


@table.delete("/api/runs/{run_id}", "Delete a finished run", answer=Deleted, errors=_DELETING)
async def delete(call: Call[None, None]) -> dict[str, Any]:
    """Refused while it waits or executes."""
    run_id = call.path("run_id")
    await call.services.runs.delete([run_id])
    return {"run_id": run_id, "deleted": True}


@table.post("/api/runs/{run_id}/cancel", "Take a waiting run out, or ask a running one to stop", answer=Cancelled)
async def cancel(call: Call[None, None]) -> dict[str, Any]:
    """200 also when there was nothing to do."""
    done = await call.services.runs.cancel(call.path("run_id"))
    return {"run_id": done.run_id, "status": done.status.value, "cancelled": done.cancelled}


class StoredGraph(Open):
    """The document that the run was submitted with, secrets blank."""


@table.get("/api/runs/{run_id}/graph", "The graph of a run", answer=StoredGraph)
async def graph_of(call: Call[None, None]) -> web.Response:
    """As it was submitted: strict JSON already, and not parsed again."""
    return raw((await call.services.runs.graph_text(call.path("run_id"))).encode())
