"""The form reader: any cut of the body into pieces gives the same file, and what is no form is refused."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.api.multipart import MAX_AROUND_BYTES, FormBroken, FormFile, boundary_of
from tests.support.forms import BOUNDARY, form

OTHER = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n'.encode()


def read(body: bytes, *cuts: int) -> tuple[str | None, bytes]:
    """(file name, file) of a body that arrives in pieces."""
    form_file = FormFile(BOUNDARY.encode())
    edges = [0, *sorted(cuts), len(body)]
    data = b"".join(p for a, b in pairwise(edges) for p in form_file.feed(body[a:b]))
    form_file.close()
    return form_file.filename, data


@pytest.mark.parametrize(
    "data", [b"", b"abc", b"\r\n", b"\r\n--", f"\r\n-{BOUNDARY}\r\n--".encode(), bytes(range(256)) * 9]
)
def test_every_byte_arrives_however_the_body_is_cut(data: bytes) -> None:
    body = form("a.csv", data, before=OTHER)
    for at in range(len(body)):
        assert read(body, at) == ("a.csv", data)
    assert read(body, *range(len(body))) == ("a.csv", data)


@settings(deadline=None)
@given(st.binary(max_size=300), st.lists(st.integers(0, 500), max_size=8))
def test_any_bytes_in_any_pieces(data: bytes, cuts: list[int]) -> None:
    body = form("a.csv", data)
    if f"\r\n--{BOUNDARY}".encode() not in data:
        assert read(body, *(min(c, len(body)) for c in cuts)) == ("a.csv", data)


@settings(deadline=None)
@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=4))
def test_what_is_no_form_is_refused_and_breaks_nothing(body: bytes, cuts: list[int]) -> None:
    with pytest.raises(FormBroken):
        read(body, *(min(c, len(body)) for c in cuts))


def test_a_form_that_ends_early_is_told_at_every_length() -> None:
    body = form("a.csv", b"x" * 50)
    # once the two dashes of the last delimiter are there, the form is whole
    for length in range(len(body) - len("\r\n")):
        with pytest.raises(FormBroken):
            read(body[:length])
    assert read(body[:-2]) == ("a.csv", b"x" * 50)


@pytest.mark.parametrize(
    ("given_name", "name"),
    [
        ('filename="été 張量.pt"', "été 張量.pt"),
        ('filename="a;b, c%41.pt"', "a;b, c%41.pt"),
        (r'filename="say \"hi\".pt"', 'say "hi".pt'),
        ("filename=plain.pt", "plain.pt"),
        ("filename=\"x.pt\"; filename*=UTF-8''%C3%A9t%C3%A9.pt", "été.pt"),
        ("filename*=utf-8''a%20b.pt", "a b.pt"),
        ("filename=\"x.pt\"; filename*=latin1''%E9.pt", "x.pt"),
        ('FileName="x.pt"', "x.pt"),
    ],
)
def test_names_are_read_as_they_are_sent(given_name: str, name: str) -> None:
    head = f'--{BOUNDARY}\r\ncontent-disposition: form-data; name="file"; {given_name}\r\nContent-Type: a/b\r\n\r\n'
    assert read(head.encode() + f"data\r\n--{BOUNDARY}--".encode()) == (name, b"data")


def test_only_the_first_file_of_the_field_counts() -> None:
    second = form("b.csv", b"second")
    first = form("a.csv", b"first", end=False, before=form("z.csv", b"zzz", field="other", end=False) + b"\r\n")
    assert read(first + b"\r\n" + second) == ("a.csv", b"first")
    assert read(OTHER + f"--{BOUNDARY}--".encode()) == (None, b"")


@pytest.mark.parametrize(
    "around",
    [
        b"p" * (MAX_AROUND_BYTES + 1000),
        OTHER.replace(b"hello", b"h" * (MAX_AROUND_BYTES + 1)),
        f"--{BOUNDARY}\r\nX: ".encode() + b"h" * (MAX_AROUND_BYTES + 1),
        OTHER * 2000,
    ],
)
def test_what_is_not_the_file_is_bounded(around: bytes) -> None:
    reader = FormFile(BOUNDARY.encode())
    pieces = (around[at : at + 1000] for at in range(0, len(around), 1000))
    with pytest.raises(FormBroken):
        deque((part for piece in pieces for part in reader.feed(piece)), maxlen=0)


def test_memory_stays_at_one_piece() -> None:
    reader = FormFile(BOUNDARY.encode())
    list(reader.feed(form("a.csv", b"", end=False)))
    for _ in range(50):
        assert len(b"".join(reader.feed(b"x" * 10_000))) >= 9_900
        assert len(reader._kept) < 100


@pytest.mark.parametrize(
    ("content_type", "boundary"),
    [
        ("multipart/form-data; boundary=abc", b"abc"),
        ('Multipart/Form-Data; charset=x; Boundary="a b:c"', b"a b:c"),
        ("multipart/form-data", None),
        ("multipart/form-data; boundary=", None),
        ("multipart/form-data; boundary=" + "x" * 71, None),
        ("multipart/mixed; boundary=abc", None),
        ("application/json", None),
        ("", None),
    ],
)
def test_the_boundary(content_type: str, boundary: bytes | None) -> None:
    assert boundary_of(content_type) == boundary
