"""The three steps of the cap, each on a payload that needs just it."""

from __future__ import annotations

import json

import pytest

from app.core.events.cap import CUT_MARK, cap, capped_text
from app.core.events.strict import size_bytes


def test_a_large_entry_becomes_a_marker_and_the_small_ones_stay() -> None:
    image = {"output_kind": "image", "port": "pic", "image": {"data": "x" * 5000}}
    text = {"output_kind": "text", "text": "short"}
    size = size_bytes(json.dumps(image, separators=(",", ":")))
    capped = cap({"node_id": "n", "status": "completed", "outputs": [text, image]}, 1000)
    assert capped == {
        "node_id": "n",
        "status": "completed",
        "outputs": [
            text,
            {"output_kind": "image", "port": "pic", "elided": True, "bytes": size, "cap_bytes": 1000},
        ],
    }


def test_long_texts_at_the_top_are_cut_with_a_mark_and_use_the_room_there_is() -> None:
    text = capped_text({"node_id": "n", "status": "error", "error": "é" * 5000}, 1000)
    capped = json.loads(text)
    assert capped["node_id"] == "n"
    assert capped["error"].endswith(CUT_MARK)
    assert set(capped["error"].removesuffix(CUT_MARK)) == {"é"}
    assert 990 <= size_bytes(text) <= 1000


def test_what_is_still_too_large_collapses_to_what_names_the_node() -> None:
    payload = {"node_id": "n", "status": "progress", "points": list(range(5000)), "reason": "cancelled"}
    size = size_bytes(json.dumps(payload, separators=(",", ":")))
    assert cap(payload, 1000) == {
        "elided": True,
        "bytes": size,
        "cap_bytes": 1000,
        "node_id": "n",
        "status": "progress",
        "reason": "cancelled",
    }


def test_a_node_id_longer_than_the_cap_does_not_break_it() -> None:
    capped = cap({"node_id": "n" * 5000, "status": "completed", "rest": [0] * 5000}, 256)
    assert capped["node_id"] == "n" * 24 + "…"
    assert capped["status"] == "completed"


def test_a_payload_of_null_stays_null() -> None:
    assert capped_text(None, 1000) == "null"


@pytest.mark.parametrize("limit", [300, 5000])
def test_the_cap_given_is_the_cap_used(limit: int) -> None:
    text = capped_text({"node_id": "n", "error": "x" * 20_000}, limit)
    assert limit - 10 <= size_bytes(text) <= limit
