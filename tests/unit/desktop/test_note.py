"""The pages of ours: whole in themselves, in both languages, in the colours of the program."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.desktop import note
from app.desktop.note import GROUNDS, Note
from app.desktop.words import WORDS, say

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_its_colours_are_those_of_the_program(repo: Path, scheme: str) -> None:
    css = (repo / "ui/src/theme/tokens.css").read_text()
    block = css.partition("\n:root[data-theme='light'] {" if scheme == "light" else ":root {")[2].partition("\n}")[0]
    tokens = dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6});", block))
    used = dict(re.findall(r"(--[\w-]+):(#[0-9a-f]{6})", note._COLOURS[scheme]))
    assert len(used) == 7
    assert {name: tokens[name] for name in used} == used
    assert GROUNDS[scheme] == tokens["--app"]
    assert not re.search(r"#[0-9a-fA-F]{3,}", note._STYLE)


@pytest.mark.parametrize("language", ["en", "zh-TW"])
@pytest.mark.parametrize("kind", ["start", "away", "crash"])
def test_it_says_what_is_and_what_to_do(kind: str, language: str) -> None:
    page = Note(kind, "").page("dark", language)
    assert f'lang="{language}"' in page
    assert f"<h1>{say(kind + '_head', language)}</h1>" in page
    assert ("<button" in page) is (kind != "start")
    assert "http" not in page.replace("http-equiv", "")


def test_what_a_server_said_is_text() -> None:
    page = Note("away", "<script>alert(1)</script>").page("light", "")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_it_asks_by_the_way_that_the_policy_allows() -> None:
    page = Note("away").page("dark", "en")
    assert "_asyncCallback(JSON.stringify({ method: 'retry' }), 'cdui')" in page
    assert "else location.href = 'cdui:retry'" in page


def test_every_word_is_in_both_languages() -> None:
    for key, (english, chinese) in WORDS.items():
        assert english != chinese, key
        assert set(re.findall(r"\{(\w+)\}", english)) == set(re.findall(r"\{(\w+)\}", chinese))
