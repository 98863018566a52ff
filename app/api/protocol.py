"""The HTTP connection: what is no HTTP gets a coded answer and one calm line in the log, never a traceback."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from aiohttp import web

from app.api.errors import HttpRefusal, internal, refusal
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from app.api.keys import Limits

log = logging.getLogger(__name__)


class Connection(web.RequestHandler):
    """One connection. Errors reach it only from below the application: the parser's, and those of answering."""

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """A refusal in the one shape; the connection ends, since nobody knows where the next request begins."""
        if status >= 500 and exc is not None:
            response = internal(exc, request.method, request.path, "en")
        else:
            log.info("not HTTP: %s", (message or "").replace("\n", " ")[:200], extra={"peer": request.remote})
            response = refusal(HttpRefusal(status, reason("bad_http")), "en")
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
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]  # aiohttp takes None for no access log
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
