"""Values that JSON has no word for."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Any

import numpy as np
import pytest

from app.core.events.strict import MAX_DEPTH, MAX_REPR, describe, dumps


class Colour(str, Enum):  # noqa: UP042 (run-side code has enums of this form)
    RED = "red"


class Loud:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": float("nan"), "b": [float("-inf"), 1.5]}, '{"a":null,"b":[null,1.5]}'),
        ({7: 2, None: 3, True: 4, 1.5: 5}, '{"7":2,"null":3,"true":4,"1.5":5}'),
        ({float("nan"): 1, (1, 2): 2}, '{"null":1,"(1, 2)":2}'),
        (b"\x00\xff", "\"b'\\\\x00\\\\xff'\""),
        ("\ud800a", '"\ufffda"'),
        ({"\udfff": "\udfff"}, '{"\ufffd":"\ufffd"}'),
        ({3, 1, 2}, "[1,2,3]"),
        (frozenset({"b", "a"}), '["a","b"]'),
        ((1, (2,)), "[1,[2]]"),
        (Colour.RED, '"red"'),
        (np.float32(1.5), "1.5"),
        ([np.int64(7), np.bool_(True), np.float64("nan")], "[7,true,null]"),
        (10**400, str(10**400)),
        (-(10**5000), '"<integer of 16610 bits>"'),
        (1j, '"1j"'),
        (object(), '"<object object>"'),
        (Loud(), '"<Loud>"'),
        ("中文\n", '"中文\\n"'),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_kind_has_its_text(value: Any, text: str) -> None:
    assert dumps(value) == text


def test_cycles_and_deep_nesting_end() -> None:
    loop: list[Any] = [1]
    loop.append({"again": loop})
    assert dumps(loop) == '[1,{"again":"<cycle>"}]'
    deep: Any = "bottom"
    for _ in range(100_000):
        deep = [deep]
    assert dumps(deep) == "[" * MAX_DEPTH + '"<list of 1>"' + "]" * MAX_DEPTH
    while isinstance(deep, list):  # a chain this long must not be freed by recursion
        deep = deep.pop()


def test_the_same_object_twice_is_no_cycle() -> None:
    shared = {"x": float("nan")}
    assert dumps([shared, shared]) == '[{"x":null},{"x":null}]'


def test_descriptions_are_short_and_hold_no_address() -> None:
    assert len(describe("x" * 10_000)) == MAX_REPR
    assert len(describe(b"x" * 10_000)) <= MAX_REPR
    assert " at 0x" not in describe(sys.stdout.write) + describe(lambda: None)
