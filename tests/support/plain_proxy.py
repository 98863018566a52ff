"""A proxy as badly set up ones are: everything gets through but the upgrade to a WebSocket, until one asks it to."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ASKS = b"Upgrade: websocket"
TELLS_NOT = b"X-Upgrade: nothing"
"""Of the same length, so that no other byte has to change."""
MENDS = b"GET /mend-the-proxy "
"""Whoever asks for this has sockets let through from then on; the server answers what it will."""


@dataclass
class Proxy:
    """port: where it listens. server: the port of the server behind it, 0 until there is one."""

    port: int
    server: int = 0
    is_mended: bool = False


@contextmanager
def plain_proxy() -> Iterator[Proxy]:
    """A proxy on loopback before a server on loopback; all its connections end with it."""
    listener = socket.create_server(("127.0.0.1", 0))
    proxy = Proxy(listener.getsockname()[1])
    links: list[socket.socket] = []
    threads: list[threading.Thread] = []

    def carry(source: socket.socket, target: socket.socket, is_request: bool) -> None:
        try:
            while data := source.recv(65536):
                proxy.is_mended |= is_request and data.startswith(MENDS)
                target.sendall(data if proxy.is_mended or not is_request else data.replace(ASKS, TELLS_NOT))
        except OSError:
            pass  # one end has gone
        finally:
            for one in (source, target):
                with suppress(OSError):  # closed already
                    one.shutdown(socket.SHUT_RDWR)

    def accept() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", proxy.server))
            links.extend((client, server))
            for pair in ((client, server, True), (server, client, False)):
                thread = threading.Thread(target=carry, args=pair)
                threads.append(thread)
                thread.start()

    accepting = threading.Thread(target=accept)
    accepting.start()
    try:
        yield proxy
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        accepting.join()
        for one in links:
            with suppress(OSError):  # closed already
                one.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join()
        for one in links:
            one.close()
