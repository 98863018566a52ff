"""The switch: which word leads where, and what words that lead nowhere answer."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app import __version__
from app.__main__ import main
from app.cli.dispatch import COMMANDS
from app.cli.display import has_display

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEFYUI_LANG", "en")


@pytest.mark.req("RW-018")
def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"codefyui-desktop {__version__}\n"


def test_version_loads_nothing_but_the_standard_library(repo: Path) -> None:
    code = (
        "import sys, json\nfrom app.__main__ import main\nmain(['--version'])\n"
        "print(json.dumps(sorted({m.split('.')[0] for m in sys.modules})))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repo, capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    ours_and_theirs = {"app", *sys.stdlib_module_names}
    assert {m for m in loaded - ours_and_theirs if not m.startswith(("_", "sitecustomize"))} == set()
    assert not loaded & {"argparse", "asyncio", "http", "json5"}


@pytest.mark.parametrize("word", ["--help", "-h", "help"])
def test_help_names_every_command(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word]) == 0
    shown = capsys.readouterr().out
    assert [c.name for c in COMMANDS if f"cdui {c.name} " not in shown] == []


@pytest.mark.parametrize("command", [c.name for c in COMMANDS if c.module != "cli.absent"])
@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_every_command_has_a_help_page(
    command: str, lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEFYUI_LANG", lang)
    try:
        code = main([command, "--help"])
    except SystemExit as ended:
        code = int(ended.code or 0)
    assert code == 0
    shown = capsys.readouterr().out
    assert f"cdui {command}" in shown
    assert ("選項" in shown or "用法" in shown) == (lang == "zh-TW")


def test_every_command_names_a_module_with_a_main() -> None:
    for command in COMMANDS:
        assert callable(importlib.import_module(f"app.{command.module}").main)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("rum", "Did you mean 'run'?"),
        ("validat", "Did you mean 'validate'?"),
        ("xyzzy", "There is no command 'xyzzy'."),
    ],
)
def test_an_unknown_word_exits_2_and_names_a_near_one(word: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err


@pytest.mark.parametrize("word", ["none.json", "NONE.JSON"])
def test_a_graph_file_is_for_the_window(
    word: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([word]) == 2
    assert f"There is no file {word}" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["cdui://nowhere"], ["--window", "CDUI:x"]])
def test_a_link_that_leads_nowhere_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert words[-1] in capsys.readouterr().err


def test_agent_says_that_it_is_not_there_yet(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agent", "start"]) == 2
    assert "not built yet" in capsys.readouterr().err


def test_without_a_display_the_window_names_the_server(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert main([]) == 2
    assert "cdui --server" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environ", "platform", "there"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux", True),
        ({"QT_QPA_PLATFORM": "xcb"}, "linux", False),
    ],
)
def test_where_a_window_could_be(environ: dict[str, str], platform: str, there: bool) -> None:
    assert has_display(environ, platform) is there


def test_ctrl_c_exits_130(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.cli import status

    def interrupted(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(status, "main", interrupted)
    assert main(["status"]) == 130
