"""The words of the command line: complete in both languages, and each of them used."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

from app.__main__ import main
from app.cli import words
from app.core.vocab.run import RunStatus

CLI = Path(words.__file__).parent


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _strings() -> set[str]:
    """Every string in the code of the room, the word tables aside."""
    found = set()
    for path in CLI.glob("*.py"):
        if not path.name.startswith("words"):
            tree = ast.parse(path.read_text())
            found |= {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return found


@pytest.mark.parametrize("key", words.WORDS)
def test_both_languages_say_the_same_with_the_same_params(key: str) -> None:
    english, chinese = words.WORDS[key]
    assert _placeholders(english) == _placeholders(chinese)
    assert english
    assert chinese != english or key in ("refused", "said")


def test_every_key_in_the_code_is_a_word_and_every_word_is_used() -> None:
    used = _strings()
    built = {f"ended_{status}" for status in ("succeeded", "failed", "cancelled", "interrupted")}
    built |= {f"status_is_{status.value}" for status in RunStatus}
    assert {key for key in words.WORDS if key not in used} == built
    for path in CLI.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("say", "CliError") and call.args:
                first = call.args[0]
                assert not isinstance(first, ast.Constant) or first.value in words.WORDS, (path.name, call.lineno)


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-TW"),
        ({"LANG": "zh_CN.UTF-8"}, "en"),
        ({"LANG": "zh_TW.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_ALL": "C", "CODEFYUI_LANG": "zh-TW"}, "zh-TW"),
        ({"CODEFYUI_LANG": "", "LC_MESSAGES": "zh-Hant_TW"}, "zh-TW"),
    ],
)
def test_the_language_is_the_terminals(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name in ("CODEFYUI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert words.language() == language


@pytest.mark.parametrize(
    "line",
    [
        "run --seed x g.json",
        "run --timeout nan g.json",
        "run --bad",
        "run --json=3 g.json",
        "validate",
        "status more",
        "start --port",
        "start --port 1.5",
        "--server --until-idle -1",
    ],
)
def test_a_bad_line_is_refused_in_the_users_language(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEFYUI_LANG", "zh-TW")
    assert main(line.split()) == 2
    said = capsys.readouterr().err
    assert not re.search(r"[A-Za-z]{3,}", re.sub(r"`[^`]*`|'[^']*'|「[^」]*」|--[a-z-]+|^cdui|GRAPH|more", "", said))
    monkeypatch.setenv("CODEFYUI_LANG", "en")
    assert main(line.split()) == 2
    assert re.search(r"[a-z]{3,}", capsys.readouterr().err)


def test_help_in_the_users_language_has_no_heading_of_argparse(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEFYUI_LANG", "zh-TW")
    assert main(["run", "--help"]) == 0
    assert capsys.readouterr().out.startswith("用法：cdui run")
