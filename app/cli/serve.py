"""`cdui --server`: the control plane in the foreground. The only command that builds one."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import sys
import threading
from typing import TYPE_CHECKING

from app.cli.arguments import Parser, number, port
from app.cli.output import OutputError
from app.cli.words import CliError, language, say
from app.core.vocab.reason import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.compose.plane import ServerInfo


def main(arguments: Sequence[str]) -> int:
    """Serve until asked to stop; exit 0 then, 1 when it cannot serve, with the reason on stderr."""
    parser = Parser("--server", "about_server")
    parser.add_argument("--host", help=say("help_host"))
    parser.add_argument("--port", type=port, help=say("help_port"))
    parser.add_argument("--project", help=say("help_project"))
    parser.add_argument("--until-idle", type=number(0.1, 86400, whole=False), metavar="S", help=say("help_until_idle"))
    given = parser.parse_args(arguments)
    if given.project is not None:
        raise CliError("not_available", option="--project")
    code = _serve(given.host, given.port, given.until_idle)
    if any(thread is not threading.main_thread() for thread in threading.enumerate()):
        # a run that would not stop within its grace still computes; ending the interpreter under it can crash in its
        # libraries, and its row is settled at the next start anyway
        logging.shutdown()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OutputError):
                stream.flush()
        os._exit(code)
    return code


def _serve(host: str | None, port_: int | None, until_idle_s: float | None) -> int:
    gc.disable()  # `serve` turns it on once it serves: what a start loads is no garbage, and looking costs a twentieth
    from app.compose.serve import serve
    from app.core.vocab.errors import CduiError
    from app.settings import Settings

    def ready(info: ServerInfo) -> None:
        with contextlib.suppress(OutputError):  # server.json and the log have the address; it serves all the same
            print(say("serving", url=info.url, pid=info.pid), flush=True)

    try:
        settings = Settings.from_env(os.environ).with_arguments(host=host, port=port_)
        asyncio.run(serve(settings, settings.host, settings.port, until_idle_s, on_ready=ready))
    except CduiError as refused:
        # several settings may be wrong at once
        reasons = [r for r in getattr(refused, "problems", ()) if isinstance(r, Reason)] or [refused.reason]
        text = "\n".join(say("refused", text=one.text(language()), code=one.code) for one in reasons)
        raise CliError("said", text=text, exit_code=1) from None
    finally:
        gc.enable()
    return 0
