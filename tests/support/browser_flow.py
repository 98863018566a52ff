"""Runs a script of tests/window/flows in the browser, against a server that is there already."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

FLOW_LIMIT_S = 110


def built(root: Path) -> Path:
    """The folder of the interface's sources, built. Fails where it cannot be built."""
    done = subprocess.run(
        [sys.executable, str(root / "packaging" / "ui.py")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return root / "ui"


def run_flow(root: Path, url: str, name: str, profile: Path, /, **options: str) -> dict[str, Any]:
    """What the script says at its end. options: CDUI_<NAME> of its environment. Fails with what the console said."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium is not None, "chromium is missing: packaging/apt-packages.txt"
    environ = {
        **os.environ,
        "CDUI_URL": url,
        "CDUI_CHROMIUM": chromium,
        "CDUI_SCREENS": str(root / "build" / "screens"),
        "CDUI_PROFILE": str(profile),
        **{f"CDUI_{key.upper()}": value for key, value in options.items()},
    }
    script = root / "tests" / "window" / "flows" / f"{name}.mjs"
    done = subprocess.run(
        ["node", str(script)], env=environ, capture_output=True, text=True, check=False, timeout=FLOW_LIMIT_S
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer
