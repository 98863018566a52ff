"""Range and If-Range as RFC 9110 has them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.api.ranges import Unsatisfiable, etag_of, wanted

MTIME_NS = 1_700_000_000_500_000_000
TAG = etag_of(MTIME_NS, 100)


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("bytes=0-0", (0, 0)),
        ("bytes=0-99", (0, 99)),
        ("bytes=99-", (99, 99)),
        ("bytes=0-100000", (0, 99)),
        ("bytes=-1", (99, 99)),
        ("bytes=-100", (0, 99)),
        ("bytes=-5000", (0, 99)),
        ("Bytes= 3-4 ", (3, 4)),
        ("lines=1-2", None),
        ("bytes", None),
        ("bytes=0-1,5-6", None),
        ("bytes=0-99999999999999999999", (0, 99)),
        (f"bytes=5-{'9' * 5000}", (5, 99)),
        (f"bytes=-{'9' * 5000}", (0, 99)),
        (f"bytes={'0' * 5000}7-{'0' * 30}9", (7, 9)),
        # what is no range is as if it was not there
        ("bytes=5-2", None),
        (f"bytes={'9' * 30}-{'9' * 29}", None),
        ("bytes=", None),
        ("bytes=-", None),
        ("bytes=a-b", None),
        ("bytes=1-2-3", None),
        ("bytes=１-", None),
    ],
)
def test_the_part_that_is_asked_for(asked: str, part: tuple[int, int] | None) -> None:
    assert wanted({"Range": asked}, 100, MTIME_NS) == part


@pytest.mark.parametrize(
    "asked",
    [
        "bytes=100-",
        "bytes=100-200",
        "bytes=-0",
        f"bytes=-{'0' * 30}",
        f"bytes={'9' * 5000}-",
        f"bytes={'9' * 30}-{'9' * 30}",
    ],
)
def test_what_no_file_can_answer(asked: str) -> None:
    with pytest.raises(Unsatisfiable):
        wanted({"Range": asked}, 100, MTIME_NS)


def test_an_empty_file_has_no_first_byte_and_a_whole_tail() -> None:
    assert wanted({"Range": "bytes=-5"}, 0, MTIME_NS) is None
    with pytest.raises(Unsatisfiable):
        wanted({"Range": "bytes=0-"}, 0, MTIME_NS)


@pytest.mark.parametrize(
    ("if_range", "is_same"),
    [
        (TAG, True),
        ("W/" + TAG, False),
        ('"other"', False),
        ("Tue, 14 Nov 2023 22:13:21 GMT", True),
        ("Tue, 14 Nov 2023 22:13:20 GMT", False),
        ("Tue, 14 Nov 2023 22:13:22 GMT", False),
        ("yesterday", False),
        ("", False),
    ],
)
def test_a_part_is_sent_only_of_the_same_state_of_the_file(if_range: str, is_same: bool) -> None:
    found = wanted({"Range": "bytes=5-9", "If-Range": if_range}, 100, MTIME_NS)
    assert found == ((5, 9) if is_same else None)


def test_a_range_that_no_longer_fits_is_no_error_once_the_file_has_changed() -> None:
    assert wanted({"Range": "bytes=500-", "If-Range": '"old"'}, 100, MTIME_NS) is None


@settings(deadline=None)
@given(st.one_of(st.text(), st.from_regex(r"bytes=[0-9]{0,3}-[0-9]{0,3}", fullmatch=True)), st.integers(0, 500))
def test_whatever_is_asked_the_part_lies_in_the_file(asked: str, size: int) -> None:
    try:
        part = wanted({"Range": asked}, size, MTIME_NS)
    except Unsatisfiable:
        return
    assert part is None or 0 <= part[0] <= part[1] < size
