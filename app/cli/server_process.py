"""Brings a control plane up in the background, and ends one: by pid, and only after it proved to be ours."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from app.cli.detached import start_detached
from app.cli.home import at_utc
from app.cli.words import CliError, say
from app.private import private_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.cli.client import Plane
    from app.cli.home import Server

START_S = 60.0
"""A start takes half a second; a slow disk and a cold cache may take long."""

_TAIL_LINES = 15


def bring_up(plane: Plane, arguments: Sequence[str]) -> tuple[Server, bool]:
    """Start a server and wait until it answers; answers (server, whether it is the one we started).

    Two starts at once: the folder's lock lets one win, and both answer that one.
    Raises: CliError(server_silent) while the folder has a server that does not answer; CliError(start_failed |
    start_slow), exit code 1, with the last lines that the server said.
    """
    home = plane.home
    if plane.silent() is not None:
        if (other := plane.alive()) is not None:  # another start was just ahead of this one
            return other, False
        if (stuck := plane.silent()) is not None:
            raise CliError("server_silent", pid=stuck.pid, since=at_utc(stuck.named_at_s), exit_code=1)
    log = home / "logs" / "start.log"
    try:
        private_folder(home)
        process = start_detached(home, ["--server", *arguments], log)
    except OSError as problem:
        raise CliError("start_impossible", folder=home, why=problem.strerror or problem, exit_code=1) from problem
    process_ended = False
    deadline = plane.pace.now() + START_S
    while plane.pace.now() < deadline:
        server = plane.alive()
        if server is not None:
            process.returncode = 0  # it outlives us, or ends by the lock; Popen need not mind either
            return server, server.pid == process.pid
        if process_ended:
            raise CliError("start_failed", tail=_tail(log), exit_code=1)
        process_ended = process.poll() is not None  # one more look after it ended: another start may have won
        plane.pace.pause(0.03)
    process.terminate()
    process.wait(10)
    raise CliError("start_slow", seconds=int(START_S), log=log, tail=_tail(log), exit_code=1)


def _tail(log: Path) -> str:
    """The last lines of the start log."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    lines = [line for line in lines if line.strip()] or [say("start_silent")]
    return "\n".join(f"  {line}" for line in lines[-_TAIL_LINES:])


def is_transient(server: Server) -> bool:
    """Say whether a server was brought up for the length of a run and leaves by itself."""
    import psutil

    try:
        return "--until-idle" in psutil.Process(server.pid).cmdline()
    except psutil.Error:
        return False


def wait_gone(plane: Plane, pid: int, seconds: float) -> bool:
    """Wait until a process has ended; False when it has not by then."""
    import psutil

    deadline = plane.pace.now() + seconds
    while True:
        with contextlib.suppress(ChildProcessError, OSError, AttributeError):
            os.waitpid(pid, os.WNOHANG)  # ours to reap when we started it
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.Error:
            return True
        if plane.pace.now() >= deadline:
            return False
        plane.pace.pause(0.03)
