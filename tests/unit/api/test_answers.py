"""Strict JSON out."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api import answers
from app.api.answers import to_bytes, to_chunks


def _refuse(name: str) -> None:
    raise AssertionError(name)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": math.nan, "b": [math.inf, -math.inf, 1.5]}, b'{"a":null,"b":[null,null,1.5]}'),
        ({"a": ("x", math.nan)}, b'{"a":["x",null]}'),
        ("\ud800", '"�"'.encode()),
        ("é", '"é"'.encode()),
        (True, b"true"),
    ],
)
def test_what_leaves_is_strict(value: object, text: bytes) -> None:
    assert to_bytes(value) == text


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(_VALUES)
def test_any_value_leaves_as_json_that_a_browser_parses(value: object) -> None:
    json.loads(to_bytes(value).decode(), parse_constant=_refuse)


@given(st.lists(_VALUES, max_size=30), st.integers(1, 200))
def test_chunks_are_the_same_text_cut(values: list[object], size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "CHUNK_CHARACTERS", size)
        patch.setattr("app.core.vocab.jsonpieces.BIG_ITEMS", 5)
        chunks = to_chunks(values)
    assert b"".join(chunks) == to_bytes(values)
    assert all(chunks)


def test_chunks_of_many_numbers_are_small() -> None:
    chunks = to_chunks([[n / 7, n / 3] for n in range(50_000)])
    assert len(chunks) > 10
    assert max(map(len, chunks)) < 4 * answers.CHUNK_CHARACTERS
