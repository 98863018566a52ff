"""Names and places as people type them."""

from __future__ import annotations

import pytest

from app.nodes.data.selection import name_list


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a, b", ["a", "b"]),
        ('"a, b", c', ["a, b", "c"]),
        ("a\r\nb\rc\nd", ["a", "b", "c", "d"]),
        ("\r0", ["0"]),
        ("", []),
        ("x" * 200_000 + ",y", ["x" * 200_000, "y"]),
    ],
)
def test_names_are_split_at_commas_and_line_ends(text: str, names: list[str]) -> None:
    assert name_list(text) == names
