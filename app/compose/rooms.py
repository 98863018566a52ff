"""Makes the rooms that stand below the HTTP face, each with its cleanup on the stack."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import TYPE_CHECKING, Any

from app import __version__
from app.aio.clock import SystemClock
from app.api.keys import Services
from app.compose.late import LateRegistry
from app.core.graph.secrets import blank_secrets
from app.core.scheduling.slots import SlotLimits, parse_overrides
from app.core.vocab.errors import Refused
from app.db.database import Database
from app.engine.context import Folders
from app.engine.live import LiveRegistry
from app.engine.registry import discover
from app.engine.stores import StoreLimits, Stores
from app.hardware.environment import foreign_environment
from app.hardware.interpreter import NamedInterpreter
from app.library.assets import examples_folder, presets_folder, samples_folder
from app.library.custom_nodes import CustomNodes
from app.library.examples import Examples
from app.library.graphs import GraphStore
from app.library.presets import PresetStore
from app.runs.config import RunConfig
from app.runs.executors.inprocess import InProcessExecutor
from app.runs.executors.process import ProcessExecutor, launch
from app.runs.lock import InstanceLock
from app.runs.service import RunService
from app.settings import MIB
from app.vault.keyring_store import KeyringStore
from app.vault.secrets import Secrets

if TYPE_CHECKING:
    from contextlib import AsyncExitStack
    from pathlib import Path

    from app.aio.clock import Clock
    from app.core.vocab.device import Inventory
    from app.hardware.inventory import Offer
    from app.runs.executors.base import Executor
    from app.settings import Settings


def lock(user_data: Path, stack: AsyncExitStack) -> None:
    """Take the folder for this process. Raises: Conflict folder_in_use naming the pid of the server that has it."""
    stack.callback(InstanceLock.take(user_data).release)


class Machine:
    """This machine's devices, looked at once, when they are first asked for. Thread-safe.

    python: the interpreter that runs execute under, None for this one. usual: the device of runs that name none.
    """

    def __init__(self, python: NamedInterpreter | None = None, usual: str = "auto") -> None:
        self._python = python
        self._usual = usual
        self._guard = threading.Lock()
        self._offer: Offer | None = None

    def offer(self) -> Offer:
        """What is offered; blocks while a look is going on. A refused interpreter is looked at again some day."""
        from app.hardware import inventory

        with self._guard:
            if self._offer is None:
                try:
                    self._offer = inventory.look(interpreter=None if self._python is None else self._python.get())
                except Refused as error:
                    return inventory.refused(error.reason)
            return self._offer

    async def ready(self) -> None:
        """Return once runs can execute here; never blocks the loop. Raises: Refused torch_missing, python_..."""
        found = self._offer
        if found is None:
            found = await asyncio.to_thread(self.offer)
        if found.refused is not None:
            raise Refused(found.refused)

    def inventory(self) -> Inventory:
        """The devices by count, for resolving device strings."""
        return self.offer().inventory

    def describe(self, lang: str) -> dict[str, Any]:
        """The answer of GET /api/system/devices. Asks the driver for the memory of now where there are cards."""
        from app.hardware import inventory, nvml

        found = self.offer()
        if found.cards:
            found = inventory.with_figures(found, nvml.list_cards())
        return inventory.answer(found, lang, self._usual)


def folders(settings: Settings) -> Folders:
    """Where runs find and leave their files."""
    data = settings.user_data_dir / "data"
    return Folders(
        data_parent=settings.user_data_dir,
        samples=samples_folder(),
        files=settings.data_files_dir,
        images=settings.images_dir,
        models=settings.models_dir,
        media=settings.media_dir,
        output=data / "output",
        cache=data / "cache",
        runs=data / "runs",
        own_files=(settings.db_path,),
    )


def presets_of(settings: Settings) -> PresetStore:
    """The user's presets, and those that come with the program."""
    return PresetStore(settings.presets_dir, presets_folder())


