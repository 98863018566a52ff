"""Looks into a page of a running window, by the browser's own DevTools protocol, over one blocking socket."""

from __future__ import annotations

import json
import os
import socket
import struct
import threading
import time
import urllib.request
from typing import Any
from urllib.parse import urlsplit

WAIT_S = 40.0
"""Far above what any page takes: only a hang reaches it."""

PAUSE_S = 0.05


def free_port() -> int:
    """A port of loopback that nobody has just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Page:
    """The page of the window whose browser listens on `port`. A page that is replaced is found again by itself."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._link: socket.socket | None = None
        self._held = b""
        self._last = 0

    def close(self) -> None:
        """Let go of the page."""
        if self._link is not None:
            self._link.close()
            self._link = None
            self._held = b""

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, of a promise what it comes to. Raises: OSError when there is no page."""
        if self._link is None:
            self._connect()
        try:
            answer = self._ask(
                "Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}
            )
        except OSError:
            self.close()
            raise
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait(self, expression: str) -> Any:
        """Wait until an expression is true; its value. Pages that are just being replaced are waited for."""
        deadline = time.monotonic() + WAIT_S
        said: Any = None
        while time.monotonic() < deadline:
            try:
                if said := self.evaluate(expression):
                    return said
            except (OSError, ValueError, KeyError, AssertionError) as problem:
                said = problem
                self.close()
            threading.Event().wait(PAUSE_S)
        raise AssertionError(f"{expression} was never true: {said!r}")

    def _connect(self) -> None:
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/json", timeout=5) as answer:
            found = [page for page in json.load(answer) if page["type"] == "page"]
        if not found:
            raise ConnectionError("no page")
        at = urlsplit(found[0]["webSocketDebuggerUrl"])
        self._link = socket.create_connection((at.hostname or "", at.port or 80), timeout=WAIT_S)
        self._link.sendall(
            f"GET {at.path} HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self._held:
            self._take()
        self._held = self._held.partition(b"\r\n\r\n")[2]

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        assert self._link is not None
        self._last += 1
        data = json.dumps({"id": self._last, "method": method, "params": params}).encode()
        size = (
            struct.pack("!BB", 0x81, 0x80 | len(data))
            if len(data) < 126
            else struct.pack("!BBH", 0x81, 0xFE, len(data))
        )
        self._link.sendall(size + bytes(4) + data)  # a mask of zeros changes nothing
        while True:
            answer = json.loads(self._message())
            if answer.get("id") == self._last:
                if "result" not in answer:
                    raise ValueError(answer)
                return answer["result"]

    def _message(self) -> bytes:
        whole = b""
        while True:
            first, size = self._exactly(2)
            size &= 0x7F
            if size == 126:
                (size,) = struct.unpack("!H", self._exactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self._exactly(8))
            whole += self._exactly(size)
            if first & 0x80:
                return whole

    def _exactly(self, count: int) -> bytes:
        while len(self._held) < count:
            self._take()
        piece, self._held = self._held[:count], self._held[count:]
        return piece

    def _take(self) -> None:
        assert self._link is not None
        piece = self._link.recv(1 << 20)
        if not piece:
            raise ConnectionError("the page is gone")
        self._held += piece


def environment(port: int) -> dict[str, str]:
    """What makes a window's browser listen on this port, and the surroundings it needs."""
    kept = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    return {**kept, "QTWEBENGINE_REMOTE_DEBUGGING": f"127.0.0.1:{port}", "LANG": "C.UTF-8"}
