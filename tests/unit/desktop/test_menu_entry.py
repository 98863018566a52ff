"""The entry of the desktop's menu: what it says, what it quotes, and that it goes as it came."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.__main__ import main
from app.desktop import menu_entry
from app.desktop.menu_entry import data_folder, entry_text, install, quoted, remove

if TYPE_CHECKING:
    from collections.abc import Mapping


def _unquoted(value: str) -> list[str]:
    """A value of Exec as a desktop reads it: escapes of the file first, then the quotes, then the fields."""
    words: list[str] = []
    word, is_quoted = "", False
    signs = iter(value.replace("\\\\", "\\") + " ")
    for sign in signs:
        if sign == '"':
            is_quoted = not is_quoted
        elif sign == "\\" and is_quoted:
            word += next(signs)
        elif sign == " " and not is_quoted:
            words, word = [*words, word.replace("%%", "%")], ""
        else:
            word += sign
    return words


@pytest.mark.parametrize(
    "words", [["/opt/cdui"], ["/home/u/my 專案/cdui"], ["/a/100%/b", "-m", "app"], ['/q"u`o$t\\e/cdui']]
)
def test_a_command_line_comes_through_its_quotes(words: list[str]) -> None:
    (line,) = [line for line in entry_text(words).splitlines() if line.startswith("Exec=")]
    assert _unquoted(line.removeprefix("Exec=")) == [*words, "%u"]


def test_the_entry_takes_links_and_belongs_to_the_window() -> None:
    lines = entry_text(["/opt/cdui"]).splitlines()
    assert lines[0] == "[Desktop Entry]"
    assert 'Exec="/opt/cdui" %u' in lines
    assert "MimeType=x-scheme-handler/cdui;" in lines
    assert "StartupWMClass=codefyui" in lines
    assert "Name=CodefyUI Desktop" in lines
    assert [line for line in lines if "=" not in line] == ["[Desktop Entry]"]
    assert quoted("%") == '"%%"'


def test_it_goes_as_it_came(tmp_path: Path) -> None:
    (tmp_path / "applications").mkdir()
    (tmp_path / "applications" / "other.desktop").write_text("theirs")
    written = install(tmp_path, ["/opt/cdui"])
    assert [str(path.relative_to(tmp_path)) for path in written] == [
        "applications/codefyui.desktop",
        "icons/hicolor/scalable/apps/codefyui.svg",
    ]
    assert written[1].read_bytes() == menu_entry.ICON.read_bytes()
    assert install(tmp_path, ["/new/cdui"]) == written
    assert "/new/cdui" in written[0].read_text()
    assert remove(tmp_path) == written
    assert remove(tmp_path) == []
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["other.desktop"]


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({}, Path.home() / ".local" / "share"),
        ({"XDG_DATA_HOME": "/x/share"}, Path("/x/share")),
        ({"XDG_DATA_HOME": "share"}, Path.home() / ".local" / "share"),
    ],
)
def test_where_it_lies(environ: Mapping[str, str], folder: Path) -> None:
    assert data_folder(environ) == folder


@pytest.mark.parametrize(("lang", "said"), [("en", "Written: "), ("zh-TW", "已寫入：")])
def test_the_command_writes_it_and_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda line, **kept: called.append(line))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("CODEFYUI_LANG", lang)
    assert main(["desktop", "install"]) == 0
    entry = tmp_path / "applications" / "codefyui.desktop"
    assert capsys.readouterr().out.splitlines()[0] == f"{said}{entry}"
    assert called == [
        ["update-desktop-database", str(entry.parent)],
        ["xdg-mime", "default", "codefyui.desktop", "x-scheme-handler/cdui"],
    ]
    assert main(["desktop", "remove"]) == 0
    assert not entry.exists()
    assert main(["desktop", "remove"]) == 0
    assert main(["desktop"]) == 2


def test_elsewhere_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("CODEFYUI_LANG", "en")
    assert main(["desktop", "install"]) == 2
    assert "Linux alone" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "applications").write_text("in the way")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("CODEFYUI_LANG", "en")
    assert main(["desktop", "install"]) == 1
    assert str(tmp_path) in capsys.readouterr().err


def test_the_sign_is_that_of_the_page(repo: Path) -> None:
    assert menu_entry.ICON.read_bytes() == (repo / "ui/src/theme/icon.svg").read_bytes()
