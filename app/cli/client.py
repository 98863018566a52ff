"""An HTTP client of the control plane: one request at a time, on loopback, by the standard library."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from app.cli.home import read_server, read_token
from app.cli.processes import is_held, is_server_process
from app.cli.words import CliError, language, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from app.cli.home import Server
    from app.cli.pace import Pace

PATIENCE_S = 60.0
"""How long a server may be away (restarting, being updated) before a command gives up on it."""

HEALTH_S = (1.0, 4.0)
"""How long a server may take to say that it is there, in two tries."""

_ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}


class PlaneGoneError(Exception):
    """Nobody answered. sent: the request may have arrived all the same, so a change must not be sent again."""

    def __init__(self, sent: bool) -> None:
        super().__init__("no answer")
        self.sent = sent


class PlaneRefusedError(Exception):
    """The control plane said no. text: for people; problems: what is wrong with a graph, if that is why."""

    def __init__(self, status: int, body: Any) -> None:
        detail = body.get("detail") if isinstance(body, dict) else None
        found = detail if isinstance(detail, dict) else {}
        self.status = status
        self.code = str(found.get("code") or f"http_{status}")
        self.text = str(found.get("text") or (detail if isinstance(detail, str) else say("no_words", status=status)))
        params = found.get("params")
        problems = found.get("problems") or (params.get("problems") if isinstance(params, dict) else None)
        self.problems: Sequence[Mapping[str, Any]] = problems if isinstance(problems, list) else ()
        super().__init__(self.text)


class Plane:
    """The control plane of one user-data folder, wherever it listens just now.

    Address and token are read from the folder for every request: both change when the server restarts.
    revive: called each time a read finds nobody there, by who brought the server up and can do it again.
    """

    def __init__(self, home: Path, pace: Pace) -> None:
        self.home = home
        self.pace = pace
        self.revive: Callable[[], None] | None = None

    def alive(self) -> Server | None:
        """The server of this folder, if it answers and is the one that server.json names.

        A server that is held (SIGSTOP) is given up after the first of HEALTH_S, one that is slow after both.
        """
        server = read_server(self.home)
        if server is None:
            return None
        for patience_s in HEALTH_S:
            try:
                health = self.ask("GET", "/api/health", timeout_s=patience_s)
            except PlaneRefusedError:
                return None
            except PlaneGoneError as gone:
                if not gone.sent or is_held(server.pid):
                    return None
            else:
                same = isinstance(health, dict) and health.get("boot_id") == server.boot_id
                return server if same else None
        return None

    def silent(self) -> Server | None:
        """The server that server.json names, if its process is there; for when `alive` found that it does not answer.

        Ours by start time and command line: a pid that was given to another program since is passed over.
        """
        server = read_server(self.home)
        return server if server is not None and is_server_process(server.pid, server.named_at_s) else None

    def ask(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout_s: float = 30.0,
    ) -> Any:
        """Send one request and answer its JSON.

        Raises: PlaneGoneError when there is no answer, PlaneRefusedError for every status from 400 up.
        """
        server = read_server(self.home)
        if server is None:
            raise PlaneGoneError(sent=False)
        headers = {"Accept-Language": language()}
        payload = None
        if body is not None:
            payload = json.dumps(body, allow_nan=False).encode()
            headers["Content-Type"] = "application/json"
        if method != "GET":
            headers["X-CodefyUI-Token"] = read_token(self.home)
        target = path + (f"?{urlencode(query)}" if query else "")
        status, raw = _exchange(server.url, method, target, payload, headers, timeout_s)
        try:
            answer = json.loads(raw) if raw else None
        except ValueError:
            answer = None
        if status >= 400:
            raise PlaneRefusedError(status, answer)
        return answer

    def insist(self, path: str, query: Mapping[str, Any] | None = None, timeout_s: float = 30.0) -> Any:
        """Read, through restarts of the server.

        Raises: PlaneRefusedError; CliError(server_lost) after PATIENCE_S without an answer.
        """
        lost_at: float | None = None
        delay = 0.05
        while True:
            try:
                return self.ask("GET", path, query, timeout_s=timeout_s)
            except PlaneGoneError:
                lost_at = self.pace.now() if lost_at is None else lost_at
                if self.revive is not None:
                    self.revive()
            except PlaneRefusedError as refused:
                if refused.status not in (502, 503):  # it is on its way down or up
                    raise
                lost_at = self.pace.now() if lost_at is None else lost_at
            if self.pace.now() - lost_at > PATIENCE_S:
                raise CliError("server_lost", seconds=int(PATIENCE_S), exit_code=1)
            self.pace.pause(delay)
            delay = min(delay * 2, 1.0)


def _exchange(
    url: str, method: str, target: str, payload: bytes | None, headers: Mapping[str, str], timeout_s: float
) -> tuple[int, bytes]:
    """(status, body) of one request on a connection of its own."""
    import http.client  # a third of what `cdui status` costs where no server ever ran

    try:
        parts = urlsplit(url)
        host = parts.hostname or "127.0.0.1"
        connection = http.client.HTTPConnection(_ANY_ADDRESS.get(host, host), parts.port or 80, timeout=timeout_s)
    except ValueError:  # a server.json that somebody wrote over
        raise PlaneGoneError(sent=False) from None
    try:
        try:
            connection.connect()
        except OSError:
            raise PlaneGoneError(sent=False) from None
        try:
            connection.request(method, target, payload, dict(headers))
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            raise PlaneGoneError(sent=True) from None
    finally:
        connection.close()
