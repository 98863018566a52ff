"""File names of downloads survive the way to the user's disk."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.disposition import attachment


def read(value: str) -> str:
    """The name as a browser takes it (RFC 6266, 4.3: filename* wins)."""
    extended = re.search(r"filename\*=UTF-8''([^;]+)\Z", value)
    if extended:
        return unquote(extended[1], errors="strict")
    plain = re.search(r'filename="([^"]*)"', value)
    assert plain
    return plain[1]


@pytest.mark.parametrize(
    "name", ["model.pt", "John's (1) été.pt", '張量 "a".csv', "a%41.bin", "semi;colon, comma.txt", "x" * 255, "~é&+.pt"]
)
def test_names_round_trip(name: str) -> None:
    assert read(attachment(name)) == name


def test_the_exact_header() -> None:
    assert attachment("a b.pt") == 'attachment; filename="a b.pt"'
    assert attachment("été.pt") == "attachment; filename=\"ete.pt\"; filename*=UTF-8''%C3%A9t%C3%A9.pt"


@given(st.text(min_size=1))
def test_no_name_breaks_out_of_the_header(name: str) -> None:
    value = attachment(name)
    assert value.isascii()
    assert value.isprintable()
    assert value.startswith('attachment; filename="')
    assert value.count('"') == 2
