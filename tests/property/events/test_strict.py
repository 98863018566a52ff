"""Strict JSON: whatever goes in, a text comes out that every parser reads."""

from __future__ import annotations

import json
import math
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.core.events.strict import clean, dumps, size_bytes

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=20)
    | st.binary(max_size=8) | st.complex_numbers() | st.builds(object)
)  # fmt: skip
keys = st.text(max_size=5) | st.integers() | st.floats() | st.none() | st.booleans() | st.tuples(st.integers())
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4) | st.tuples(inner, inner),
    max_leaves=20,
)


def _refuse(word: str) -> Any:
    raise AssertionError(f"{word} is no JSON")


def strict_loads(text: str) -> Any:
    """Parse as a browser would: no NaN, no infinities."""
    return json.loads(text, parse_constant=_refuse)


@given(values)
def test_any_value_becomes_strict_json_in_utf8(value: Any) -> None:
    text = dumps(value)
    text.encode("utf-8")
    assert size_bytes(text) == len(text.encode("utf-8"))
    strict_loads(text)


@given(values)
def test_writing_what_was_read_gives_the_same_text(value: Any) -> None:
    text = dumps(value)
    assert dumps(json.loads(text)) == dumps(clean(json.loads(text)))
    assert dumps(json.loads(dumps(json.loads(text)))) == dumps(json.loads(text))


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(plain)
def test_json_values_pass_unchanged_on_both_paths(value: Any) -> None:
    assert json.loads(dumps(value)) == value
    assert dumps(clean(value)) == dumps(value)


@given(st.floats())
def test_numbers_without_a_json_word_are_null(number: float) -> None:
    expected = number if math.isfinite(number) else None
    assert strict_loads(dumps({"x": [number]})) == {"x": [expected]}
