"""What the command line costs before it does anything, against the bare interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.support.bench import paired, report

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def _spawn_s(line: Sequence[str], cwd: Path, home: Path) -> float:
    """Seconds from spawning a program to its end."""
    environ = {**os.environ, "CODEFYUI_USER_DATA_DIR": str(home)}
    began = time.perf_counter()
    subprocess.run(line, cwd=cwd, env=environ, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return time.perf_counter() - began


@pytest.mark.bench
def test_the_launcher_answers_its_version(repo: Path, tmp_path: Path) -> None:
    ours, bare = paired(
        9,
        lambda: _spawn_s(["./cdui", "--version"], repo, tmp_path),
        lambda: _spawn_s([sys.executable, "-c", "pass"], repo, tmp_path),
        "launcher --version",
    )
    # it starts no Python at all, so it is less than the peer
    report("launcher --version", ours * 1000, "ms", "<= 300", ours / bare, "python -c pass")


@pytest.mark.bench
@pytest.mark.parametrize("word", ["--version", "status"])
def test_a_command_is_not_much_more_than_python(repo: Path, tmp_path: Path, word: str) -> None:
    ours, bare = paired(
        7,
        lambda: _spawn_s([sys.executable, "-m", "app", word], repo, tmp_path),
        lambda: _spawn_s([sys.executable, "-c", "pass"], repo, tmp_path),
        f"python -m app {word}",
    )
    report(f"python -m app {word}", ours * 1000, "ms", "<= 300", ours / bare, "python -c pass")
