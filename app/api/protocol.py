"""The HTTP connection: what is no HTTP gets a coded answer and one calm line in the log, never a traceback."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from aiohttp import web

from app.api import guards
from app.api.errors import HttpRefusal, internal, refusal
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from app.api.keys import Limits

log = logging.getLogger(__name__)


class Connection(web.RequestHandler):
    """One connection. Errors reach it only from below the application: the parser's, and those of answering."""

    def __init__(self, server: web.Server, write_s: float, **more: Any) -> None:
        super().__init__(server, **more)
        self._write_s = write_s
        self._looks: asyncio.TimerHandle | None = None
        self.heard_s = self._loop.time()

    def data_received(self, data: bytes) -> None:
        """A sign of life, whatever it is a part of. heard_s: loop time of the last one."""
        self.heard_s = self._loop.time()
        super().data_received(data)

    def pause_writing(self) -> None:
        """The client takes no more for now: from here on it has to take something every `write_s`."""
        super().pause_writing()
        self._look_again(None)

    def resume_writing(self) -> None:
        """It went on."""
        self._look_no_more()
        super().resume_writing()

    def connection_lost(self, exc: BaseException | None) -> None:
        """It has gone."""
        self._look_no_more()
        super().connection_lost(exc)

    def _look_again(self, held_bytes: int | None) -> None:
        """Cut the connection off when its answer is as long as `held_bytes`, the last time it was looked at."""
        if self.transport is None:
            return
        holds = self.transport.get_write_buffer_size()
        if held_bytes is not None and holds >= held_bytes:
            log.info("a client reads nothing of its answer: cut off", extra={"bytes": holds})
            self.transport.abort()
            return
        self._looks = self._loop.call_later(self._write_s, self._look_again, holds)

    def _look_no_more(self) -> None:
        if self._looks is not None:
            self._looks.cancel()
            self._looks = None

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """A refusal in the one shape; the connection ends, since nobody knows where the next request begins."""
        if status >= 500 and exc is not None:
            response = internal(exc, request.method, request.path, "en")
        else:
            log.info("not HTTP: %s", (message or "").replace("\n", " ")[:200], extra={"peer": request.remote})
            response = refusal(HttpRefusal(status, reason("bad_http")), "en")
        guards.dress(response.headers)
        response.force_close()
        return response


class Server(web.Server):
    """aiohttp's server with our connections."""

    def __init__(self, made: web.Server, limits: Limits) -> None:
        super().__init__(
            made.request_handler,
            request_factory=made.request_factory,
            handler_cancellation=made.handler_cancellation,
            loop=asyncio.get_running_loop(),
        )
        self._limits = limits

    def __call__(self) -> Connection:
        """Called by the loop for each accepted socket."""
        return Connection(
            self,
            self._limits.write_s,
            loop=asyncio.get_running_loop(),
            access_log=None,  # aiohttp takes None for no access log
            keepalive_timeout=self._limits.header_s,
            lingering_time=self._limits.linger_s,
            auto_decompress=False,
        )


class Runner(web.AppRunner):
    """Runs an application behind our server."""

    def __init__(self, app: web.Application, limits: Limits, **more: Any) -> None:
        super().__init__(app, handler_cancellation=True, shutdown_timeout=0.2, **more)
        self._limits = limits

    async def _make_server(self) -> web.Server:
        return Server(await super()._make_server(), self._limits)
