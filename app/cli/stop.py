"""`cdui stop`: ends the control plane of this user, never a process that is not it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from app.cli.arguments import Parser
from app.cli.client import Plane
from app.cli.home import read_server, user_data_dir
from app.cli.pace import RealPace
from app.cli.processes import is_server_process, kill, terminate
from app.cli.server_process import wait_gone
from app.cli.words import CliError, say

if TYPE_CHECKING:
    from collections.abc import Sequence

GRACE_S = 40.0
"""Runs get 5 s and tunnels 25 s to end; the rest is for what is being written."""

NOW_S = 2.0


def main(arguments: Sequence[str]) -> int:
    """Stop and wait; exit 0 also when nothing runs, 1 when it could not be stopped."""
    parser = Parser("stop", "about_stop")
    parser.add_argument("--now", action="store_true", help=say("help_now"))
    parser.add_argument("--keep-runs", action="store_true", help=say("help_keep_runs"))
    given = parser.parse_args(arguments)
    if given.keep_runs:
        raise CliError("not_available", option="--keep-runs")
    return stop(Plane(user_data_dir(os.environ), RealPace()), now=given.now)


def stop(plane: Plane, *, now: bool) -> int:
    """Ask, wait, and with `now` kill after NOW_S. Raises: CliError(stop_foreign | stop_slow)."""
    named = read_server(plane.home)
    if named is None:
        print(say("not_running"))
        return 0
    server = plane.alive()
    if server is None:
        # no answer: hung, or dead and its pid given away. Only proof by start time and command line counts now.
        if not is_server_process(named.pid, named.named_at_s):
            print(say("not_running"))
            return 0
        if not now:
            raise CliError("stop_silent", pid=named.pid, exit_code=1)
    pid = named.pid if server is None else server.pid
    print(say("stopping", pid=pid), file=sys.stderr)
    terminate(pid)
    if not wait_gone(plane, pid, NOW_S if now else GRACE_S):
        if not now:
            raise CliError("stop_slow", pid=pid, seconds=int(GRACE_S), exit_code=1)
        kill(pid)
        if not wait_gone(plane, pid, 10):
            raise CliError("stop_slow", pid=pid, seconds=int(NOW_S), exit_code=1)
    print(say("stopped"))
    return 0
