"""WebSockets: who may open one, whole frames out as fast as the client takes them, messages in one by one.

A frame goes to the transport in one piece, several of them in one write where there are several. Nothing is queued here
beside the transport's own buffer: whoever sends waits until that has room again, and a client that takes nothing is cut
off by its connection. Frames are not compressed: each would cost more than loopback gains.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, WSMsgType, web

from app.api import guards
from app.api.declare import Call
from app.api.door import DOOR
from app.api.errors import HttpRefusal
from app.api.frames import CLOSE_TOO_BIG, PING
from app.api.keys import SERVICES
from app.api.language import language
from app.core.vocab.errors import CduiError
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from app.api.declare import Route
    from app.api.keys import Limits
    from app.api.protocol import Connection

log = logging.getLogger(__name__)

FOREIGN_ORIGIN = 4003
BAD_TOKEN = 4401


class Gone(ConnectionError):
    """The client has left."""


async def serve(route: Route, request: web.Request) -> web.StreamResponse:
    """Upgrade, let the handler have the socket, close it. Raises: HttpRefusal 426 for a request that is no upgrade.

    A page of another site and a wrong token are told by a close code, which a browser can read, after the upgrade.
    """
    services, door = request.app[SERVICES], request.app[DOOR]
    if request.headers.get("Upgrade", "").strip().lower() != "websocket":
        raise HttpRefusal(426, reason("websocket_only", path=route.path), {"Upgrade": "websocket"})
    settings = services.settings
    socket = Socket(request, settings.ws_max_message_bytes or settings.max_run_body_bytes, services.limits)
    refused = _refusal(request, services.token, guards.origins(settings.cors_origins))
    await socket.open()
    door.sockets.add(socket)
    try:
        if refused is not None:
            await socket.close(*refused)
        else:
            await route.handler(Call(request, services, socket, None, language(request)))
            await socket.close(WSCloseCode.OK)
    except Gone:
        log.debug("a client has left its socket")
    finally:
        door.sockets.discard(socket)
        socket.ended()
    return socket.response


def _refusal(request: web.Request, token: str, known: frozenset[str]) -> tuple[int, bytes] | None:
    """(close code, reason code) for a client that may not have a socket."""
    if "Origin" in request.headers and guards.friendly_origin(request.headers, known) is None:
        return FOREIGN_ORIGIN, b"foreign_origin"
    try:
        guards.check_socket_token(request.headers, request.query, token)
    except CduiError as error:
        return BAD_TOKEN, error.reason.code.encode()
    return None


class Socket:
    """One open WebSocket. `send` may be called by several tasks, `receive` by one."""

    def __init__(self, request: web.Request, max_bytes: int, limits: Limits) -> None:
        self.response = _Response(max_bytes, limits)
        self._request = request
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._writer: Any = None
        self._beat: asyncio.TimerHandle | None = None

    async def open(self) -> None:
        """Answer the upgrade. Raises: web.HTTPBadRequest for a handshake that is none."""
        self._writer = await self.response.prepare(self._request)
        self._beat = self._loop.call_later(self._limits.ping_s, self._look)

    async def send(self, frames: bytes) -> None:
        """Write whole frames, then wait while the client has not taken enough of them. Raises: Gone."""
        transport = self._request.transport
        if transport is None or transport.is_closing() or self.response.closed:
            raise Gone
        transport.write(frames)
        try:
            await self._writer.drain()
        except ConnectionError:
            raise Gone from None

    async def receive(self) -> bytes | None:
        """The next text message, undecoded; None for a binary one. Raises: Gone when the client or the server leaves.

        Pings are answered here. A message over the limit closes the socket with 1009, one that is no UTF-8 is passed
        on as it is.
        """
        while True:
            message = await self.response.receive()
            if message.type is WSMsgType.TEXT:
                return bytes(message.data)
            if message.type is WSMsgType.BINARY:
                return None
            if message.type is WSMsgType.PING:
                await self.response.pong(message.data)
            elif message.type is not WSMsgType.PONG:
                raise Gone

    async def close(self, code: int, why: bytes = b"") -> None:
        """Say goodbye and wait a moment for the answer; closing twice is fine."""
        try:
            async with asyncio.timeout(2 * self._limits.close_s):
                await self.response.close(code=code, message=why)
        except TimeoutError:
            self._abort()

    async def leave(self) -> None:
        """See door.Leaving: close code 1001."""
        await self.close(WSCloseCode.GOING_AWAY, b"shutting_down")

    def ended(self) -> None:
        """The pulse stops."""
        if self._beat is not None:
            self._beat.cancel()

    def _look(self) -> None:
        """Ask a quiet client for a sign of life; cut off one that has given none for `silence_s`.

        Not while it has yet to take what was sent: the question stands behind that, and `write_s` bounds it.
        """
        connection: Connection | Any = self._request.protocol
        transport = self._request.transport
        if transport is None:
            return
        quiet_s = self._loop.time() - connection.heard_s
        if not connection.writing_paused and quiet_s >= self._limits.ping_s:
            if quiet_s >= self._limits.silence_s:
                log.info("a client on a socket does not answer: cut off")
                transport.abort()
                return
            transport.write(PING)
        self._beat = self._loop.call_later(self._limits.ping_s, self._look)

    def _abort(self) -> None:
        if self._request.transport is not None:
            self._request.transport.abort()


class _Response(web.WebSocketResponse):
    """aiohttp's socket, with a goodbye for too large a message that the client gets to read."""

    def __init__(self, max_bytes: int, limits: Limits) -> None:
        # aiohttp refuses a message of exactly its limit
        super().__init__(
            timeout=limits.close_s, autoping=False, compress=False, max_msg_size=max_bytes + 1, decode_text=False
        )
        self._linger_s = limits.linger_s
        self._is_lingering = False

    async def close(self, *, code: int = WSCloseCode.OK, message: bytes = b"", drain: bool = True) -> bool:
        """As aiohttp closes. Before a 1009 the rest of the message is read and thrown away for a moment: a connection
        closed with bytes unread is reset, and the reset overtakes the close frame.
        """
        transport = self._req.transport if self._req is not None else None
        if code == WSCloseCode.MESSAGE_TOO_BIG and transport is not None and not self._is_lingering:
            self._is_lingering = True
            transport.write(CLOSE_TOO_BIG)
            try:
                async with asyncio.timeout(self._linger_s):
                    await asyncio.Event().wait()  # the end of the connection cancels the request
            except TimeoutError:
                transport.abort()
        return await super().close(code=code, message=message, drain=drain)
