"""Whether a window could be shown here, and how one is opened in the background."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from app.cli.detached import start_detached

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

WITHOUT_SCREEN = ("offscreen", "minimal", "vnc")
"""Platforms of Qt that need no display."""


def has_display(environ: Mapping[str, str], platform: str) -> bool:
    """Say whether a window could be shown; on Linux that takes X11 or Wayland, or a Qt that draws to memory."""
    return (
        platform in ("win32", "darwin")
        or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
        or environ.get("QT_QPA_PLATFORM", "").split(":")[0] in WITHOUT_SCREEN
    )


def open_window(home: Path) -> bool:
    """Have a window of this user-data folder shown by a process of its own, which outlives this one: a new one, or the
    one that there is. Its server stays when it is closed. False when it could not be started; what it says is in
    `logs/window.log`.
    """
    try:
        process = start_detached(home, ["--window", "--keep-server"], home / "logs" / "window.log")
    except OSError as problem:
        print(problem, file=sys.stderr)
        return False
    process.returncode = 0  # nobody waits for it
    return True
