"""Files that a run wrote: the list, and the download of those that lie on this machine."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aiohttp import web
from pydantic import StringConstraints

from app.api.declare import Call, Model, Table
from app.api.disposition import attachment
from app.api.errors import HttpRefusal
from app.core.vocab.errors import Conflict, NotFound
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.db.rows import ArtifactRow
    from app.runs.views import ArtifactsPage

table = Table("artifacts")

ON_LOOP = 200
"""Rows that are put into words beside everything else; more of them in a thread."""

_ID = re.compile(r"[0-9]{1,18}\Z", re.ASCII)


class Artifact(Model):
    """download: path of the download route for a file on this machine, else null."""

    id: int
    kind: str
    path: str
    meta: dict[str, Any]
    created_at: str
    node_id: str
    backend: str
    mount_label: str | None
    relative_path: str | None
    download: str | None


class Artifacts(Model):
    """The oldest first."""

    run_id: str
    artifacts: list[Artifact]


class ArtifactsQuery(Model):
    """kind: checkpoint, model, image, tensorboard, file."""

    kind: Annotated[str, StringConstraints(max_length=64)] | None = None


def _shown(run_id: str, row: ArtifactRow) -> dict[str, Any]:
    local = row.backend == "local"
    return {
        "id": row.id,
        "kind": row.kind,
        "path": row.path,
        "meta": dict(row.meta),
        "created_at": row.created_at,
        "node_id": row.node_id,
        "backend": row.backend,
        "mount_label": row.mount_label,
        "relative_path": row.relative_path,
        "download": f"/api/runs/{run_id}/artifacts/{row.id}/download" if local else None,
    }


@table.get("/api/runs/{run_id}/artifacts", "Files that a run wrote", query=ArtifactsQuery, answer=Artifacts)
async def artifacts(call: Call[None, ArtifactsQuery]) -> dict[str, Any]:
    """Of one kind, or all."""
    page = await call.services.runs.artifacts(call.path("run_id"), call.query.kind)
    if len(page.artifacts) <= ON_LOOP:
        return _listed(page)
    return await asyncio.to_thread(_listed, page)


def _listed(page: ArtifactsPage) -> dict[str, Any]:
    return {"run_id": page.run_id, "artifacts": [_shown(page.run_id, row) for row in page.artifacts]}


@table.get(
    "/api/runs/{run_id}/artifacts/{artifact_id}/download",
    "The file of an artifact; takes Range",
    media=("application/octet-stream",),
    errors=(
        "artifact_not_found",
        "artifact_gone",
        "artifact_elsewhere",
        "artifact_is_folder",
        "range_not_satisfiable",
    ),
)
async def download(call: Call[None, None]) -> web.StreamResponse:
    """Only what a run recorded, and only from the folders that runs write to."""
    run_id, wanted = call.path("run_id"), call.path("artifact_id")
    page = await call.services.runs.artifacts(run_id, None)
    row = next((r for r in page.artifacts if _ID.match(wanted) and r.id == int(wanted)), None)
    if row is None:
        raise NotFound.of("artifact_not_found", run_id=run_id[:64], artifact_id=wanted[:40])
    path, size = await asyncio.to_thread(_file_of, row, call.services.download_folders)
    _check_range(call.request, size)
    headers = {"Content-Disposition": attachment(Path(row.path).name), "Content-Type": "application/octet-stream"}
    return _PlainFile(path, headers=headers)


def _check_range(request: web.Request, size_bytes: int) -> None:
    """Raises: HttpRefusal 416 for a Range that asks for nothing of the file (RFC 9110, 15.5.17)."""
    if "Range" not in request.headers or "If-Range" in request.headers:
        return
    try:
        start = request.http_range.start
    except ValueError:
        start = size_bytes
    if start is not None and start >= size_bytes:
        why = reason("range_not_satisfiable", range=request.headers["Range"][:100], size_bytes=size_bytes)
        raise HttpRefusal(416, why, {"Content-Range": f"bytes */{size_bytes}"})


def _file_of(row: ArtifactRow, folders: Sequence[Path]) -> tuple[Path, int]:
    """(the real file behind a row, its bytes). Raises: NotFound, Conflict for a folder."""
    path = Path(os.path.realpath(row.path))
    inside = any(path.is_relative_to(os.path.realpath(folder)) for folder in folders)
    if row.backend != "local" or not inside:
        raise NotFound.of("artifact_elsewhere", artifact_id=row.id)
    if path.is_dir():
        raise Conflict.of("artifact_is_folder", artifact_id=row.id)
    if not path.is_file():
        raise NotFound.of("artifact_gone", artifact_id=row.id)
    return path, path.stat().st_size


class _PlainFile(web.FileResponse):
    """A file as it is: never a compressed neighbour of the same name, whatever the client accepts."""

    def _make_response(self, request: Any, accept_encoding: str) -> Any:
        return super()._make_response(request, "")
