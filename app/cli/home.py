"""Where a control plane of this user lives on disk, and what it says about itself there."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "CODEFYUI_"


@dataclass(frozen=True, slots=True)
class Server:
    """What server.json says. url: as bound, without a slash at the end. boot_id: of this very start."""

    url: str
    pid: int
    version: str
    boot_id: str


def user_data_dir(environ: Mapping[str, str]) -> Path:
    """The user-data folder, absolute: CODEFYUI_USER_DATA_DIR, else the platform's place for `codefyui`."""
    given = environ.get(PREFIX + "USER_DATA_DIR", "").strip()
    if given:
        return Path(os.path.abspath(os.path.expanduser(given)))
    import platformdirs

    return Path(platformdirs.user_data_dir("codefyui", appauthor=False))


def read_server(home: Path) -> Server | None:
    """The server.json of a folder; None when there is none or it is not one. It may be of a dead server."""
    try:
        found = json.loads((home / "server.json").read_text(encoding="utf-8"))
        return Server(
            url=str(found["url"]).rstrip("/"),
            pid=int(found["pid"]),
            version=str(found["version"]),
            boot_id=str(found["boot_id"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def read_token(home: Path) -> str:
    """The session token of the server that runs now; empty when there is none."""
    try:
        return (home / "session.token").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


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
    made.setdefault(PREFIX + "QUEUE_KEEP", "1")
    return made
