"""Starts this very program in a process that outlives the terminal: a server, a window."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.home import server_environment
from app.private import private_opener, private_subfolder

if TYPE_CHECKING:
    from collections.abc import Sequence


def program(arguments: Sequence[str]) -> tuple[list[str], Path]:
    """(command line, folder to run it in) for this very code, frozen or from a checkout."""
    root = Path(__file__).resolve().parents[2]
    if getattr(sys, "frozen", False):
        return [sys.executable, *arguments], Path(sys.executable).parent
    # the folder comes first on the module path, so that the child runs this tree and no other that is installed
    return [sys.executable, "-m", "app", *arguments], root


def start_detached(home: Path, arguments: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
    """Start it for this user-data folder, with nothing to read and all that it says in `log`, which begins anew.

    Who does not wait for it sets `returncode`, so that Popen does not mind either. Raises: OSError.
    """
    line, folder = program(arguments)
    private_subfolder(log.parent)
    with open(log, "wb", opener=private_opener) as out:
        return subprocess.Popen(
            line,
            cwd=folder,
            env=server_environment(os.environ, home),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            close_fds=True,
            # a session of its own: Ctrl-C in our terminal is ours, and closing the terminal ends nothing
            start_new_session=True,
        )
