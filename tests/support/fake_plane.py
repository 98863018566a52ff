"""A control plane that follows a script: the few routes a command needs, in a process of its own, on a real port.

    python tests/support/fake_plane.py HOME SCRIPT.json

SCRIPT: {"events": [[type, payload], ...], "status": "succeeded", "error": null, "refuse": null, "hold_at": null,
"die_at": null, "repeat": 0, "skip_once": null, "ignore_term": false, "silent": false, "endless": false,
"final_metrics": {}, "artifacts": [], "leave_after": null}. What must outlive a death lies in HOME/fake.json.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import uuid
from pathlib import Path
from typing import Any

from aiohttp import web

RUN_ID = "5" * 32
TOKEN = "token-of-the-fake"
STATUSES_ACTIVE = "running"


class FakePlane:
    """Speaks health, runs, events, artifacts, queue, devices. Serves its script and remembers what it was sent."""

    def __init__(self, home: Path, script: dict[str, Any]) -> None:
        self.home = home
        self.script = script
        self.boot_id = uuid.uuid4().hex
        self.repeat = int(script.get("repeat", 0))
        self.skip_once = script.get("skip_once")
        memory = home / "fake.json"
        blank: dict[str, Any] = {"starts": 0, "submits": [], "cursors": []}
        self.memory: dict[str, Any] = json.loads(memory.read_text()) if memory.exists() else blank
        self.memory["starts"] += 1
        self.remember()

    def remember(self) -> None:
        """Write down what tests ask about afterwards."""
        (self.home / "fake.json").write_text(json.dumps(self.memory))

    def events(self) -> list[dict[str, Any]]:
        """The whole log."""
        stamp = "2026-01-01T00:00:{:02}.000000+00:00"
        return [
            {"cursor": i, "type": kind, "payload": payload, "ts": stamp.format(min(i, 59))}
            for i, (kind, payload) in enumerate(self.script["events"], 1)
        ]

    async def health(self, request: web.Request) -> web.Response:
        """Answer with our boot id, or with another one."""
        if self.script.get("silent"):
            await asyncio.Event().wait()
        boot = "someone else" if self.script.get("foreign") else self.boot_id
        return web.json_response({"status": "ok", "boot_id": boot, "version": "9.9.9"})

    async def submit(self, request: web.Request) -> web.Response:
        """Take a run, or refuse as the script says."""
        if request.headers.get("X-CodefyUI-Token") != TOKEN:
            return web.json_response({"detail": {"code": "token", "params": {}, "text": "no token"}}, status=403)
        self.memory["submits"].append(await request.json())
        self.remember()
        if self.script.get("refuse"):
            return web.json_response({"detail": self.script["refuse"]}, status=400)
        return web.json_response({"run_id": RUN_ID, "status": "queued"})

    async def page(self, request: web.Request) -> web.Response:
        """One page of at most two events, with the faults of the script."""
        cursor = int(request.query["cursor"])
        self.memory["cursors"].append(cursor)
        self.remember()
        log = self.events()
        if self.script.get("die_at") == cursor and self.memory["starts"] == 1:
            os._exit(9)
        shown = log[max(cursor - self.repeat, 0) : cursor + 2]
        if self.skip_once == cursor and len(shown) > 1:
            shown, self.skip_once = shown[1:], None
        held = self.script.get("hold_at")
        if held is not None:
            shown = [event for event in shown if event["cursor"] <= held]
            if not shown:
                await asyncio.sleep(float(request.query["wait"]))
        active = cursor < len(log) or bool(self.script.get("endless"))
        status = STATUSES_ACTIVE if active else self.script["status"]
        last = shown[-1]["cursor"] if shown else cursor
        return web.json_response(
            {"run_id": RUN_ID, "status": status, "active": active, "events": shown, "cursor": last}
        )

    async def row(self, request: web.Request) -> web.Response:
        """The run itself."""
        if request.match_info["run_id"] != RUN_ID:
            return web.json_response({"detail": {"code": "run_not_found", "params": {}, "text": "none"}}, status=404)
        return web.json_response(self.run_row())

    async def artifacts(self, request: web.Request) -> web.Response:
        """What the run wrote; the last thing a command asks, so an idle server would leave after it."""
        if self.script.get("leave_after"):
            asyncio.get_running_loop().call_later(0.05, os.kill, os.getpid(), signal.SIGTERM)
        return web.json_response({"run_id": RUN_ID, "artifacts": self.script.get("artifacts", [])})

    def run_row(self) -> dict[str, Any]:
        """The row as it is in the end."""
        return {
            "id": RUN_ID,
            "name": "fake",
            "status": self.script["status"],
            "error": self.script.get("error"),
            "final_metrics": self.script.get("final_metrics", {}),
            "created_at": "2026-01-01T00:00:00.000000+00:00",
            "started_at": "2026-01-01T00:00:01.000000+00:00",
            "finished_at": "2026-01-01T00:01:06.000000+00:00",
        }

    def app(self) -> web.Application:
        """All routes."""

        def answer(value: Any) -> Any:
            async def handler(request: web.Request) -> web.Response:
                return web.json_response(value)

            return handler

        made = web.Application()
        made.router.add_get("/api/health", self.health)
        made.router.add_post("/api/runs", self.submit)
        made.router.add_get("/api/runs", answer({"runs": [self.run_row()], "total": 7, "limit": 8, "offset": 0}))
        made.router.add_get("/api/runs/{run_id}", self.row)
        made.router.add_get("/api/runs/{run_id}/graph", answer({"nodes": [], "edges": []}))
        made.router.add_get("/api/runs/{run_id}/events", self.page)
        made.router.add_get("/api/runs/{run_id}/artifacts", self.artifacts)
        made.router.add_get("/api/queue", answer({"paused": True, "waiting": ["a", "b"], "running": ["c"]}))
        devices = [{"value": "auto", "available": True}, {"value": "cpu"}, {"value": "mps:0", "available": False}]
        made.router.add_get("/api/system/devices", answer({"default": "cpu", "devices": devices}))
        return made


async def serve(home: Path, script: dict[str, Any]) -> None:
    """Listen on a free port, say so in HOME/server.json, and stay until SIGTERM."""
    plane = FakePlane(home, script)
    runner = web.AppRunner(plane.app())
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = runner.addresses[0]
    (home / "session.token").write_text(TOKEN)
    told = {
        "url": f"http://127.0.0.1:{address[1]}",
        "pid": os.getpid(),
        "version": "9.9.9",
        "boot_id": plane.boot_id,
    }
    (home / "server.json.new").write_text(json.dumps(told))
    (home / "server.json.new").replace(home / "server.json")
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, (lambda: None) if script.get("ignore_term") else asked.set)
    print("ready", flush=True)
    await asked.wait()
    (home / "server.json").unlink(missing_ok=True)
    await asyncio.wait_for(runner.cleanup(), 5)


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text())))
