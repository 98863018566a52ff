"""A run process never outlives the one it executes for: the end of its pipe is one sign, another parent the second."""

from __future__ import annotations

import os
import signal
import threading

LOOK_S = 1.0
"""How often the parent is looked at; only matters where a stranger keeps the pipe open."""


def leave() -> None:
    """End this process and whatever it started, at once. Never returns."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


def watch() -> None:
    """Leave as soon as the process that started this one is gone."""
    if not hasattr(os, "getppid"):
        return
    first, never = os.getppid(), threading.Event()

    def look() -> None:
        while os.getppid() == first:
            never.wait(LOOK_S)
        leave()

    threading.Thread(target=look, name="parent", daemon=True).start()
