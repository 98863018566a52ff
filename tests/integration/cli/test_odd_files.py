"""Files that are no files, and what a server left behind damaged: a sentence and an exit code, never a hang."""

from __future__ import annotations

import json
import os
import socket
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.cli.conftest import Desk


def _odd(kind: str, folder: Path) -> str:
    path = folder / "odd.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))
    else:
        return "/dev/zero"
    return str(path)


@pytest.mark.parametrize("kind", ["pipe", "socket", "device"])
@pytest.mark.parametrize("command", ["validate", "run"])
def test_only_a_regular_file_is_read(desk: Desk, tmp_path: Path, kind: str, command: str) -> None:
    path = _odd(kind, tmp_path)
    done = desk.cdui(command, path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"cdui: {path} is no regular file. Save the graph in a file and name that.\n"
    assert json.loads((desk.root / "graph.json").read_text())["keep"] == "me"
