"""What the program is made of, and a zip for whoever is asked to find out what is wrong with it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

from aiohttp import web

from app.api.declare import Call, Model, Table
from app.api.diagnostics import Diagnosis
from app.api.disposition import attachment
from app.api.errors import HttpRefusal
from app.api.routes.settings import listed
from app.core.vocab.reason import reason
from app.hardware import licences
from app.runs.views import RunFilter
from app.settings import read_saved

if TYPE_CHECKING:
    from app.api.keys import Services

table = Table("about")

NEWEST_RUNS = 50


class PackageRow(Model):
    """part: `program` for what runs in Python, `window` for what the interface is built from. licence: may be empty."""

    name: str
    version: str
    licence: str
    part: Literal["program", "window"]


@table.get("/api/licences", "Every package that the program is made of", answer=PackageRow, answer_is_list=True)
async def all_licences(call: Call[None, None]) -> list[dict[str, Any]]:
    """Those of the program first, by name."""
    return await asyncio.to_thread(_packages, call.services)


@table.get(
    "/api/licences/{part}/{name}",
    "The licence texts that a package came with",
    media=("text/plain",),
    errors=("not_found_path",),
)
async def licence_text(call: Call[None, None]) -> web.Response:
    """Raises: HttpRefusal 404 for a package that the program is not made of."""
    text = await asyncio.to_thread(_text, call.services, call.path("part"), call.path("name"))
    if text is None:
        raise HttpRefusal(404, reason("not_found_path", path=call.request.path[:300]))
    return web.Response(text=text + "\n", content_type="text/plain", charset="utf-8")


@table.get("/api/diagnostics", "What is needed to find out what is wrong, without secrets", media=("application/zip",))
async def diagnostics(call: Call[None, None]) -> web.Response:
    """Versions, settings, devices, own nodes, how the newest runs ended, the log. Nothing that opens anything."""
    services = call.services
    page = await services.runs.list_runs(RunFilter(limit=NEWEST_RUNS))
    runs = [
        {"run_id": one.row.id, "status": str(one.row.status), "created_at": one.row.created_at,
         "finished_at": one.row.finished_at, "error": (one.row.error or {}).get("code")}
        for one in page.runs
    ]  # fmt: skip
    health = await services.runs.figures()
    data = await asyncio.to_thread(
        _zip, services, {"runs.json": {"counts": dict(page.counts), "newest": runs, "caches": health}}
    )
    headers = {"Content-Disposition": attachment("codefyui-diagnostics.zip"), "Cache-Control": "no-store"}
    return web.Response(body=data, content_type="application/zip", headers=headers)


def _packages(services: Services) -> list[dict[str, Any]]:
    program = [{"name": one.name, "version": one.version, "licence": one.licence} for one in licences.packages()]
    window = [{key: one[key] for key in ("name", "version", "licence")} for one in services.interface.licences()]
    return [*({**one, "part": "program"} for one in program), *({**one, "part": "window"} for one in window)]


def _text(services: Services, part: str, name: str) -> str | None:
    if part == "program":
        return licences.text_of(name)
    found = [one for one in services.interface.licences() if one["name"] == name]
    return (found[0]["text"] or found[0]["licence"]) if part == "window" and found else None


def _zip(services: Services, parts: dict[str, Any]) -> bytes:
    settings = services.settings
    own = [
        {"filename": one.filename, "enabled": one.enabled, "nodes": list(one.nodes),
         "error": one.error.code if one.error else None}
        for one in services.custom.list()
    ]  # fmt: skip
    more = {
        "version.json": {"version": services.version, "build": services.build, "boot_id": services.boot_id},
        "settings.json": listed(settings, read_saved(settings.settings_file))["settings"],
        "devices.json": services.devices("en"),
        "own_nodes.json": own,
        "packages.json": _packages(services),
    }
    return Diagnosis({**more, **parts}, settings.log_dir, (services.token,)).to_zip()
