"""One window a user-data folder: a lock that dies with its holder, and a way to ask the holder to come forward.

The lock is the system's record lock on `window.lock`. The holder listens on loopback and says where in `window.json`
(0600, with a token): a second start hands over what it was asked to open, and leaves.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import socket
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.cli.regular import read_regular
from app.desktop.openings import as_json, from_json
from app.private import private_folder, write_private

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.desktop.openings import Opening

LOCK_NAME = "window.lock"
FILE_NAME = "window.json"
HAND_OVER_S = 10.0
"""How long another window may take to say where it listens, or to be gone."""

_TALK_S = 5.0
_YES = b'{"ok": true}'
_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class Request:
    """What another start wants. keeps_server: the server is not to end with the window."""

    openings: Sequence[Opening]
    keeps_server: bool = False


class Instance:
    """The right to be the one window. Made by `take`; `close` or the end of the process gives it back."""

    def __init__(self, home: Path, descriptor: int) -> None:
        self._home = home
        self._descriptor = descriptor
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None

    @classmethod
    def take(cls, home: Path) -> Instance | None:
        """Become the one window of a folder, making the folder if need be; None when another process is.

        A file system without locks refuses nobody: two windows are better than none. Raises: OSError.
        """
        private_folder(home)
        descriptor = os.open(home / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
        except OSError as problem:
            if problem.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                os.close(descriptor)
                return None
        return cls(home, descriptor)

    def listen(self, on_asked: Callable[[Request], None]) -> None:
        """Let other starts ask from now on. on_asked: called on a thread of its own with what they bring."""
        token = secrets.token_hex(16)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(
            target=_serve, args=(self._socket, token, on_asked), name="window-instance", daemon=True
        )
        self._thread.start()
        port = self._socket.getsockname()[1]
        write_private(self._home / FILE_NAME, {"port": port, "token": token, "pid": os.getpid()}, durable=False)

    def close(self) -> None:
        """Give the place to the next start. Calling twice is fine."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                (self._home / FILE_NAME).unlink()
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits in accept
            self._socket.close()
            self._socket = None
        if self._thread is not None:
            self._thread.join(_TALK_S)
            self._thread = None
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def hand_over(home: Path, request: Request) -> bool:
    """Ask the window that there is to come forward and do this; False when it does not answer."""
    found = _read(home)
    if found is None:
        return False
    asked = {"token": found["token"], "openings": as_json(request.openings), "keeps_server": request.keeps_server}
    try:
        with socket.create_connection(("127.0.0.1", found["port"]), timeout=_TALK_S) as link:
            link.sendall(json.dumps(asked).encode() + b"\n")
            return _line(link) == _YES
    except OSError:
        return False


def holder_pid(home: Path) -> int | None:
    """The process id of the window that there is, as it says itself."""
    found = _read(home)
    return found["pid"] if found is not None else None


def _read(home: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(read_regular(home / FILE_NAME, _BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    port, token, pid = found.get("port"), found.get("token"), found.get("pid")
    is_sound = isinstance(port, int) and 0 < port < 65536 and isinstance(token, str) and isinstance(pid, int)
    return found if is_sound else None


def _serve(listener: socket.socket, token: str, on_asked: Callable[[Request], None]) -> None:
    while True:
        try:
            link, _ = listener.accept()
        except OSError:
            return
        with link:
            try:
                link.settimeout(_TALK_S)
                asked = json.loads(_line(link))
                if not isinstance(asked, dict) or not isinstance(asked.get("token"), str):
                    continue
                if not secrets.compare_digest(asked["token"].encode(), token.encode()):
                    continue
                request = Request(from_json(asked.get("openings")), asked.get("keeps_server") is True)
                link.sendall(_YES + b"\n")
            except (OSError, ValueError, RecursionError):
                continue  # a port scanner, or a page that tries its luck
        on_asked(request)


def _line(link: socket.socket) -> bytes:
    """The bytes before the first line end, at most _BYTES. Raises: OSError."""
    got = b""
    while b"\n" not in got and len(got) < _BYTES:
        piece = link.recv(65536)
        if not piece:
            break
        got += piece
    return got.split(b"\n", 1)[0]


def _lock(descriptor: int) -> None:
    """The system's own lock, never waiting. Raises: OSError."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
