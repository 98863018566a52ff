"""`cdui --server`: the control plane in the foreground. The only command that builds one."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from app.cli.arguments import Parser, number, port
from app.cli.words import CliError, language, say

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Serve until asked to stop; exit 0 then, 1 when it cannot serve, with the reason on stderr."""
    parser = Parser("--server", "about_server")
    parser.add_argument("--host", help=say("help_host"))
    parser.add_argument("--port", type=port, help=say("help_port"))
    parser.add_argument("--project", help=say("help_project"))
    parser.add_argument("--until-idle", type=number(0, 86400, whole=False), metavar="S", help=say("help_until_idle"))
    given = parser.parse_args(arguments)
    if given.project is not None:
        raise CliError("not_available", option="--project")
    return _serve(given.host, given.port, given.until_idle)


def _serve(host: str | None, port_: int | None, until_idle_s: float | None) -> int:
    from app.compose.serve import serve
    from app.core.vocab.errors import CduiError
    from app.settings import Settings

    try:
        settings = Settings.from_env(os.environ)
        return int(
            asyncio.run(
                serve(
                    settings,
                    settings.host if host is None else host,
                    settings.port if port_ is None else port_,
                    until_idle_s,
                )
            )
            or 0
        )
    except CduiError as refused:
        raise CliError("refused", text=refused.reason.text(language()), code=refused.reason.code, exit_code=1) from None
