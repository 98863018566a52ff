"""Frames as bytes, and events put into them without being parsed."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.api.frames import event_frames, message, text_frame
from app.core.events.kinds import EventType
from app.core.events.strict import dumps
from app.db.rows import EventRow

RUN = "a" * 32


def opened(frames: bytes) -> list[dict[str, Any]]:
    """Read the frames as a client does; keys that stand twice are refused."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({key for key, _ in pairs}) == len(pairs), pairs
        return dict(pairs)

    found = []
    while frames:
        assert frames[0] == 0x81
        size, at = frames[1], 2
        if size == 126:
            [size], at = struct.unpack_from("!H", frames, 2), 4
            assert size > 125
        elif size == 127:
            [size], at = struct.unpack_from("!Q", frames, 2), 10
            assert size > 65535
        found.append(json.loads(frames[at : at + size].decode("utf-8"), object_pairs_hook=once))
        frames = frames[at + size :]
    return found


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_lengths_are_written_as_the_protocol_has_them(size: int) -> None:
    frame = text_frame(b'"' + b"x" * (size - 2) + b'"' if size > 1 else b"1" * size)
    head = 2 if size < 126 else 4 if size < 65536 else 10
    assert len(frame) == head + size
    if size:
        assert len(opened(frame)) == 1


@pytest.mark.parametrize("kind", [*EventType, "of_a_later_version"])
@pytest.mark.parametrize("payload", [None, {}, {"node_id": "é中"}, {"a": {"type": 1, "run_id": 2}}])
def test_an_event_is_its_payload_with_type_run_and_cursor(kind: str, payload: dict[str, Any] | None) -> None:
    name = kind.value if isinstance(kind, EventType) else kind
    rows = [EventRow(7, name, dumps(payload), "t"), EventRow(8, name, dumps(payload), "t")]
    head = {"type": name, "run_id": RUN}
    assert opened(event_frames(RUN, rows)) == [
        {**head, "cursor": 7, **(payload or {})},
        {**head, "cursor": 8, **(payload or {})},
    ]


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("execution_start", {"run_id": RUN}),
        ("run_warning", {"kind": "k", "type": "t", "cursor": 3, "run_id": "x"}),
        ("execution_error", {"error": "e", "type": "x"}),
        ("later", {"cursor": 3}),
    ],
)
def test_a_key_of_ours_never_stands_twice(kind: str, payload: dict[str, Any]) -> None:
    [event] = opened(event_frames(RUN, [EventRow(1, kind, dumps(payload), "t")]))
    assert event == {**payload, "type": kind, "run_id": RUN, "cursor": 1}


@settings(max_examples=200)
@given(st.dictionaries(st.text(min_size=1), st.text() | st.integers() | st.floats() | st.none(), max_size=5))
def test_any_payload_that_was_stored_comes_out_as_it_was(payload: dict[str, Any]) -> None:
    payload = {f"_{key}": value for key, value in payload.items()}
    text = dumps(payload)
    [event] = opened(event_frames(RUN, [EventRow(1, "node_status", text, "t")]))
    assert event == {"type": "node_status", "run_id": RUN, "cursor": 1, **json.loads(text)}


def test_messages_of_ours_are_strict_json() -> None:
    assert opened(message("error", value=float("nan"), text="\ud800")) == [
        {"type": "error", "value": None, "text": "\ufffd"}
    ]
