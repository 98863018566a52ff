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
        (b"", "not_json"),
        (b"<html></html>", "not_json"),
        (b"{'a': 1}", "not_json"),
        (b"[1,]", "not_json"),
        (b"[NaN]", "not_json"),
        (b"[Infinity]", "not_json"),
        (b"-Infinity", "not_json"),
        (b'{"a": 1, "a": 2}', "not_json"),
        (b'{"x": {"a": 1, "b": 2, "a": 1}}', "not_json"),
        (b'"\\ud800"', "not_json"),
        (b'{"\\uDC00": 1}', "not_json"),
        (b'"\x00"', "not_json"),
        (b"[1e400]", "number_too_large"),
        (b"9" * 5000, "number_too_large"),
        (b"\xff\xfe[\x00]\x00", "not_utf8"),
        (b'"\xc3"', "not_utf8"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a":' * 100_000, "too_deep"),
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
    assert "'lr'" in caught.value.reason.text()
