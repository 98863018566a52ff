"""People's files: models, images and data files are listed, uploaded, downloaded and deleted; media are only read."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from app.api.codes import NAMES, SAVING
from app.api.declare import Call, Model, Table
from app.api.sending import BYTES, stored_file
from app.api.upload import receive
from app.library.shelf import NESTED

if TYPE_CHECKING:
    from aiohttp import web

    from app.api.declare import Handler

table = Table("files")

PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".bmp": "image/bmp",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".tiff": "image/tiff",
}
MOVING = {
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".ogg": "audio/ogg",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
}
"""Types that a browser shows or plays and never runs; a file of any other type is bytes to be saved."""


class StoredFileRow(Model):
    """modified: seconds since 1970."""

    filename: str
    size: int
    modified: float


class Uploaded(Model):
    """The name and bytes of the file as it lies there now."""

    filename: str
    size: int


class DeletedFile(Model):
    """The file that is gone."""

    filename: str
    deleted: bool


class UploadQuery(Model):
    """overwrite: replace a file of the same name that has other content."""

    overwrite: bool = False


def _lister(kind: str) -> Handler:
    async def listed(call: Call[None, None]) -> list[dict[str, Any]]:
        rows = await asyncio.to_thread(call.services.shelves[kind].list)
        return [{"filename": r.filename, "size": r.size_bytes, "modified": r.modified} for r in rows]

    return listed


def _uploader(kind: str) -> Handler:
    async def upload(call: Call[None, UploadQuery]) -> dict[str, Any]:
        services = call.services
        cap = services.settings.max_upload_size
        path = await receive(call.request, services.shelves[kind], cap, services.limits, overwrite=call.query.overwrite)
        return {"filename": path.name, "size": (await asyncio.to_thread(path.stat)).st_size}

    return upload


def _downloader(kind: str) -> Handler:
    async def download(call: Call[None, None]) -> web.StreamResponse:
        name = call.path("name")
        path = await asyncio.to_thread(call.services.shelves[kind].find, name)
        known = PICTURES | MOVING if kind in ("images", "media") else {}
        content_type = known.get(PurePosixPath(path.name).suffix.lower(), BYTES)
        return stored_file(path, path.name, content_type, inline=kind == "media" and content_type != BYTES)

    return download


def _deleter(kind: str) -> Handler:
    async def delete(call: Call[None, None]) -> dict[str, Any]:
        return {
            "filename": await asyncio.to_thread(call.services.shelves[kind].delete, call.path("name")),
            "deleted": True,
        }

    return delete


_MISSING = ("file_not_found", "path_leaves_folder", *NAMES)
_SENDING = (*_MISSING, "file_changed", "file_not_read", "range_not_satisfiable")
_RANGES = ("Range", "If-Range", "If-Match", "If-None-Match")
_SENT = (BYTES, *dict.fromkeys((PICTURES | MOVING).values()))


def _declare(kind: str, what: str) -> None:
    rest = kind in NESTED
    table.get(f"/api/{kind}", f"Stored {what}", answer=StoredFileRow, answer_is_list=True)(_lister(kind))
    if kind == "media":
        about = "One media file; takes Range"
        table.get("/api/media/{name}", about, media=_SENT, errors=_SENDING, rest=rest, takes=_RANGES)(_downloader(kind))
        return
    table.post(
        f"/api/{kind}/upload",
        f"Store one of the {what}",
        query=UploadQuery,
        answer=Uploaded,
        upload=True,
        cap="max_upload_size",
        errors=("upload_not_form", "upload_broken", "upload_too_large", "file_type_refused", "file_exists",
                "file_case_clash", "path_leaves_folder", *SAVING),
    )(_uploader(kind))  # fmt: skip
    media = _SENT if kind == "images" else (BYTES,)
    table.get(
        f"/api/{kind}/download/{{name}}",
        f"One of the {what}; takes Range",
        media=media,
        errors=_SENDING,
        takes=_RANGES,
        rest=rest,
    )(_downloader(kind))
    table.delete(
        f"/api/{kind}/{{name}}", f"Delete one of the {what}", answer=DeletedFile, errors=(*_MISSING, *SAVING), rest=rest
    )(_deleter(kind))  # fmt: skip


for _kind, _what in (("models", "models"), ("images", "images"), ("files", "data files"), ("media", "media files")):
    _declare(_kind, _what)
