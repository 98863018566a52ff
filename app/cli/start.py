"""`cdui start`: the control plane in the background, and its window where there is a display.

A second start prints the first one's address and brings its window forward.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from app.cli.arguments import Parser, port
from app.cli.client import Plane, PlaneGoneError, PlaneRefusedError
from app.cli.display import has_display, open_window
from app.cli.home import USUAL, at_utc, user_data_dir
from app.cli.pace import RealPace
from app.cli.server_process import bring_up, is_transient, wait_gone
from app.cli.words import CliError, say

if TYPE_CHECKING:
    from collections.abc import Sequence

_TRANSIENT_S = 10.0


def main(arguments: Sequence[str]) -> int:
    """Start, print the address, exit 0; 1 when it does not come up."""
    parser = Parser("start", "about_start")
    parser.add_argument("-f", "--foreground", action="store_true", help=say("help_foreground"))
    parser.add_argument("--no-window", action="store_true", help=say("help_no_window"))
    parser.add_argument("--host", help=say("help_host"))
    parser.add_argument("--port", type=port, help=say("help_port"))
    parser.add_argument("--project", help=say("help_project"))
    given = parser.parse_args(arguments)
    if given.project is not None:
        raise CliError("not_available", option="--project")
    server_arguments = [
        *(["--host", given.host] if given.host is not None else []),
        *(["--port", str(given.port)] if given.port is not None else []),
    ]
    if given.foreground:
        from app.cli import serve

        os.environ[USUAL + "QUEUE_KEEP"] = "1"
        return serve.main(server_arguments)
    plane = Plane(user_data_dir(os.environ), RealPace())
    _up(plane, server_arguments)
    if not given.no_window and has_display(os.environ, sys.platform):
        open_window(plane.home)
    return 0


def _up(plane: Plane, server_arguments: Sequence[str]) -> None:
    """See that a server is up that stays, and say where. Raises: CliError."""
    server = plane.alive()
    if server is not None and is_transient(server):
        if _keep(plane):
            print(say("kept", url=server.url, pid=server.pid))
            if server_arguments:
                print(say("kept_where_it_is"), file=sys.stderr)
            return
        # it left at this very moment; see it off and come up for good
        if not wait_gone(plane, server.pid, _TRANSIENT_S):
            raise CliError("server_silent", pid=server.pid, since=at_utc(server.named_at_s), exit_code=1)
        server = None
    if server is not None:
        print(say("already_running", url=server.url, pid=server.pid))
        return
    server, ours = bring_up(plane, server_arguments)
    print(say("started" if ours else "already_running", url=server.url, pid=server.pid))
    print(say("start_hint", log=plane.home / "logs" / "server.log"))


def _keep(plane: Plane) -> bool:
    """Let the server that `cdui run` brought up stay; False when it has gone or is going."""
    try:
        plane.ask("POST", "/api/system/keep")
    except (PlaneGoneError, PlaneRefusedError):
        return False
    return True
