"""The log of a run as a text file: what its events say, line by line, and then what it printed."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from aiohttp import web

from app.api.declare import Call, Table
from app.api.disposition import attachment
from app.core.events.kinds import EventType, OutputKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from app.db.rows import EventRow
    from app.runs.service import RunService
    from app.runs.views import EventPage

table = Table("log-file")

PAGE_EVENTS = 2000
PIECE_BYTES = 1024 * 1024
MAX_TEXT = 4000
"""Characters of one line: progress may carry lists."""


@table.get(
    "/api/runs/{run_id}/log", "The log of a run as a text file", media=("text/plain",), errors=("run_not_found",)
)
async def log_file(call: Call[None, None]) -> web.StreamResponse:
    """As far as it is known now: nothing is waited for."""
    runs, run_id = call.services.runs, call.path("run_id")
    return _LogFile(runs, await runs.events(run_id, 0, 0, PAGE_EVENTS))


class _LogFile(web.StreamResponse):
    """Each page is read when the one before has been sent."""

    def __init__(self, runs: RunService, first: EventPage) -> None:
        super().__init__(headers={"Content-Disposition": attachment(f"run-{first.run_id}.log")})
        self.content_type, self.charset = "text/plain", "utf-8"
        self._runs, self._page = runs, first

    async def write_eof(self, data: bytes = b"") -> None:
        """Called once the head is out."""
        if not self._must_be_empty_body:
            run_id = self._page.run_id
            while self._page.events:
                await self.write(await asyncio.to_thread(_bytes, self._page.events))
                self._page = await self._runs.events(run_id, self._page.cursor, 0, PAGE_EVENTS)
            offset, text = 0, "\n"
            while text:
                piece = await self._runs.console(run_id, offset, PIECE_BYTES, 0)
                if piece.text and offset == 0:
                    await self.write(b"\n")
                text, offset = piece.text, piece.offset
                await self.write(text.encode("utf-8", "replace"))
        await super().write_eof(data)


def _bytes(events: Sequence[EventRow]) -> bytes:
    return "".join(f"{line}\n" for event in events for line in lines_of(event)).encode("utf-8", "replace")


def lines_of(event: EventRow) -> Iterator[str]:
    """`time  type  node  status  text`, without the parts that an event has not; one line for each line of its text."""
    payload = json.loads(event.payload_json)
    if not isinstance(payload, dict):
        payload = {}
    head = "  ".join(
        [
            event.ts,
            event.type,
            *(str(payload[key]) for key in ("node_id", "status", "kind", "reason") if payload.get(key)),
        ]
    )
    texts = [line[:MAX_TEXT] for text in _texts(event.type, payload) for line in str(text).splitlines()]
    for text in texts or [""]:
        yield f"{head}  {text}".rstrip()


def _texts(kind: str, payload: Mapping[str, Any]) -> Iterator[str]:
    for key in ("error", "text", "path"):
        if isinstance(payload.get(key), str):
            yield payload[key]
    if kind == EventType.METRIC.value:
        points = payload.get("points") or ()
        yield ", ".join(f"{p['name']} {p['value']} (step {p['step']}, {p['node_id']})" for p in points)
    for output in payload.get("outputs") or ():
        if output.get("output_kind") == OutputKind.TEXT.value:
            yield str(output.get(OutputKind.TEXT.value, ""))
        elif output.get("output_kind") == OutputKind.PROGRESS.value:
            yield json.dumps(output.get(OutputKind.PROGRESS.value), ensure_ascii=False)
