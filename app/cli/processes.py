"""Processes by pid: whether one is a server of ours, whether it is held, and how to end it."""

from __future__ import annotations

import contextlib
import os
import signal


def is_held(pid: int) -> bool:
    """Say whether a process was stopped by a signal or a debugger: it is there and will not answer."""
    import psutil

    try:
        return psutil.Process(pid).status() in (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP)
    except psutil.Error:
        return False


def is_server_process(pid: int, named_at_s: float) -> bool:
    """Say whether `pid` is a control plane that was there when server.json (written at `named_at_s`, epoch) named it.

    For a server that does not answer: a pid that was given to another program since then fails on its start time or
    its command line.
    """
    import psutil

    try:
        process = psutil.Process(pid)
        return process.create_time() <= named_at_s + 1 and "--server" in process.cmdline()
    except psutil.Error:
        return False


def terminate(pid: int) -> None:
    """Ask a process to end. One that is gone already is no error."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)


def kill(pid: int) -> None:
    """End a process at once. One that is gone already is no error."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
