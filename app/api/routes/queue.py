"""The queue as a whole: what waits, what executes, pause and resume."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.api.declare import Call, Model, Table

if TYPE_CHECKING:
    from app.runs.views import QueueView

table = Table("queue")


class Queue(Model):
    """Run ids in the order they would start, and those that execute."""

    paused: bool
    waiting: list[str]
    running: list[str]


def _shown(view: QueueView) -> dict[str, Any]:
    return {"paused": view.paused, "waiting": list(view.waiting), "running": list(view.running)}


@table.get("/api/queue", "The queue", answer=Queue)
async def queue(call: Call[None, None]) -> dict[str, Any]:
    """As it stands."""
    return _shown(await call.services.runs.queue())


@table.post("/api/queue/pause", "Start no more runs until resumed; survives a restart", answer=Queue)
async def pause(call: Call[None, None]) -> dict[str, Any]:
    """Runs that execute go on."""
    return _shown(await call.services.runs.set_paused(True))


@table.post("/api/queue/resume", "Start waiting runs again", answer=Queue)
async def resume(call: Call[None, None]) -> dict[str, Any]:
    """Nothing happens when the queue was not paused."""
    return _shown(await call.services.runs.set_paused(False))
