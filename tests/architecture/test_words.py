"""Reasons: every code that the code raises is in the table, and the table is whole in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.cli.words import WORDS as CLI_WORDS
from app.core.vocab.reason import WORDS, inside, placeholders
from app.desktop.words import WORDS as WINDOW_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

REPO = Path(__file__).resolve().parents[2]
MAINLAND = (
    "文件夾",
    "服務器",
    "隊列",
    "默認",
    "保存",
    "網絡",
    "信息",
    "軟件",
    "硬盤",
    "內存",
    "數據集",
    "加載",
    "鏈接",
)
"""Words of mainland usage, in Traditional characters."""


def _simplified(text: str) -> set[str]:
    """Characters that Big5, the old code page of Taiwan, cannot write."""
    found = set()
    for character in text:
        if "\u4e00" <= character <= "\u9fff":
            try:
                character.encode("big5")
            except UnicodeEncodeError:
                found.add(character)
    return found


TABLES = {
    **{f"reason {code}": words for code, words in WORDS.items()},
    **{f"cli {key}": words for key, words in CLI_WORDS.items()},
    **{f"window {key}": words for key, words in WINDOW_WORDS.items()},
}


def test_no_sentence_leaves_it_open_whether_it_is_one_or_several() -> None:
    assert [key for key, words in TABLES.items() if re.search(r"[a-z]\((?:s|es)\)", words[0])] == []


def test_codes_are_plain_words() -> None:
    assert [code for code in WORDS if not re.fullmatch(r"[a-z][a-z0-9_]*", code)] == []


@pytest.mark.parametrize("key", TABLES)
def test_both_languages_are_there_with_the_same_params(key: str) -> None:
    english, chinese = TABLES[key]
    assert english.strip()
    assert placeholders(english) == placeholders(chinese)
    assert _simplified(chinese) == set()
    assert [word for word in MAINLAND if word in chinese] == []
    assert chinese != english or not re.search("[A-Za-z]{3}", re.sub(r"{\w*}", "", english))


SAMPLES = dict.fromkeys(("why", "text", "message", "problem"), "The disk is full. Make room.")
SENTENCE_BREAK = re.compile(r"\.\.(?!\.)|[.。]。|。\.|(?<![.\w/])\w+ \w+\. [a-z]")


@pytest.mark.parametrize("key", TABLES)
def test_a_sentence_within_a_sentence_reads_as_one(key: str) -> None:
    """No second full stop after it, and nothing goes on in small letters after one."""
    for words in TABLES[key]:
        # what a sentence begins with is a thing that it tells of
        subject = re.match(r"\{(\w+)\} ", words)
        samples = {name: text for name, text in SAMPLES.items() if not subject or name != subject[1]}
        plain = {name: samples.get(name, _Sample()) for name in placeholders(words)}
        said = words.format(**inside(words, plain))
        assert SENTENCE_BREAK.findall(re.sub(r"\.{3}|(?<=['「])\.\.", "", said)) == [], said


class _Sample:
    """Takes any format."""

    def __format__(self, spec: str) -> str:
        return spec.replace("%s", "X") or "X"

    def __repr__(self) -> str:
        return "'X'"


def test_simplified_characters_are_told() -> None:
    assert _simplified("節點檔案儲存，設定裝置 abc") == set()
    assert _simplified("节点") == {"节", "点"}


def _raised() -> Iterator[tuple[str, str]]:
    """(where, code) of each `reason("...")` and `<Error>.of("...")` whose code is written out."""
    for top in ("app", "agent"):
        for path in sorted((REPO / top).rglob("*.py")):
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(call, ast.Call) or not call.args or not isinstance(call.args[0], ast.Constant):
                    continue
                function = call.func
                is_reason = isinstance(function, ast.Name) and function.id == "reason"
                is_error = isinstance(function, ast.Attribute) and function.attr == "of"
                if is_reason or is_error:
                    yield f"{path.relative_to(REPO)}:{call.lineno}", str(call.args[0].value)


def test_every_code_that_is_raised_has_its_words() -> None:
    assert [(where, code) for where, code in _raised() if code not in WORDS] == []
