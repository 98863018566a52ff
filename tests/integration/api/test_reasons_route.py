"""The sentences of all codes, by language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.vocab.reason import WORDS
from tests.support.plane import make, serving

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.req("EA-270")
async def test_each_language_has_every_sentence(tmp_path: Path) -> None:
    async with serving(make(tmp_path)) as client:
        english = await client.get("/api/reasons")
        chinese = await client.get("/api/reasons", headers={"Accept-Language": "zh-TW"})
        again = await client.get("/api/reasons", headers={"If-None-Match": english.headers["ETag"]})
        other = await client.get("/api/reasons?lang=zh-TW", headers={"If-None-Match": english.headers["ETag"]})
    assert english.json == {"lang": "en", "sentences": {code: words[0] for code, words in WORDS.items()}}
    assert chinese.json == {"lang": "zh-TW", "sentences": {code: words[1] for code, words in WORDS.items()}}
    assert (again.status, again.body) == (304, b"")
    assert (other.status, other.json) == (200, chinese.json)