def run_config(settings: Settings) -> RunConfig:
    """The run service's share of the settings."""
    overrides, malformed = parse_overrides(settings.run_queue_max_concurrent)
    cpu, gpu = settings.run_queue_max_concurrent_cpu, settings.run_queue_max_concurrent_gpu
    return RunConfig(
        limits=SlotLimits(cpu, gpu, overrides),
        interactive_limit=settings.run_interactive_max_concurrent,
        keep_last=settings.run_retention_keep_last,
        keep_queue=settings.queue_keep,
        payload_cap_bytes=settings.run_event_payload_cap_bytes,
        response_cap_bytes=settings.run_events_response_cap_bytes,
        max_parallel_nodes=settings.max_parallel_nodes,
        max_image_pixels=settings.max_image_pixels,
        malformed_overrides=malformed,
        usual_device=settings.default_device,
    )


def store_limits(settings: Settings) -> StoreLimits:
    """How much the process that executes local runs may keep between them."""
    return StoreLimits(
        cache_bytes=settings.execution_cache_max_mb * MIB,
        output_bytes=settings.run_output_store_max_mb * MIB,
        weight_bytes=settings.node_state_store_max_mb * MIB,
        stats_sample_above=settings.stats_sample_threshold,
        stats_sample_size=settings.stats_sample_size,
        stats_cache_bytes=settings.stats_cache_max_bytes,
    )


def named_interpreter(settings: Settings, clock: Clock) -> NamedInterpreter | None:
    """The interpreter of CODEFYUI_PYTHON, not looked at yet; None where that is not set."""
    if not settings.python:
        return None
    environ = foreign_environment(os.environ, is_frozen=hasattr(sys, "_MEIPASS"))
    return NamedInterpreter(settings.python, environ, clock.monotonic_s)


def local_executor(
    registry: LiveRegistry, custom: CustomNodes, python: NamedInterpreter | None, limits: StoreLimits
) -> Executor:
    """Where both local lanes execute: in this process, or in one of the interpreter that is named."""
    if python is None:
        return InProcessExecutor(registry, Stores(limits))
    return ProcessExecutor(lambda: launch(python.get().path, python.environ), limits, custom.in_use)


async def make_services(settings: Settings, token: str, boot_id: str, stack: AsyncExitStack) -> Services:
    """Everything the routes stand on. Raises: Refused database_newer; Unavailable with what is wrong with the file."""
    clock = SystemClock()
    database = await asyncio.to_thread(Database.open, settings.db_path, clock)
    stack.push_async_callback(asyncio.to_thread, database.close)
    builtin = LateRegistry(lambda: discover())
    registry = LiveRegistry(builtin)
    catalog = registry.catalog
    checks = settings.user_data_dir / "data" / "cache" / "custom_checks.json"
    custom = CustomNodes(settings.custom_nodes_dir, registry, checks=checks)
    if await asyncio.to_thread(custom.list):
        # before anything can start: a run that waited may need these types
        await asyncio.to_thread(custom.reload)
    python = named_interpreter(settings, clock)
    machine, presets, places = Machine(python, settings.default_device), presets_of(settings), folders(settings)
    secrets = Secrets(settings.user_data_dir, settings.secrets_store, clock, KeyringStore.open)
    executor = local_executor(registry, custom, python, store_limits(settings))
    stack.push_async_callback(asyncio.to_thread, executor.close)
    runs = RunService(
        database,
        registry,
        places,
        run_config(settings),
        clock,
        machine.inventory,
        presets,
        executor,
        secrets,
        machine.ready,
    )
    services = Services(
        settings=settings,
        runs=runs,
        catalog=catalog,
        graphs=GraphStore(settings.graphs_dir, lambda document: blank_secrets(document, catalog, presets())),
        examples=Examples(examples_folder()),
        presets=presets,
        custom=custom,
        secrets=secrets,
        devices=machine.describe,
        token=token,
        version=__version__,
        boot_id=boot_id,
        nodes_loaded=lambda: builtin.count() + len(registry.catalog.custom),
        later=(builtin.load, machine.offer),
        download_folders=(places.runs, places.output, places.models, places.media, places.files, places.images),
    )
    for shelf in (*services.shelves.values(), custom.files):
        shelf.clear_unfinished()
    return services
