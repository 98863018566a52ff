"""The payload cap holds for every payload and every cap, and capping twice is capping once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.events.cap import MIN_CAP_BYTES, cap, capped_text
from app.core.events.strict import dumps, size_bytes

texts = st.text(max_size=40) | st.text(max_size=6).map(lambda text: text * 300)
leaves = st.none() | st.booleans() | st.integers() | st.floats() | texts | st.binary(max_size=30)
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5), max_leaves=12
)
entries = st.fixed_dictionaries(
    {"output_kind": st.sampled_from(["text", "image", "tensor_summary", "chart"])},
    optional={"port": texts, "text": texts, "image": anything, "chart": anything, "elided": st.booleans()},
)
payloads = st.fixed_dictionaries(
    {},
    optional={
        "node_id": texts,
        "status": texts,
        "run_id": texts,
        "reason": texts | st.integers(),
        "error": texts,
        "outputs": st.lists(entries, max_size=5) | anything,
        "points": st.lists(anything, max_size=5),
        "other": anything,
    },
)
caps = st.integers(0, 4000)


@given(payloads, caps)
def test_the_text_is_within_the_cap_and_strict(payload: dict[str, Any], limit: int) -> None:
    text = capped_text(payload, limit)
    assert size_bytes(text) <= max(limit, MIN_CAP_BYTES)
    json.loads(text, parse_constant=lambda word: pytest.fail(word))


@pytest.mark.req("EA-062")
@given(payloads, caps)
def test_capping_twice_is_capping_once(payload: dict[str, Any], limit: int) -> None:
    once = cap(payload, limit)
    assert dumps(cap(once, limit)) == dumps(once)
    assert capped_text(once, limit) == capped_text(payload, limit)
    assert capped_text(json.loads(capped_text(payload, limit)), limit) == capped_text(payload, limit)


@given(payloads, caps)
def test_what_fits_is_not_touched(payload: dict[str, Any], limit: int) -> None:
    text = dumps(payload)
    if size_bytes(text) <= max(limit, MIN_CAP_BYTES):
        assert cap(payload, limit) is payload
        assert capped_text(payload, limit) == text
    else:
        assert cap(payload, limit) != payload


@given(st.lists(entries, min_size=1, max_size=5), st.integers(600, 4000))
def test_no_entry_above_its_share_survives_a_payload_that_was_too_large(outputs: list[Any], limit: int) -> None:
    payload = {"node_id": "n", "status": "completed", "outputs": outputs}
    if size_bytes(dumps(payload)) <= limit:
        return
    capped = cap(payload, limit)
    if "outputs" not in capped:
        assert capped["elided"] is True
        return
    for before, after in zip(outputs, capped["outputs"], strict=True):
        size = size_bytes(dumps(before))
        if size > limit // len(outputs):
            assert after["elided"] is True
            assert (after["output_kind"], after["bytes"], after["cap_bytes"]) == (before["output_kind"], size, limit)
        else:
            assert dumps(after) == dumps(before)
