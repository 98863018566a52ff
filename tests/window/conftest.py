"""What the tests of the window share: a built interface, a real server, a real browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.server_process import Running

FLOW_LIMIT_S = 110


@pytest.fixture(scope="session")
def ui(request: pytest.FixtureRequest) -> Path:
    """The folder of the interface's sources, built; fails where it cannot be built."""
    root: Path = request.config.rootpath
    done = subprocess.run(
        [sys.executable, str(root / "packaging" / "ui.py")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return root / "ui"


@pytest.fixture
def server(tmp_path: Path, ui: Path) -> Iterator[Running]:
    """A server of its own, on a user-data folder of its own."""
    del ui
    with serving(tmp_path / "data") as started:
        yield started


@pytest.fixture
def flow(server: Running, ui: Path, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Run a script of `flows/` in the browser: what it says at its end. Fails with what the browser's console said."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium is not None, "chromium is missing: packaging/apt-packages.txt"

    def run(name: str, **options: str) -> dict[str, Any]:
        environ = {
            **os.environ,
            "CDUI_URL": server.info["url"],
            "CDUI_CHROMIUM": chromium,
            "CDUI_SCREENS": str(ui.parent / "build" / "screens"),
            "CDUI_PROFILE": str(tmp_path / "profile"),
            **{f"CDUI_{key.upper()}": value for key, value in options.items()},
        }
        script = ui.parent / "tests" / "window" / "flows" / f"{name}.mjs"
        done = subprocess.run(
            ["node", str(script)], env=environ, capture_output=True, text=True, check=False, timeout=FLOW_LIMIT_S
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer

    return run
