"""The near end of tests.support.killing: servers that start in a tenth of a second and die where they are told."""

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
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.support.server_process import REPO, WAIT_S, environment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path


class Gone(Exception):
    """The server does not answer any more, or died before it could."""


class Warm:
    """The process that servers are forked from."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._answer()

    def start(
        self,
        home: Path,
        points: Sequence[str] = (),
        arguments: Sequence[str] = (),
        prepare: Sequence[str] = (),
        said_in: Path | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> Server:
        """Start a server on a free port. Raises: Gone when it ends before it serves.

        prepare: modules whose prepare() is called in it first. said_in: where the file with its output lies, by default
        beside the user-data folder. settings: CODEFYUI_* variables.
        """
        home.parent.mkdir(parents=True, exist_ok=True)
        said = (said_in or home.parent) / f"{home.name}.said"
        order = {
            "environ": environment(home, **(settings or {})),
            "arguments": ["--server", "--port", "0", *arguments],
            "points": list(points),
            "prepare": list(prepare),
            "said": str(said),
        }
        server = Server(self, home, self._ask({"start": order})["pid"], said)
        server.wait_until_serving()
        return server

    def code(self, pid: int) -> int | None:
        """The exit code of a server, negative for a signal; None while it lives."""
        code: int | None = self._ask({"poll": pid})["code"]
        return code

    def _ask(self, order: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


@contextmanager
def warm_servers() -> Iterator[Warm]:
    """One such process for a module's tests; ends with it."""
    single = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.killing"],
        cwd=REPO,
        env={**os.environ, **single},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Warm(process)
    finally:
        process.communicate()


class Server:
    """A control plane, and one kept-alive connection to it."""

    def __init__(self, warm: Warm, home: Path, pid: int, said: Path) -> None:
        self.home = home
        self.pid = pid
        self.said = said
        self.code: int | None = None
        self._warm = warm
        self._link: http.client.HTTPConnection | None = None
        self._token = ""

    def wait_until_serving(self) -> None:
        """Wait for server.json of this process. Raises: Gone when it died before."""
        deadline_s = time.monotonic() + WAIT_S
        while time.monotonic() < deadline_s:
            try:
                info = json.loads((self.home / "server.json").read_text())
                if info["pid"] == self.pid:
                    at = urlsplit(info["url"])
                    self._link = http.client.HTTPConnection(at.hostname or "", at.port, timeout=WAIT_S)
                    self._token = (self.home / "session.token").read_text()
                    return
            except (FileNotFoundError, ValueError):
                pass
            if not self.is_alive():
                raise Gone(self.code)
            threading.Event().wait(0.005)
        raise AssertionError(f"no server.json; it said {self.said.read_text()}")

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """(status, JSON) of one request with the session token. Raises: Gone."""
        assert self._link is not None
        try:
            self._link.request(
                method, path, None if body is None else json.dumps(body), {"X-CodefyUI-Token": self._token}
            )
            reply = self._link.getresponse()
            data = reply.read()
        except (OSError, http.client.HTTPException) as error:
            self._link.close()
            raise Gone(repr(error)) from error
        return reply.status, json.loads(data)

    def get(self, path: str) -> Any:
        """The JSON of a GET that must succeed. Raises: Gone."""
        status, answer = self.ask("GET", path)
        assert status == 200, answer
        return answer

    def post(self, path: str, body: Any = None) -> Any:
        """The JSON of a POST that must succeed. Raises: Gone."""
        status, answer = self.ask("POST", path, body)
        assert status == 200, answer
        return answer

    def is_alive(self) -> bool:
        """Ask whether it still runs; its exit code is kept in `code`."""
        if self.code is None:
            self.code = self._warm.code(self.pid)
        return self.code is None

    def signal(self, number: int = signal.SIGTERM) -> None:
        """Send a signal."""
        if self.is_alive():
            os.kill(self.pid, number)

    def ended(self) -> int:
        """Wait for its end; the exit code."""
        if self._link is not None:
            self._link.close()
        deadline_s = time.monotonic() + WAIT_S
        while self.is_alive():
            assert time.monotonic() < deadline_s, f"it does not end; it said {self.said.read_text()}"
            threading.Event().wait(0.003)
        assert self.code is not None
        return self.code

    def kill(self) -> int:
        """SIGKILL, and see it off."""
        self.signal(signal.SIGKILL)
        return self.ended()


@contextmanager
def killed_at_the_end(server: Server) -> Iterator[Server]:
    """The server, which does not outlive the block."""
    try:
        yield server
    finally:
        server.kill()
