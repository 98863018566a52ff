"""Strict JSON in."""

from __future__ import annotations

import pytest

from app.api.body import loads
from app.core.vocab.errors import Refused


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b'{"a": [1, 2.5, null, true]}', {"a": [1, 2.5, None, True]}),
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        ('"é 中"'.encode(), "é 中"),
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        (b" [] ", []),
        (b"-0.0", -0.0),
        (b"1e-999", 0.0),
    ],
)
def test_json_is_read(data: bytes, value: object) -> None:
    assert loads(data) == value


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "json_empty"),
        (b"<html></html>", "json_is_html"),
        (b"{'a': 1}", "json_malformed"),
        (b"[1,]", "json_malformed"),
        (b"[NaN]", "json_bad_number"),
        (b"[Infinity]", "json_bad_number"),
        (b"-Infinity", "json_bad_number"),
        (b'{"a": 1, "a": 2}', "json_key_twice"),
        (b'{"x": {"a": 1, "b": 2, "a": 1}}', "json_key_twice"),
        (b'"\\ud800"', "json_half_character"),
        (b'{"\\uDC00": 1}', "json_half_character"),
        (b'"\x00"', "json_binary"),
        (b"[1e400]", "json_bad_number"),
        (b"9" * 5000, "json_huge_number"),
        (b"\xff\xfe[\x00]\x00", "json_utf16"),
        (b'"\xc3"', "json_not_utf8"),
        (b"[" * 100_000, "json_too_deep"),
        (b'{"a":' * 100_000, "json_too_deep"),
    ],
)
def test_what_is_no_strict_json_is_named(data: bytes, code: str) -> None:
    with pytest.raises(Refused) as caught:
        loads(data)
    assert caught.value.reason.code == code


def test_a_refusal_says_where() -> None:
    with pytest.raises(Refused) as caught:
        loads(b'{\n  "a": 1,\n  oops\n}')
    assert {k: caught.value.reason.params[k] for k in ("line", "column")} == {"line": 3, "column": 3}
    with pytest.raises(Refused) as caught:
        loads(b'{"lr": 1, "lr": 2}')
    assert caught.value.reason.params == {"key": "lr"}
    with pytest.raises(Refused) as caught:
        loads(b'{\n  "a": "\\\\ud800 \\ud83d\\ude00",\n  "b": "\\uDC00"\n}')
    assert caught.value.reason.params == {"line": 3, "column": 9}
