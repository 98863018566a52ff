"""Graph files: check, save, load, list, rename, delete, and their earlier revisions."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from pydantic import Field, StringConstraints

from app.aio import collector
from app.api.answers import raw, to_bytes
from app.api.body import loads
from app.api.codes import NAMES, SAVING
from app.api.declare import Call, Model, Open, Table
from app.api.errors import HttpRefusal
from app.api.routes.examples import Document
from app.api.routes.runs import Why  # noqa: TC001 (pydantic reads annotations when it builds a model)
from app.core.graph.jsontext import read_json
from app.core.graph.prepare import prepare_value
from app.core.vocab import jsonpieces
from app.core.vocab.errors import Refused
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from aiohttp import web

    from app.library.graphs import GraphStore

table = Table("graphs")

OPENING = ("graph_not_found", "graph_unreadable", "file_not_read", "path_leaves_folder", *NAMES)
"""Codes of routes that read a saved graph."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=1024)]


EXAMPLE = {
    "name": "a graph",
    "nodes": [
        {"id": "go", "type": "Start", "position": {"x": 0, "y": 0}, "data": {"params": {}}},
        {"id": "t", "type": "TensorCreate", "position": {"x": 0, "y": 0}, "data": {"params": {"shape": "2"}}},
    ],
    "edges": [
        {"id": "e", "source": "go", "target": "t", "sourceHandle": "trigger", "targetHandle": "", "type": "trigger"}
    ],
}
DOCUMENT: dict[str, Any] = {"type": "object", "examples": [EXAMPLE]}
SAVED_AS: dict[str, Any] = {
    **DOCUMENT,
    "properties": {
        "name": {"type": "string"},
        "file": {"type": ["string", "null"]},
        "overwrite": {"type": ["boolean", "null"]},
    },
}


class Issue(Model):
    """One thing that is wrong, and where; node_id and port are null when it is about the whole graph."""

    code: str
    params: dict[str, Any]
    text: str
    node_id: str | None
    port: str | None


class Verdict(Model):
    """errors: the texts of issues, in the same order. warnings never keep a graph from running."""

    valid: bool
    errors: list[str]
    issues: list[Issue]
    warnings: list[Issue]


class Saved(Model):
    """Where the graph lies now, and as which revision."""

    message: str
    path: str
    file: str
    revision: int


class GraphFile(Open):
    """modified: seconds since 1970. unreadable: why a file that was changed by hand cannot be loaded, or null."""

    name: str
    file: str
    modified: float
    revision: int
    unreadable: Why | None


class Revision(Model):
    """The revision that a PUT made, and of which file: several names may lead to one."""

    revision: int
    file: str


class RevisionRow(Open):
    """One kept revision. modified: epoch seconds."""

    revision: int
    modified: float
    size_bytes: int


class Versions(Model):
    """The newest first."""

    versions: list[RevisionRow]


class Rename(Model):
    """Both are names as the list has them."""

    from_: Annotated[Name, Field(alias="from")]
    to: Name


class Renamed(Model):
    """The new name and file."""

    message: str
    name: str
    file: str


class Removed(Model):
    """Files that are gone."""

    message: str
    removed: list[str]


@table.post("/api/graph/validate", "Find everything that is wrong with a graph", body_is_raw=True,
            body_schema={"examples": [EXAMPLE]}, answer=Verdict)  # fmt: skip
async def validate(call: Call[bytes, None]) -> dict[str, Any]:
    """200 also for a document that is no graph; only what is not JSON is a 400."""
    with collector.paused():
        return await asyncio.to_thread(_verdict, call)


def _verdict(call: Call[bytes, None]) -> dict[str, Any]:
    text = read_json(call.body)
    if text.refused is not None:
        raise Refused(text.refused)
    found = prepare_value(text.value, call.services.catalog, call.services.presets())
    jsonpieces.dismantle(text.value)
    listed = [issue.to_json(call.lang) for issue in found.problems]
    return {
        "valid": not listed,
        "errors": [issue["text"] for issue in listed],
        "issues": listed,
        "warnings": [warning.to_json(call.lang) for warning in found.warnings],
    }


@table.post(
    "/api/graph/save",
    "Save a graph under its own name",
    body_is_raw=True,
    body_schema=SAVED_AS,
    answer=Saved,
    errors=("graph_exists", "graph_not_found", "invalid_request", "path_leaves_folder", *SAVING),
)
async def save(call: Call[bytes, None]) -> dict[str, Any]:
    """file: save over that file. overwrite: without a file, false is a 409 where the name is taken; left out, it is one
    where the file there has another name of its own.
    """
    with collector.paused():
        return await asyncio.to_thread(_save, call)


def _save(call: Call[bytes, None]) -> dict[str, Any]:
    document = _object(call.body)
    file, overwrite = document.pop("file", None), document.pop("overwrite", None)
    if not isinstance(file, str | None):
        raise _wrong("body.file")
    name = file if file is not None else document.get("name", "Untitled")
    if not isinstance(name, str) or not isinstance(overwrite, bool | None):
        raise _wrong("body.name" if not isinstance(name, str) else "body.overwrite")
    saved = call.services.graphs.save(
        name.removesuffix(".json"), document, overwrite=overwrite if file is None else True
    )
    return {
        "message": f"saved {saved.name}",
        "path": str(saved.path),
        "file": saved.file,
        "revision": saved.revision,
    }


