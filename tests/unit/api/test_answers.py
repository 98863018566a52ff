"""Strict JSON out."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.answers import to_bytes


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
