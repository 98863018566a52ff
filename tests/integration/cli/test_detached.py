"""What is started to outlive the terminal: its place, its log, and what becomes of a start that cannot be."""

from __future__ import annotations

import stat
import sys
from typing import TYPE_CHECKING

import pytest

from app.cli import detached, display

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TELLS = "import os, sys; print(os.environ['CODEFYUI_USER_DATA_DIR'], os.getsid(0) == os.getpid(), sys.argv[1:])"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """What the program was called with; a script that says where it is stands for it."""
    calls: list[list[str]] = []

    def line(arguments: Sequence[str]) -> tuple[list[str], Path]:
        calls.append(list(arguments))
        return [sys.executable, "-c", TELLS, *arguments], tmp_path

    monkeypatch.setattr(detached, "program", line)
    return calls


def test_it_has_a_session_of_its_own_and_a_log_that_begins_anew(asked: list[list[str]], tmp_path: Path) -> None:
    log = tmp_path / "logs" / "start.log"
    for word in ("one", "two"):
        process = detached.start_detached(tmp_path, [word], log)
        assert process.wait(60) == 0
    assert log.read_text().split() == [str(tmp_path), "True", "['two']"]
    assert [stat.S_IMODE(path.stat().st_mode) for path in (log, log.parent)] == [0o600, 0o700]
    assert asked == [["one"], ["two"]]


def test_a_window_that_cannot_be_started_is_said_and_not_raised(
    asked: list[list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "logs").write_text("a file where a folder should be")
    assert not display.open_window(tmp_path)
    assert str(tmp_path / "logs") in capsys.readouterr().err
    assert asked == [["--window", "--keep-server"]]
