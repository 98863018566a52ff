"""A control plane in a process of its own, started the way people start it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

REPO = Path(__file__).resolve().parents[2]
WAIT_S = 60.0


def environment(home: Path, **more: str) -> dict[str, str]:
    """The surrounding environment without settings of ours and without a display, and with this user-data folder."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CODEFYUI_", "DISPLAY", "WAYLAND_DISPLAY"))}
    kept.pop("PYTHONUNBUFFERED", None)
    return {**kept, "OMP_NUM_THREADS": "1", "CODEFYUI_USER_DATA_DIR": str(home), **more}


def spawn(home: Path, *arguments: str, **environ: str) -> subprocess.Popen[str]:
    """Start `python -m app --server`; the caller ends it."""
    return subprocess.Popen(
        [sys.executable, "-m", "app", "--server", *arguments],
        cwd=REPO,
        env=environment(home, **environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@dataclass
class Running:
    """A server that has written server.json."""

    home: Path
    process: subprocess.Popen[str]
    info: dict[str, Any]

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """(status, JSON) of one request with the session token."""
        at = urlsplit(self.info["url"])
        link = http.client.HTTPConnection(at.hostname or "", at.port, timeout=WAIT_S)
        try:
            token = (self.home / "session.token").read_text()
            data = None if body is None else json.dumps(body)
            link.request(method, path, data, {"X-CodefyUI-Token": token})
            reply = link.getresponse()
            return reply.status, json.loads(reply.read())
        finally:
            link.close()

    def signal(self, number: int = signal.SIGTERM) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def ended(self) -> tuple[int, str]:
        """(exit code, what it said on stderr); waits for the end."""
        _, said = self.process.communicate(timeout=WAIT_S)
        return self.process.returncode, said


def wait_for_info(home: Path, process: subprocess.Popen[str]) -> dict[str, Any]:
    """Wait for server.json of this process."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        try:
            info: dict[str, Any] = json.loads((home / "server.json").read_text())
            if info["pid"] == process.pid:
                return info
        except (FileNotFoundError, ValueError):
            pass
        if process.poll() is not None:
            raise AssertionError(f"the server ended: {process.communicate()}")
        threading.Event().wait(0.005)
    raise AssertionError("no server.json")


@contextmanager
def server(home: Path, *arguments: str, **environ: str) -> Iterator[Running]:
    """A server on a free port; killed at the end if it still runs."""
    process = spawn(home, "--port", "0", *arguments, **environ)
    try:
        yield Running(home, process, wait_for_info(home, process))
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
