"""Lines as the formatter breaks them."""

from __future__ import annotations

import ast
import random

import pytest

from app.export.layout import Named, Source, call, lay, literal, nested
from tests.support.scripts import style_faults


def test_a_call_breaks_to_one_line_of_arguments_first() -> None:
    short = [f"value_{number:02}" for number in range(8)]
    assert lay("name = ", call("f", *short[:2]), 1) == ["    name = f(value_00, value_01)"]
    wide = call("torch.nn.functional.some_function_with_a_name", *short)
    assert lay("name = ", wide, 1) == [
        "    name = torch.nn.functional.some_function_with_a_name(",
        "        " + ", ".join(short),
        "    )",
    ]


def test_lists_break_to_one_item_a_line() -> None:
    rows = [[0.5] * 10, [1.25] * 10, [2.0] * 10]
    lines = lay("x = ", call("torch.tensor", nested(rows), "dtype=torch.float32"), 1)
    assert [line.strip()[:8] for line in lines] == [
        "x = torc",
        "[",
        "[0.5, 0.",
        "[1.25, 1",
        "[2.0, 2.",
        "],",
        "dtype=to",
        ")",
    ]


@pytest.mark.parametrize("seed", range(6))
def test_the_formatter_changes_nothing(seed: int) -> None:
    dice = random.Random(seed)
    lines = []
    for number in range(40):
        words = [f"name_{dice.randrange(10 ** dice.randrange(1, 24))}" for _ in range(dice.randrange(2, 9))]
        grid = nested([[dice.random() for _ in range(dice.randrange(1, 9))] for _ in range(dice.randrange(1, 4))])
        inner = call("inner", words[0], Named("more", call("innermost", *words[1:])))
        arguments: list[Source] = [inner, Named("grid", grid), *words]
        lines += lay(f"value_{number} = ", call("module.function", *arguments[dice.randrange(3) :]), 0)
    assert style_faults("\n".join(lines) + "\n").count("@@") == 0


@pytest.mark.parametrize(
    "value",
    [*("plain", 'a "b"', "it's", "both ' and \"", "\\n", "new\nline\ttab", "節點", "\ud800", "\x00\x7f", "\U000e0001")],
)
def test_texts_come_back(value: str) -> None:
    written = literal(value)
    assert ast.literal_eval(written) == value
    if "\ud800" not in value:
        assert style_faults(f"x = {written}\n") == ""
    written.encode("utf-8")


def test_numbers_that_have_no_literal() -> None:
    assert literal(float("-inf")) == 'float("-inf")'
    assert literal((1,)) == "(1,)"
    assert literal([True, None, 1e-08]) == "[True, None, 1e-08]"
