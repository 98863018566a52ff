"""JSON in pieces is what the standard library makes of it in one: values, texts, errors and where they are."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.vocab import jsonpieces

if TYPE_CHECKING:
    from collections.abc import Iterator

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=6), inner, max_size=9),
    max_leaves=60,
)
LAYOUTS = st.sampled_from([{}, {"separators": (",", ":")}, {"indent": 1}, {"ensure_ascii": False}])
FORGIVING = settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of a few characters, so that every case meets their ends."""
    monkeypatch.setattr(jsonpieces, "BIG_CHARACTERS", 0)
    monkeypatch.setattr(jsonpieces, "_WINDOW", 13)
    monkeypatch.setattr(jsonpieces, "BIG_ITEMS", 3)


def _refuse(literal: str) -> float:
    raise ValueError(literal)


DECODERS = (
    json.JSONDecoder(),
    json.JSONDecoder(parse_constant=_refuse, parse_float=lambda text: ("float", text), object_pairs_hook=tuple),
)


def outcome(read: Any, text: str) -> Any:
    """The value read, or what was raised and where."""
    try:
        return read(text)
    except json.JSONDecodeError as error:
        return error.msg, error.pos, error.lineno, error.colno
    except ValueError as error:
        return str(error)


@FORGIVING
@given(VALUES, LAYOUTS)
def test_what_is_read(value: Any, layout: dict[str, Any]) -> None:
    text = json.dumps(value, **layout)
    for decoder in DECODERS:
        assert repr(jsonpieces.read(text, decoder)) == repr(decoder.decode(text))


@FORGIVING
@given(VALUES, LAYOUTS, st.data())
def test_what_is_wrong_and_where(value: Any, layout: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value, **layout)
    at = data.draw(st.integers(0, len(text)))
    inserted = data.draw(
        st.sampled_from(["", ",", "]", "}", "[", "{", '"', ":", " ", "\n", "1", "-", "NaN", "x", "\x01"])
    )
    broken = text[:at] + inserted + text[at + data.draw(st.integers(0, 2)) :]
    for decoder in DECODERS:
        assert repr(outcome(lambda t, d=decoder: jsonpieces.read(t, d), broken)) == repr(
            outcome(decoder.decode, broken)
        )


@FORGIVING
@given(VALUES)
def test_what_is_written(value: Any) -> None:
    for ascii_only in (True, False):
        encode = json.JSONEncoder(ensure_ascii=ascii_only, separators=(",", ":")).encode
        assert jsonpieces.write(value, encode) == encode(value)


@given(VALUES, st.integers(1, 40))
def test_big_is_told_by_items(value: Any, limit: int) -> None:
    def items(part: Any) -> Iterator[Any]:
        yield part
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from items(inner)

    assert jsonpieces.is_big(value, limit) == (sum(1 for _ in items(value)) >= limit)


def test_long_texts_are_big() -> None:
    assert not jsonpieces.is_big("x" * 64 * 8, 10)
    assert jsonpieces.is_big("x" * 64 * 9, 10)
    assert jsonpieces.is_big({"x" * 64 * 9: 1}, 10)


def test_deep_ones_are_refused_as_the_scanner_does() -> None:
    with pytest.raises(RecursionError):
        jsonpieces.read("[" * 5000, json.JSONDecoder())
    deep: Any = [1]
    for _ in range(jsonpieces.MAX_DEPTH + 10):
        deep = [deep, 1, 2]
    text = json.dumps(deep)
    with pytest.raises(RecursionError):
        jsonpieces.read(text, json.JSONDecoder())
    with pytest.raises(RecursionError):
        jsonpieces.write(deep, json.dumps)
    for _ in range(20):
        deep = deep[0]
    assert jsonpieces.read(json.dumps(deep), json.JSONDecoder()) == deep


def test_taken_apart_down_to_the_params_of_nodes() -> None:
    params = {"a": [1]}
    document: Any = {"nodes": [{"id": "n", "data": {"params": params}}], "presets": [{"nodes": [{"params": params}]}]}
    kept = copy.deepcopy(params)
    nodes, data = document["nodes"], document["nodes"][0]["data"]
    jsonpieces.dismantle(document)
    assert document == {}
    assert nodes == []
    assert data == {}
    assert params == kept


@FORGIVING
@given(st.text("ab", max_size=12), st.text("ab", min_size=1, max_size=4), st.integers(1, 4))
def test_what_a_text_holds(text: str, part: str, piece: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(jsonpieces, "BIG_CHARACTERS", piece)
        assert jsonpieces.holds(text, part) == (part in text)


@FORGIVING
@given(st.lists(st.integers(), max_size=12))
def test_released_rows_are_gone(rows: list[int]) -> None:
    jsonpieces.release(rows)
    assert rows == []
