"""What the server says about itself: health, version, devices, the session token, its own description."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING, Any

from app.api import guards
from app.api.answers import raw, to_bytes
from app.api.declare import Call, Model, Open, Table
from app.api.keys import DESCRIBE
from app.core.vocab.errors import Unavailable
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from pathlib import Path

    from aiohttp import web

table = Table("system")


class ExecutionCaches(Model):
    """What open canvases keep of former runs. instances: canvases that ran something. max_bytes_each: 0: no limit."""

    instances: int
    entries: int
    bytes: int
    max_bytes_each: int


class OutputStore(Model):
    """What recorded runs gave. max_bytes: 0 for no limit on size."""

    runs: int
    max_runs: int
    bytes: int
    max_bytes: int


class WeightStore(Model):
    """Modules that layers keep from run to run. max_bytes: 0 for no limit on size."""

    modules: int
    max_modules: int
    bytes: int
    max_bytes: int


class Caches(Model):
    """What the process that executes local runs keeps between them; null until it has answered once."""

    execution_cache: ExecutionCaches | None = None
    run_output_store: OutputStore | None = None
    node_state_store: WeightStore | None = None


class Health(Open):
    """Liveness and what was loaded. boot_id: new at every start."""

    status: str
    version: str
    boot_id: str
    nodes_loaded: int
    presets_loaded: int
    caches: Caches


class Version(Model):
    """build: commit or date of a frozen build, empty from a checkout. ui: of the window's interface, or empty.

    free_bytes: on the disk of the user-data folder; null where it cannot be told.
    """

    version: str
    build: str
    boot_id: str
    ui: str
    free_bytes: int | None


class Token(Model):
    """The session token of this start."""

    token: str


class Kept(Model):
    """kept: always true; a server that is leaving answers 503."""

    kept: bool


class Device(Model):
    """A device a run can name. detail: free text for people. total_bytes, free_bytes: the memory of a card, for all
    programs together; null where the driver does not say, and for what is no card.
    """

    value: str
    label: str
    detail: str
    available: bool
    total_bytes: int | None = None
    free_bytes: int | None = None


class Devices(Model):
    """default: what a run has that names no device."""

    default: str
    devices: list[Device]


@table.get("/api/health", "Whether the server is up, and what it has loaded", answer=Health)
async def health(call: Call[None, None]) -> dict[str, Any]:
    """Counts come from memory: the route answers while the disk hangs."""
    services = call.services
    return {
        "status": "ok",
        "version": services.version,
        "boot_id": services.boot_id,
        "nodes_loaded": len(services.catalog) if services.nodes_loaded is None else services.nodes_loaded(),
        "presets_loaded": len(services.presets()),
        "caches": await services.runs.figures(),
    }


@table.get("/api/version", "Version, build and boot id", answer=Version)
async def version(call: Call[None, None]) -> dict[str, Any]:
    """One version for both ends of every connection; a window whose own build is another than `ui` offers to reload."""
    services = call.services
    ui, free = await asyncio.to_thread(
        lambda: (services.interface.build(), free_bytes(services.settings.user_data_dir))
    )
    told = {"version": services.version, "build": services.build, "boot_id": services.boot_id}
    return {**told, "ui": ui, "free_bytes": free}


def free_bytes(folder: Path) -> int | None:
    """Bytes that this account may still write there; None where the system does not say."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


@table.get(
    "/api/auth/bootstrap",
    "The session token, for a page or program on an allowed host; no other site may read it",
    answer=Token,
    errors=("foreign_origin",),
)
async def bootstrap(call: Call[None, None]) -> web.Response:
    """Raises: HttpRefusal 403 for a page of another site, with or without an Origin header."""
    guards.check_reader(call.request.headers, guards.origins(call.services.settings.cors_origins))
    response = raw(to_bytes({"token": call.services.token}))
    response.headers["Cache-Control"] = "no-store"
    return response


@table.post(
    "/api/system/keep",
    "Let a server that would leave when idle stay until it is stopped",
    answer=Kept,
    errors=("shutting_down",),
)
async def keep(call: Call[None, None]) -> dict[str, Any]:
    """Does nothing to a server that stays anyway. Raises: Unavailable shutting_down."""
    stay = call.services.stay
    if stay.is_leaving:
        raise Unavailable(reason("shutting_down"))
    stay.is_asked = True
    return {"kept": True}


@table.get("/api/system/devices", "Devices of this machine that a run can name", answer=Devices)
async def devices(call: Call[None, None]) -> dict[str, Any]:
    """Asked in a thread: a driver may take its time."""
    return await asyncio.to_thread(call.services.devices, call.lang)


@table.get("/openapi.json", "This description (OpenAPI 3.1)")
async def openapi(call: Call[None, None]) -> web.Response:
    """Built once, when it is first asked for."""
    return raw(await asyncio.to_thread(call.request.app[DESCRIBE]))
