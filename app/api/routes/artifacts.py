"""Files that a run wrote: the list, and the download of those that lie on this machine."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import StringConstraints

from app.api.declare import Call, Model, Table
from app.api.sending import stored_file
from app.core.vocab.errors import Conflict, NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aiohttp import web

    from app.db.rows import ArtifactRow
    from app.runs.views import ArtifactsPage

table = Table("artifacts")

_ID = re.compile(r"[0-9]{1,18}\Z", re.ASCII)


class Artifact(Model):
    """download: path of the download route for a file on this machine, else null. size_bytes: of the file that lies
    there now; null for one that is gone, a folder, or elsewhere. state: `there`, `gone`, `folder`, or `elsewhere` for
    one that is not within the folders that this server gives out.
    """

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
    size_bytes: int | None
    state: str


class Artifacts(Model):
    """The oldest first."""

    run_id: str
    artifacts: list[Artifact]


class ArtifactsQuery(Model):
    """kind: checkpoint, model, image, tensorboard, file."""

    kind: Annotated[str, StringConstraints(max_length=64)] | None = None


def _shown(run_id: str, row: ArtifactRow, folders: Sequence[Path]) -> dict[str, Any]:
    local = row.backend == "local"
    size_bytes, state = _state(row, folders)
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
        "size_bytes": size_bytes,
        "state": state,
    }


_STATES = {"artifact_is_folder": "folder", "artifact_elsewhere": "elsewhere"}


def _state(row: ArtifactRow, folders: Sequence[Path]) -> tuple[int | None, str]:
    try:
        return _file_of(row, folders).stat().st_size, "there"
    except (NotFound, Conflict) as error:
        return None, _STATES.get(error.reason.code, "gone")
    except OSError:
        return None, "gone"


@table.get("/api/runs/{run_id}/artifacts", "Files that a run wrote", query=ArtifactsQuery, answer=Artifacts)
async def artifacts(call: Call[None, ArtifactsQuery]) -> dict[str, Any]:
    """Of one kind, or all."""
    page = await call.services.runs.artifacts(call.path("run_id"), call.query.kind)
    return await asyncio.to_thread(_listed, page, call.services.download_folders)  # it looks at every file


def _listed(page: ArtifactsPage, folders: Sequence[Path]) -> dict[str, Any]:
    return {"run_id": page.run_id, "artifacts": [_shown(page.run_id, row, folders) for row in page.artifacts]}


@table.get(
    "/api/runs/{run_id}/artifacts/{artifact_id}/download",
    "The file of an artifact; takes Range",
    media=("application/octet-stream",),
    errors=(
        "artifact_not_found",
        "artifact_gone",
        "artifact_elsewhere",
        "artifact_is_folder",
        "file_changed",
        "file_not_found",
        "file_not_read",
        "range_not_satisfiable",
    ),
    takes=("Range", "If-Range", "If-Match", "If-None-Match"),
)
async def download(call: Call[None, None]) -> web.StreamResponse:
    """Only what a run recorded, and only from the folders that runs write to."""
    run_id, wanted = call.path("run_id"), call.path("artifact_id")
    page = await call.services.runs.artifacts(run_id, None)
    row = next((r for r in page.artifacts if _ID.match(wanted) and r.id == int(wanted)), None)
    if row is None:
        raise NotFound.of("artifact_not_found", run_id=run_id[:64], artifact_id=wanted[:40])
    path = await asyncio.to_thread(_file_of, row, call.services.download_folders)
    return stored_file(path, Path(row.path).name)


def _file_of(row: ArtifactRow, folders: Sequence[Path]) -> Path:
    """The real file behind a row. Raises: NotFound, Conflict for a folder."""
    path = Path(os.path.realpath(row.path))
    inside = any(path.is_relative_to(os.path.realpath(folder)) for folder in folders)
    if row.backend != "local" or not inside:
        raise NotFound.of("artifact_elsewhere", artifact_id=row.id)
    if path.is_dir():
        raise Conflict.of("artifact_is_folder", artifact_id=row.id)
    if not path.is_file():
        raise NotFound.of("artifact_gone", artifact_id=row.id)
    return path
