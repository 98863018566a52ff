"""A run's event log, by long poll, and its console."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from app.api.answers import raw, to_bytes
from app.api.body import IN_THREAD_BYTES
from app.api.declare import Call, Model, Table

if TYPE_CHECKING:
    from aiohttp import web

    from app.runs.views import EventPage

table = Table("events")

Seconds = Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)]


class Event(Model):
    """cursor: 1-based, without a gap. payload: by type, already capped."""

    cursor: int
    type: str
    payload: Any
    ts: str


class Events(Model):
    """Events after the cursor asked with. cursor: to ask with next."""

    run_id: str
    status: str
    active: bool
    events: list[Event]
    cursor: int


class EventsQuery(Model):
    """cursor: the last one already known. wait: seconds to wait for news while the run is active."""

    cursor: Annotated[int, Field(ge=0, le=2**53)] = 0
    wait: Seconds = 0.0
    limit: Annotated[int, Field(ge=1, le=2000)] = 500


class Console(Model):
    """offset: of the next byte. end: nothing more will come."""

    text: str
    offset: int
    end: bool


class ConsoleQuery(Model):
    """offset, limit: bytes. wait: seconds to wait for news."""

    offset: Annotated[int, Field(ge=0, le=2**53)] = 0
    limit: Annotated[int, Field(ge=1, le=4 * 1024 * 1024)] = 65536
    wait: Seconds = 0.0


def page_bytes(page: EventPage) -> bytes:
    """The page as JSON. Payloads are strict JSON text already and are not parsed again."""
    head = to_bytes({"run_id": page.run_id, "status": page.status.value, "active": page.active})[:-1]
    rows = ",".join(
        f'{{"cursor":{e.cursor},"type":"{e.type}","payload":{e.payload_json},"ts":"{e.ts}"}}' for e in page.events
    )
    return head + f',"events":[{rows}],"cursor":{page.cursor}}}'.encode()


@table.get(
    "/api/runs/{run_id}/events", "Events of a run after a cursor; waits for news", query=EventsQuery, answer=Events
)
async def events(call: Call[None, EventsQuery]) -> web.Response:
    """A client that leaves ends its own wait."""
    q = call.query
    wait_s = min(q.wait, call.services.limits.poll_s)
    page = await call.services.runs.events(call.path("run_id"), q.cursor, wait_s, q.limit)
    if sum(len(event.payload_json) for event in page.events) <= IN_THREAD_BYTES:
        return raw(page_bytes(page))
    return raw(await asyncio.to_thread(page_bytes, page))


@table.get("/api/runs/{run_id}/console", "What a run printed, from a byte on", query=ConsoleQuery, answer=Console)
async def console(call: Call[None, ConsoleQuery]) -> dict[str, Any]:
    """Waits for news as events do."""
    q = call.query
    wait_s = min(q.wait, call.services.limits.poll_s)
    page = await call.services.runs.console(call.path("run_id"), q.offset, q.limit, wait_s)
    return {"text": page.text, "offset": page.offset, "end": page.end}
