"""The control plane as the window sees it: found or brought up, watched, and brought up again after a crash."""

from __future__ import annotations

import contextlib
import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.cli.client import Plane, PlaneGoneError, PlaneRefusedError
from app.cli.home import read_server
from app.cli.processes import terminate
from app.cli.server_process import bring_up, is_transient, wait_gone
from app.cli.words import CliError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.cli.home import Server
    from app.cli.pace import Pace

TRANSIENT_S = 10.0
STOP_S = 40.0
"""As `cdui stop` waits: runs and what is being written get time to end."""

CRASHES = 3
"""So many crashes in a row within CRASH_S and no more starts by itself: then it is for a person to look."""

CRASH_S = 300.0

_ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}


@dataclass(frozen=True, slots=True)
class Seen:
    """One look at the plane. url: None while none answers. has_crashed: it left no word, so nobody has stopped it."""

    url: str | None
    boot_id: str = ""
    has_crashed: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """What would end with the plane."""

    running: int
    waiting: int


class Keeper:
    """Finds the plane of a user-data folder, and brings one up. Any thread; one start at a time.

    port: of the server before, tried when the usual one is taken; 0 for none. owned: boot id of a server that an
    earlier window brought up.
    """

    def __init__(self, home: Path, pace: Pace, port: int = 0, owned: str = "") -> None:
        self.plane = Plane(home, pace)
        self.owned = owned
        self._pace = pace
        self._claims = True
        self._remembered = port
        self._port = 0
        self._starting = threading.Lock()
        self._crashes: list[float] = []

    def look(self) -> Seen:
        """What there is now; a server that is there and busy counts as one that answers at its address."""
        server = self.plane.alive()
        if server is not None:
            return Seen(page_url(server.url), server.boot_id)
        left = read_server(self.plane.home)
        if left is None:
            return Seen(None)
        with contextlib.suppress(ChildProcessError, OSError, AttributeError):
            os.waitpid(left.pid, os.WNOHANG)  # ours to reap when we started it
        if self.plane.silent() is not None:
            return Seen(page_url(left.url), left.boot_id)
        return Seen(None, has_crashed=True)

    def find_or_start(self, starts: Callable[[], None] = lambda: None) -> Server:
        """The plane that answers, brought up if there is none. starts: told before one is brought up, which takes long.
        Raises: CliError with the words for it.
        """
        with self._starting:
            server = self.plane.alive()
            if server is not None and is_transient(server) and not self._stays():
                wait_gone(self.plane, server.pid, TRANSIENT_S)
                server = None
            if server is None:
                starts()
                server, ours = self._bring_up()
                if ours and self._claims:
                    self.owned = server.boot_id
            self._port = urlsplit(server.url).port or 0
            return server

    def revive(self) -> Server | None:
        """Bring it up again after a crash; None when it has crashed too often to try."""
        now = self._pace.now()
        self._crashes = [at for at in self._crashes if now - at < CRASH_S]
        if len(self._crashes) >= CRASHES:
            return None
        self._crashes.append(now)
        return self.find_or_start()

    @property
    def port(self) -> int:
        """Where the last one listened; 0 before."""
        return self._port

    def disown(self) -> None:
        """Whatever server there is or will be: it stays when the window is closed."""
        self._claims = False
        self.owned = ""

    def is_ours(self) -> bool:
        """Say whether the server that answers is one that a window brought up, so that it ends with the window."""
        server = self.plane.alive()
        return server is not None and server.boot_id == self.owned

    def work(self) -> Work:
        """What runs and waits; nothing when it does not answer."""
        try:
            queue = self.plane.ask("GET", "/api/queue", timeout_s=3.0)
            return Work(len(queue["running"]), len(queue["waiting"]))
        except (PlaneGoneError, PlaneRefusedError, KeyError, TypeError):
            return Work(0, 0)

    def stop(self) -> bool:
        """End the server if it is ours, and wait; False when it is not or did not end."""
        server = self.plane.alive()
        if server is None or server.boot_id != self.owned:
            return False
        terminate(server.pid)
        return wait_gone(self.plane, server.pid, STOP_S)

    def _stays(self) -> bool:
        try:
            self.plane.ask("POST", "/api/system/keep")
        except (PlaneGoneError, PlaneRefusedError):
            return False
        return True

    def _bring_up(self) -> tuple[Server, bool]:
        """Where this window's page came from, since what a page keeps belongs to its address; then where the settings
        say; then where the window before had it; then anywhere: a port that is taken is no reason for no window.
        """
        first: CliError | None = None
        known = [["--port", str(port)] if port else None for port in (self._port, self._remembered)]
        for arguments in (known[0], [], known[1], ["--port", "0"]):
            if arguments is None:
                continue
            try:
                return bring_up(self.plane, arguments)
            except CliError as problem:
                if problem.key != "start_failed" or "address_" not in str(problem):
                    raise
                first = first or problem
        assert first is not None
        raise first


def page_url(url: str) -> str:
    """The address of the page: one that means every address of this machine is none that a browser can go to."""
    parts = urlsplit(url)
    host = _ANY_ADDRESS.get(parts.hostname or "")
    return f"{parts.scheme}://{host}:{parts.port}/" if host else url.rstrip("/") + "/"


class Finding:
    """The server, looked for or brought up while the toolkit loads: both take about a second."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._server: Server | None = None
        self._problem: CliError | None = None
        self._is_known = threading.Event()  # that there is one, or that there is none yet
        self._thread = threading.Thread(target=self._find, name="window-find", daemon=True)
        self._thread.start()

    def _find(self) -> None:
        try:
            self._server = self._keeper.find_or_start(self._is_known.set)
        except CliError as problem:
            self._problem = problem
        finally:
            self._is_known.set()

    def within(self, seconds: float) -> Server | None:
        """The server, if it was found by then; does not wait for one that is being brought up."""
        self._is_known.wait(seconds)
        return self._server

    def result(self) -> Server:
        """The server, however long it takes. Raises: CliError."""
        self._thread.join()
        if self._problem is not None:
            raise self._problem
        assert self._server is not None
        return self._server
