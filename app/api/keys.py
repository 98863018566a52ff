"""What the routes stand on: one frozen value, reached through one typed key of the aiohttp application."""

from __future__ import annotations

import asyncio
import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import web

from app.aio.clock import SystemClock
from app.api.catalog import CatalogBytes
from app.api.interface import Interface
from app.library.assets import built_interface
from app.library.shelf import NESTED, SUFFIXES, Shelf
from app.outputs.service import RecordedOutputs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from app.aio.clock import Clock
    from app.core.vocab.nodespec import Catalog
    from app.db.rows import RunRow
    from app.library.custom_nodes import CustomNodes
    from app.library.examples import Examples
    from app.library.graphs import GraphStore
    from app.library.presets import PresetStore
    from app.runs.service import RunService
    from app.settings import Settings
    from app.vault.secrets import Secrets

BIG_ANSWERS = 2
"""Answers of very many numbers that are made at the same time; more of them wait."""


@dataclass(frozen=True)
class Limits:
    """How long a client may take. header_s: until a whole request head is there, and between two requests.
    body_idle_s: between two pieces of a body. body_total_s: for the whole body. poll_s: longest long poll.
    linger_s: for the rest of a body that was refused. write_s: without taking anything of an answer that waits for it.
    ping_s: a client on a quiet socket is asked for a sign of life. silence_s: without one it is cut off. close_s: to
    answer a goodbye.
    """

    header_s: float = 30.0
    body_idle_s: float = 30.0
    body_total_s: float = 600.0
    poll_s: float = 60.0
    linger_s: float = 2.0
    write_s: float = 60.0
    ping_s: float = 30.0
    silence_s: float = 120.0
    close_s: float = 0.5


@dataclass
class Stay:
    """Whether a server that was brought up for the length of a run stays after it. Used on the loop alone.

    is_asked: somebody wants it to stay. is_leaving: too late, it is on its way out.
    """

    is_asked: bool = False
    is_leaving: bool = False


@dataclass(frozen=True)
class Services:
    """Everything a handler may touch. token: of this start. hosts: names a client may dial, lower case.

    devices: language -> {default, devices}; may block, called in a thread. nodes_loaded: how many node types are there
    now, without waiting for the catalog. later: work for a thread once the socket answers.
    """

    settings: Settings
    runs: RunService
    catalog: Catalog
    graphs: GraphStore
    examples: Examples
    presets: PresetStore
    custom: CustomNodes
    secrets: Secrets
    devices: Callable[[str], dict[str, Any]]
    token: str
    version: str
    boot_id: str
    download_folders: tuple[Path, ...] = ()
    limits: Limits = field(default_factory=Limits)
    build: str = ""
    interface: Interface = field(default_factory=lambda: Interface(built_interface()))
    nodes_loaded: Callable[[], int] | None = None
    later: tuple[Callable[[], object], ...] = ()
    stay: Stay = field(default_factory=Stay)
    clock: Clock = field(default_factory=SystemClock)

    @functools.cached_property
    def catalog_bytes(self) -> CatalogBytes:
        """The node list as JSON, kept per language."""
        return CatalogBytes(self.catalog)

    @functools.cached_property
    def outputs(self) -> RecordedOutputs:
        """What runs recorded."""

        async def row(run_id: str) -> RunRow:
            return (await self.runs.get(run_id)).row

        return RecordedOutputs(self.runs.ask, row)

    @functools.cached_property
    def big_answers(self) -> asyncio.Semaphore:
        """Held while an answer of a million numbers is made: a hundred megabytes each until it is text."""
        return asyncio.Semaphore(BIG_ANSWERS)

    @functools.cached_property
    def shelves(self) -> Mapping[str, Shelf]:
        """The folders of people's files, by the name that routes have for them."""
        return {
            kind: Shelf(folder, SUFFIXES[kind], nested=kind in NESTED)
            for kind, folder in (
                ("models", self.settings.models_dir),
                ("images", self.settings.images_dir),
                ("files", self.settings.data_files_dir),
                ("media", self.settings.media_dir),
            )
        }


SERVICES: web.AppKey[Services] = web.AppKey("services")

DESCRIBE: web.AppKey[Callable[[], bytes]] = web.AppKey("describe")
"""Makes the OpenAPI document; slow the first time."""
