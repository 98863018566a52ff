"""`cdui status`: server, queue, runs and devices on one screen."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from app.cli.arguments import Parser
from app.cli.client import Plane, PlaneGoneError, PlaneRefusedError
from app.cli.home import at_utc, user_data_dir
from app.cli.pace import RealPace
from app.cli.progress import clean, padded
from app.cli.words import WORDS, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.cli.home import Server

_RUNS = 8


def main(arguments: Sequence[str]) -> int:
    """Print the screen; exit 0 whether or not a server runs (`--json` has `running`, and `answers` where one runs)."""
    parser = Parser("status", "about_status")
    parser.add_argument("--json", action="store_true", help=say("help_status_json"))
    given = parser.parse_args(arguments)
    plane = Plane(user_data_dir(os.environ), RealPace())
    server = plane.alive()
    stuck = plane.silent() if server is None else None
    if server is not None:
        found = _facts(plane, server)
    else:
        found = {"running": False} if stuck is None else _named(stuck, answers=False)
    if given.json:
        print(json.dumps(found))
    elif stuck is not None:
        print(say("server_silent", pid=stuck.pid, since=at_utc(stuck.named_at_s)))
    elif server is None:
        print(say("not_running"))
        print(say("status_hint"))
    else:
        print(screen(found))
    return 0


def _facts(plane: Plane, server: Server) -> dict[str, Any]:
    """Everything the screen shows; a part that the server cannot give is null."""

    def ask(path: str, query: dict[str, Any] | None = None) -> Any:
        try:
            return plane.ask("GET", path, query)
        except (PlaneGoneError, PlaneRefusedError):
            return None

    runs = ask("/api/runs", {"limit": _RUNS}) or {}
    return {
        **_named(server, answers=True),
        "queue": ask("/api/queue"),
        "runs": runs.get("runs"),
        "runs_total": runs.get("total"),
        "devices": (ask("/api/system/devices") or {}).get("devices"),
    }


def _named(server: Server, *, answers: bool) -> dict[str, Any]:
    """What is known without asking; the rest is null."""
    return {
        "running": True,
        "answers": answers,
        "url": server.url,
        "pid": server.pid,
        "version": server.version,
        "queue": None,
        "runs": None,
        "runs_total": None,
        "devices": None,
    }


def screen(found: dict[str, Any]) -> str:
    """The facts as lines for a person."""
    lines = [say("status_server", **{key: found[key] for key in ("url", "pid", "version")})]
    queue = found["queue"]
    if queue is not None:
        words = say("status_queue", waiting=len(queue["waiting"]), running=len(queue["running"]))
        lines.append(words + (" " + say("status_paused") if queue["paused"] else ""))
    devices = [d for d in found["devices"] or [] if d.get("available", True) and d.get("value") != "auto"]
    if devices:
        lines.append(say("status_devices", devices=", ".join(str(d["value"]) for d in devices)))
    runs = found["runs"] or []
    if runs:
        lines += ["", say("status_runs", shown=len(runs), total=found["runs_total"])]
        lines += [f"  {run['id']}  {_status(run)} {_when(run)}  {run.get('name') or ''}".rstrip() for run in runs]
    return "\n".join(lines)


def _status(run: dict[str, Any]) -> str:
    """The word for a status; one of a later version as it is."""
    key = "status_is_" + str(run["status"])
    return padded(say(key) if key in WORDS else clean(run["status"]), 12)


def _when(run: dict[str, Any]) -> str:
    """When a run was made, in UTC, to the second."""
    return str(run.get("created_at") or "")[:19].replace("T", " ").ljust(19)
