"""`cdui` without a word: the window app, which is not built yet. The control plane is, so that is what comes up."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from app.cli.words import CliError, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def has_display(environ: Mapping[str, str], platform: str) -> bool:
    """Say whether a window could be shown; on Linux that takes X11 or Wayland."""
    return platform in ("win32", "darwin") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def main(arguments: Sequence[str]) -> int:
    """Start the control plane in the background where a window could be. Raises: CliError(no_display)."""
    if not has_display(os.environ, sys.platform):
        raise CliError("no_display")
    print(say("window_not_built"), file=sys.stderr)
    from app.cli import start

    return start.main([])