def _object(data: bytes) -> dict[str, Any]:
    document = loads(data)
    if not isinstance(document, dict):
        raise _wrong("body")
    return document


def _wrong(where: str) -> HttpRefusal:
    return HttpRefusal(422, reason("invalid_request", where=where, fields=[{"path": where, "problem": "type"}]))


@table.get("/api/graph/list", "Saved graphs", answer=GraphFile, answer_is_list=True,
           errors=("file_not_read",))  # fmt: skip
async def all_graphs(call: Call[None, None]) -> list[dict[str, Any]]:
    """By file name."""
    rows = await asyncio.to_thread(call.services.graphs.list)
    return [
        {
            "name": row.name,
            "file": row.file,
            "modified": row.modified,
            "revision": row.revision,
            "unreadable": row.unreadable.to_json(call.lang) if row.unreadable else None,
        }
        for row in rows
    ]


@table.get("/api/graph/load/{name}", "A saved graph", answer=Document, errors=OPENING)
async def load(call: Call[None, None]) -> web.Response:
    """The document as it was saved; its revision is the ETag, for If-Match of the next PUT. Content-Location ends with
    the name of its file, percent-encoded: several names may lead to one.
    """
    name = call.path("name")
    with collector.paused():
        body, revision, file = await asyncio.to_thread(_loaded, call.services.graphs, name)
    response = raw(body)
    response.headers["ETag"] = f'"{revision}"'
    response.headers["Content-Location"] = f"/api/graph/load/{quote(file, safe='')}"
    return response


def _loaded(graphs: GraphStore, name: str) -> tuple[bytes, int, str]:
    saved = graphs.open(name)
    return _spent(saved.document), saved.revision, saved.file


def _spent(document: dict[str, Any]) -> bytes:
    """The text of a document that is not used again, and is taken apart here rather than all at once on the loop."""
    body = to_bytes(document)
    jsonpieces.dismantle(document)
    return body


@table.post("/api/graph/rename", "Give a saved graph another name", body=Rename, answer=Renamed,
            errors=("graph_exists", *OPENING, "path_leaves_folder", *SAVING))  # fmt: skip
async def rename(call: Call[Rename, None]) -> dict[str, Any]:
    """Its revisions go with it."""
    row = await asyncio.to_thread(call.services.graphs.rename, call.body.from_, call.body.to)
    return {"message": f"renamed to {row.name}", "name": row.name, "file": row.file}


@table.put("/api/graph/{name}", "Save a graph unless someone else has meanwhile", body_is_raw=True,
           body_schema=DOCUMENT, answer=Revision, takes=("If-Match", "If-None-Match"),
           errors=("revision_conflict", "revision_unreadable", "graph_exists", "invalid_request", "graph_unreadable",
                   "path_leaves_folder", *SAVING))  # fmt: skip
async def put(call: Call[bytes, None]) -> dict[str, Any]:
    """If-Match: the revision that was loaded. If-None-Match: * makes a new graph only. Without either it is saved as it
    stands.
    """
    with collector.paused():
        return await asyncio.to_thread(_put, call)


def _put(call: Call[bytes, None]) -> dict[str, Any]:
    headers = call.request.headers
    wanted, is_new = _revision(headers.get("If-Match")), headers.get("If-None-Match", "").strip() == "*"
    document = _object(call.body)
    saved = call.services.graphs.save(call.path("name"), document, if_match=wanted, overwrite=not is_new)
    return {"revision": saved.revision, "file": saved.file}


def _revision(header: str | None) -> int | None:
    if header is None or header.strip() == "*":
        return None
    found = re.fullmatch(r'(?:W/)?"?([0-9]{1,15})"?', header.strip(), re.ASCII)
    if found is None:
        raise Refused.of("revision_unreadable")
    return int(found[1])


@table.delete("/api/graph/{name}", "Delete a saved graph", answer=Removed, errors=(*OPENING, *SAVING))
async def delete(call: Call[None, None]) -> dict[str, Any]:
    """Its revisions go with it."""
    removed = await asyncio.to_thread(call.services.graphs.delete, call.path("name"))
    return {"message": f"deleted {call.path('name')}", "removed": list(removed)}


@table.get("/api/graph/{name}/versions", "Kept revisions of a graph", answer=Versions, errors=OPENING)
async def versions(call: Call[None, None]) -> dict[str, Any]:
    """The newest first."""
    rows = await asyncio.to_thread(call.services.graphs.versions, call.path("name"))
    return {"versions": [row.to_json() for row in rows]}


@table.get("/api/graph/{name}/versions/{revision}", "A graph as it was", answer=Document,
           errors=("graph_version_not_found", "revision_unreadable", *OPENING))  # fmt: skip
async def version(call: Call[None, None]) -> web.Response:
    """One kept revision."""
    name, wanted = call.path("name"), _revision(call.path("revision"))
    with collector.paused():
        return raw(await asyncio.to_thread(lambda: _spent(call.services.graphs.version(name, wanted or 0))))
