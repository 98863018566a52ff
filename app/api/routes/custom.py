"""A user's own node types: files are uploaded, switched, deleted and read again; a faulty one is only listed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from app.api.codes import SAVING
from app.api.declare import Call, Model, Table
from app.api.routes.files import DeletedFile, UploadQuery
from app.api.routes.runs import Why  # noqa: TC001 (pydantic reads annotations when it builds a model)
from app.api.upload import receive

if TYPE_CHECKING:
    from app.library.custom_nodes import CustomFile

table = Table("custom nodes")


class CustomFileRow(Model):
    """nodes: the types that it brings now. error: why it brings none though it is enabled, or null."""

    filename: str
    enabled: bool
    size: int
    modified: float
    nodes: list[str]
    error: Why | None


class Toggle(Model):
    """filename: as the list has it, `.disabled` included."""

    filename: str


class Reloaded(Model):
    """How many node types there are now by where they come from, and how many presets."""

    builtin: int
    custom: int
    plugins: int
    presets: int
    total: int


def _shown(one: CustomFile, lang: str) -> dict[str, Any]:
    return {
        "filename": one.filename,
        "enabled": one.enabled,
        "size": one.size_bytes,
        "modified": one.modified,
        "nodes": list(one.nodes),
        "error": one.error.to_json(lang) if one.error else None,
    }


@table.get("/api/custom-nodes", "Files of own node types", answer=CustomFileRow, answer_is_list=True)
async def all_files(call: Call[None, None]) -> list[dict[str, Any]]:
    """By name, with what the last reading made of each."""
    return [_shown(one, call.lang) for one in await asyncio.to_thread(call.services.custom.list)]


@table.post(
    "/api/custom-nodes/upload",
    "Store a file of own node types and read it",
    query=UploadQuery,
    answer=CustomFileRow,
    upload=True,
    cap="max_upload_size",
    errors=("custom_name_reserved", "upload_not_form", "upload_broken", "upload_too_large", "file_type_refused",
            "file_exists", "file_case_clash", "path_leaves_folder", *SAVING),
)  # fmt: skip
async def upload(call: Call[None, UploadQuery]) -> dict[str, Any]:
    """A file that cannot be used is stored all the same: its error is in the answer."""
    custom, limits = call.services.custom, call.services.limits
    cap = call.services.settings.max_upload_size
    path = await receive(call.request, custom.files, cap, limits, overwrite=call.query.overwrite)
    await asyncio.to_thread(custom.reload)
    return _shown(await asyncio.to_thread(custom.row, path.name), call.lang)


@table.post(
    "/api/custom-nodes/toggle",
    "Switch a file of own node types off or on",
    body=Toggle,
    answer=CustomFileRow,
    errors=(
        "file_not_found",
        "file_exists",
        "custom_name_reserved",
        "file_type_refused",
        "path_leaves_folder",
        *SAVING,
    ),
)
async def toggle(call: Call[Toggle, None]) -> dict[str, Any]:
    """Renames it; the answer has the new name."""
    return _shown(await asyncio.to_thread(call.services.custom.toggle, call.body.filename), call.lang)


@table.delete(
    "/api/custom-nodes/{filename}",
    "Delete a file of own node types",
    answer=DeletedFile,
    errors=("file_not_found", "custom_name_reserved", "file_type_refused", "path_leaves_folder", *SAVING),
)
async def delete(call: Call[None, None]) -> dict[str, Any]:
    """Its types leave the catalog."""
    gone = await asyncio.to_thread(call.services.custom.delete, call.path("filename"))
    return {"filename": gone, "deleted": True}


@table.post("/api/nodes/reload", "Read every file of own node types again", answer=Reloaded)
@table.post("/api/plugins/reload", "The same, by the name that clients of plugins use", answer=Reloaded)
async def reload(call: Call[None, None]) -> dict[str, int]:
    """Also those that failed before. Runs that execute go on with the classes they have."""
    custom = await asyncio.to_thread(lambda: call.services.custom.reload(again=True))
    total = len(call.services.catalog)
    presets = await asyncio.to_thread(lambda: len(call.services.presets()))
    return {"builtin": total - custom, "custom": custom, "plugins": 0, "presets": presets, "total": total}
