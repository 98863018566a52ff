"""A run's event log, by long poll, and its console."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from app.api.answers import raw, to_bytes
from app.api.body import IN_THREAD_BYTES
from app.api.declare import Call, Model, Table
from app.core.vocab.reason import WORDS, Reason

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


class Printed(Model):
    """Lines from this one on, counted from 0, were printed then, before the event of this cursor."""

    line: int
    at: str
    before: int


class Console(Model):
    """offset: of the next byte. end: nothing more will come. times: of lines of text; empty where none were kept."""

    text: str
    offset: int
    end: bool
    times: list[Printed]


class ConsoleQuery(Model):
    """offset, limit: bytes. wait: seconds to wait for news."""

    offset: Annotated[int, Field(ge=0, le=2**53)] = 0
    limit: Annotated[int, Field(ge=1, le=4 * 1024 * 1024)] = 65536
    wait: Seconds = 0.0


def page_bytes(page: EventPage, lang: str = "en") -> bytes:
    """The page as JSON. Payloads are strict JSON text already; only those that have a sentence to put into another
    language are parsed again.
    """
    head = to_bytes({"run_id": page.run_id, "status": page.status.value, "active": page.active})[:-1]
    rows = ",".join(
        f'{{"cursor":{e.cursor},"type":"{e.type}","payload":{worded(e.payload_json, lang)},"ts":"{e.ts}"}}'
        for e in page.events
    )
    return head + f',"events":[{rows}],"cursor":{page.cursor}}}'.encode()


def worded(payload_json: str, lang: str) -> str:
    """The payload with its sentence in the reader's language, by code; English is what is stored."""
    if lang == "en" or '"code"' not in payload_json:
        return payload_json
    payload = json.loads(payload_json)
    key = next(
        (key for key in ("error", "text") if isinstance(payload, dict) and isinstance(payload.get(key), str)), ""
    )
    code, params = (payload.get("code"), payload.get("params")) if key else (None, None)
    if not isinstance(code, str) or code not in WORDS or not isinstance(params, dict):
        return payload_json
    payload[key] = Reason(code, {name: _worded(value, lang) for name, value in params.items()}).text(lang)
    return json.dumps(payload, separators=(",", ":"))


def _worded(value: Any, lang: str) -> Any:
    """A param that is itself a reason stands in a sentence as its own sentence."""
    if isinstance(value, dict) and isinstance(value.get("params"), dict):
        known = value.get("code") in WORDS
        return Reason(value["code"], value["params"]).text(lang) if known else value.get("text", "")
    return value


@table.get(
    "/api/runs/{run_id}/events", "Events of a run after a cursor; waits for news", query=EventsQuery, answer=Events
)
async def events(call: Call[None, EventsQuery]) -> web.Response:
    """A client that leaves ends its own wait."""
    q = call.query
    wait_s = min(q.wait, call.services.limits.poll_s)
    page = await call.services.runs.events(call.path("run_id"), q.cursor, wait_s, q.limit)
    if sum(len(event.payload_json) for event in page.events) <= IN_THREAD_BYTES:
        return raw(page_bytes(page, call.lang))
    return raw(await asyncio.to_thread(page_bytes, page, call.lang))


@table.get("/api/runs/{run_id}/console", "What a run printed, from a byte on", query=ConsoleQuery, answer=Console)
async def console(call: Call[None, ConsoleQuery]) -> dict[str, Any]:
    """Waits for news as events do."""
    q = call.query
    wait_s = min(q.wait, call.services.limits.poll_s)
    page = await call.services.runs.console(call.path("run_id"), q.offset, q.limit, wait_s)
    times = [{"line": one.line, "at": one.at, "before": one.before} for one in page.times]
    return {"text": page.text, "offset": page.offset, "end": page.end, "times": times}
