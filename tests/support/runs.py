"""A run service on a real database in a folder of the test."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from app.aio.clock import SystemClock
from app.core.vocab.device import Inventory
from app.db.database import Database
from app.engine.registry import discover
from app.runs.config import RunConfig
from app.runs.service import RunService
from tests.support.executors import SteeredExecutor
from tests.support.nodes import folders

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.engine.registry import Registry
    from app.runs.executors.base import Executor
    from app.vault.secrets import Secrets

GRAPH: dict[str, Any] = {
    "name": "tiny",
    "nodes": [
        {"id": "go", "type": "Start", "position": {"x": 0, "y": 0}, "data": {"params": {}}},
        {"id": "one", "type": "TensorCreate", "position": {"x": 9, "y": 0}, "data": {"params": {"shape": "2"}}},
    ],
    "edges": [
        {"id": "t", "source": "go", "target": "one", "sourceHandle": "trigger", "targetHandle": "", "type": "trigger"}
    ],
}


@asynccontextmanager
async def serving(
    root: Path,
    executor: Executor | None = None,
    registry: Registry | None = None,
    inventory: Inventory | None = None,
    grace_s: float = 5.0,
    secrets: Secrets | None = None,
    **config: Any,
) -> AsyncIterator[RunService]:
    """A started service below `root`; the same root again is the same database. What executes is ended at the end."""
    executor = executor or SteeredExecutor()
    db = Database.open(root / "codefyui.db")
    service = RunService(
        db,
        registry or discover(),
        folders(root),
        RunConfig(**config),
        SystemClock(),
        lambda: inventory or Inventory(),
        dict,
        executor,
        secrets,
    )
    try:
        await service.start()
        yield service
    finally:
        if isinstance(executor, SteeredExecutor):
            executor.end_all()
        await service.stop(grace_s)
        db.close()


async def ended(service: RunService, run_id: str) -> list[tuple[int, str]]:
    """Follow a run to its end: (cursor, type) of every event."""
    seen: list[tuple[int, str]] = []
    cursor = 0
    while True:
        page = await service.events(run_id, cursor, 30, 500)
        seen += [(event.cursor, event.type) for event in page.events]
        cursor = page.cursor
        if not page.active and not page.events:
            return seen
