"""The grammar of slices: what is meant, and what is refused."""

from __future__ import annotations

import pytest

from app.core.vocab.errors import Refused
from app.engine.slicing import parse, sliced_count


@pytest.mark.parametrize(
    ("text", "parts", "count"),
    [
        ("", (), 24),
        ("  ", (), 24),
        ("[]", (), 24),
        ("0", (0,), 12),
        ("-1", (-1,), 12),
        ("+1", (1,), 12),
        ("[1, 2]", (1, 2), 4),
        (":", (slice(None),), 24),
        ("0, 1:3", (0, slice(1, 3)), 8),
        (" : , ::2 , 3 ", (slice(None), slice(None, None, 2), 3), 4),
        ("..., -1", (..., -1), 6),
        ("0, ...", (0, ...), 12),
        ("0, ..., 1", (0, ..., 1), 3),
        ("0,0,...,0", (0, 0, ..., 0), 1),
        ("...", (...,), 24),
        ("-100:100:1", (slice(-100, 100, 1),), 24),
        ("5:9", (slice(5, 9),), 0),
        (":,:,-2:", (slice(None), slice(None), slice(-2, None)), 12),
    ],
)
def test_what_is_meant(text: str, parts: object, count: int) -> None:
    assert parse(text, (2, 3, 4)) == parts
    assert sliced_count((2, 3, 4), parse(text, (2, 3, 4))) == count


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("a", "slice_malformed", {"part": "a"}),
        ("1,,2", "slice_malformed", {"part": ""}),
        ("1:2:3:4", "slice_malformed", {"part": "1:2:3:4"}),
        ("1.5", "slice_malformed", {"part": "1.5"}),
        ("...,...", "slice_malformed", {"part": "... ..."}),
        ("__import__('os')", "slice_malformed", {"part": "__import__('os')"}),
        ("9" * 30, "slice_malformed", {"part": "9" * 30}),
        ("\u0663", "slice_malformed", {"part": "\u0663"}),
        (":," * 300, "slice_malformed", {"part": ":," * 10 + "…"}),
        ("::0", "slice_step_bad", {"step": 0}),
        ("::-1", "slice_step_bad", {"step": -1}),
        ("0,0,0,0", "slice_too_many_dims", {"parts": 4, "dims": 3}),
        ("2", "slice_index_outside", {"index": 2, "dim": 0, "size": 2}),
        ("0,-4", "slice_index_outside", {"index": -4, "dim": 1, "size": 3}),
        ("..., 4", "slice_index_outside", {"index": 4, "dim": 2, "size": 4}),
    ],
)
def test_what_is_refused(text: str, code: str, params: dict[str, object]) -> None:
    with pytest.raises(Refused) as caught:
        parse(text, (2, 3, 4))
    assert (caught.value.reason.code, caught.value.reason.params) == (code, params)


def test_a_scalar_takes_no_index() -> None:
    assert parse("...", ()) == (...,)
    assert sliced_count((), parse("...", ())) == 1
    with pytest.raises(Refused) as caught:
        parse("0", ())
    assert caught.value.reason.code == "slice_too_many_dims"
