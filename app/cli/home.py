"""Where a control plane of this user lives on disk, and what it says about itself there."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.regular import read_regular

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "CODEFYUI_"
USUAL = PREFIX + "USUAL_"
"""Of what a launcher makes the usual value of a setting; app.settings reads it, and is too slow to import here."""


_SERVER_BYTES = 65536
_MAX_PID = 2**31 - 1
_URL = re.compile(r"http://(?:\[[0-9A-Fa-f:.]+(?:%[\w.-]+)?\]|[A-Za-z0-9._-]+):[0-9]{1,5}/?", re.ASCII)
_TOKEN = re.compile(r"[!-~]{1,4096}")


@dataclass(frozen=True, slots=True)
class Server:
    """What server.json says. url: as bound, without a slash at the end. boot_id: of this very start. named_at_s: when
    it was written, epoch seconds.
    """

    url: str
    pid: int
    version: str
    boot_id: str
    named_at_s: float = 0.0


def user_data_dir(environ: Mapping[str, str]) -> Path:
    """The user-data folder, absolute: CODEFYUI_USER_DATA_DIR, else the platform's place for `codefyui`."""
    given = environ.get(PREFIX + "USER_DATA_DIR", "").strip()
    if given:
        return Path(os.path.abspath(os.path.expanduser(given)))
    import platformdirs

    return Path(platformdirs.user_data_dir("codefyui", appauthor=False))


def read_server(home: Path) -> Server | None:
    """The server.json of a folder; None when there is none or it is not one. It may be of a dead server.

    The one place that parses it: a pid that is none would be a signal to somebody else, a text a line in a terminal.
    """
    file = home / "server.json"
    try:
        found = json.loads(read_regular(file, _SERVER_BYTES))
        named_at_s = file.stat().st_mtime
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    url, version, boot_id = (found.get(name) for name in ("url", "version", "boot_id"))
    pid = found.get("pid")
    if not isinstance(pid, int) or isinstance(pid, bool) or not 0 < pid <= _MAX_PID:
        return None
    if not isinstance(url, str) or not _URL.fullmatch(url):
        return None
    if not all(isinstance(text, str) and 0 < len(text) <= 200 and text.isprintable() for text in (version, boot_id)):
        return None
    return Server(url.rstrip("/"), pid, str(version), str(boot_id), named_at_s)


def at_utc(epoch_s: float) -> str:
    """A moment for people: `2026-01-31 12:03:04 UTC`."""
    return f"{datetime.fromtimestamp(epoch_s, UTC):%Y-%m-%d %H:%M:%S} UTC"


def read_token(home: Path) -> str:
    """The session token of the server that runs now; empty when there is none."""
    try:
        token = read_regular(home / "session.token", _SERVER_BYTES).decode("ascii").strip()
    except (OSError, ValueError):
        return ""
    return token if _TOKEN.fullmatch(token) else ""


def server_environment(environ: Mapping[str, str], home: Path) -> dict[str, str]:
    """The environment for a server of `home`.

    The server does not run in our folder, so relative paths in CODEFYUI_*_DIR and CODEFYUI_*_PATH become absolute.
    Queued runs are kept over a restart unless the user decided otherwise.
    """
    made = dict(environ)
    for name, value in environ.items():
        if name.startswith(PREFIX) and name.endswith(("_DIR", "_PATH")) and value.strip():
            made[name] = os.path.abspath(os.path.expanduser(value.strip()))
    made[PREFIX + "USER_DATA_DIR"] = str(home)
    made[USUAL + "QUEUE_KEEP"] = "1"
    return made
