"""WebSocket frames as bytes (RFC 6455, section 5.2), made from events whose payloads are JSON text already."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

from app.api.answers import to_bytes
from app.core.events.kinds import EventType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.db.rows import EventRow

PING = b"\x89\x00"

CLOSE_TOO_BIG = b"\x88\x02\x03\xf1"
"""Close code 1009."""

_TEXT = 0x81
"""The only frame of a text message; a server does not mask."""

_SPLICED = frozenset(
    {
        EventType.NODE_STATUS.value,
        EventType.INNER_NODE_STATUS.value,
        EventType.METRIC.value,
        EventType.ARTIFACT.value,
        EventType.EXECUTION_COMPLETE.value,
        EventType.EXECUTION_STOPPED.value,
    }
)
"""Types whose payloads have none of the keys `type`, `run_id` and `cursor`."""


def text_frame(text: bytes) -> bytes:
    """One text message of UTF-8."""
    size = len(text)
    if size < 126:
        return struct.pack("!BB", _TEXT, size) + text
    if size < 65536:
        return struct.pack("!BBH", _TEXT, 126, size) + text
    return struct.pack("!BBQ", _TEXT, 127, size) + text


def message(kind: str, **fields: Any) -> bytes:
    """A frame of ours: {type, ...fields}."""
    return text_frame(to_bytes({"type": kind, **fields}))


def event_frames(run_id: str, rows: Sequence[EventRow]) -> bytes:
    """The frames of several events, one behind the other: {type, run_id, cursor, ...payload}."""
    return b"".join([text_frame(_event_text(run_id, row)) for row in rows])


def _event_text(run_id: str, row: EventRow) -> bytes:
    """The payload is put in as it was stored, unless it has a key that would then stand there twice."""
    payload = row.payload_json
    if row.type in _SPLICED:
        head = f'{{"type":"{row.type}","run_id":"{run_id}","cursor":{row.cursor}'
        return f"{head},{payload[1:]}".encode() if len(payload) > 2 and payload[0] == "{" else f"{head}}}".encode()
    own = json.loads(payload)
    return to_bytes(
        {**(own if isinstance(own, dict) else {}), "type": row.type, "run_id": run_id, "cursor": row.cursor}
    )
