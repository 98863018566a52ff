"""What a command and the server behind it write is for this account alone."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.cli.conftest import Desk


def _open_to_others(folder: Path) -> list[str]:
    """Folders with any right for others, and files that others can reach and read."""
    found = []
    for at, _, files in os.walk(folder):
        shut = not stat.S_IMODE(os.stat(at).st_mode) & 0o077
        found += [] if shut else [at]
        names = [os.path.join(at, name) for name in files]
        found += [name for name in names if not shut and os.stat(name).st_mode & 0o077]
    return found


@pytest.mark.parametrize("there", ["no", "empty", "of an older version"])
def test_nothing_below_the_user_data_folder_is_open_to_others(desk: Desk, there: str) -> None:
    desk.graph.write_text('{"nodes": [{"id": "go", "type": "Start"}], "edges": []}')
    desk.home.chmod(0o755)
    if there == "no":
        desk.home.rmdir()
    elif there == "of an older version":
        (desk.home / "data").mkdir(mode=0o755)
        (desk.home / "data" / "models").mkdir(mode=0o755)
        (desk.home / "codefyui.lock").touch()
    old = os.umask(0o022)
    try:
        assert desk.cdui("start", "--port", "0").returncode == 0
        desk.cdui("run", str(desk.graph))
        assert desk.cdui("stop").returncode == 0
    finally:
        os.umask(old)
        desk.cdui("stop", "--now")
    assert _open_to_others(desk.home) == []
    for log in ("start.log", "server.log"):
        assert stat.S_IMODE((desk.home / "logs" / log).stat().st_mode) == 0o600
