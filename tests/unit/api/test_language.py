"""Which language an answer is written in."""

from __future__ import annotations

import pytest

from app.api.language import accepted


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("zh-TW", "zh-TW"),
        ("zh-Hant-TW,en;q=0.5", "zh-TW"),
        ("en-GB,zh-TW;q=0.9", "en"),
        ("en;q=0.3, zh;q=0.8", "zh-TW"),
        ("fr, de;q=0.9", "en"),
        ("fr, zh-TW;q=0.1", "zh-TW"),
        ("zh-TW;q=0", "en"),
        ("zh-TW;q=nan", "en"),
        ("zh-TW;q=9", "en"),
        ("zh-TW;x", "en"),
        (";;;,,q=", "en"),
    ],
)
def test_accept_language(header: str, lang: str) -> None:
    assert accepted(header) == lang
