"""The aiohttp application: one middleware in front, one dispatcher behind every route, and the socket."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from typing import TYPE_CHECKING, Any

from aiohttp import web

from app.aio import collector
from app.api import guards, sockets
from app.api.answers import answer_of_any_size
from app.api.body import IN_THREAD_BYTES, parse, read
from app.api.declare import Call, Route, parse_body, parse_query
from app.api.door import DOOR, Door
from app.api.errors import HttpRefusal, internal, quiet, refusal, status_of
from app.api.keys import DESCRIBE, SERVICES, Services
from app.api.language import language
from app.api.plain_page import asks_for_page, refused_page
from app.api.protocol import Runner
from app.api.routes import ROUTES
from app.api.routes.page import page_of
from app.core.vocab.errors import CduiError, Unavailable
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Next = Callable[[web.Request], Awaitable[web.StreamResponse]]

NOT_BUILT = ("/api/apps", "/api/keys", "/api/llm/codex", "/api/git", "/api/packs")
"""Paths that clients of larger installations know, of parts that this product does not have."""


def build_app(services: Services, door: Door) -> web.Application:
    """Make the application; its routes are exactly those that the document describes."""
    app = web.Application(middlewares=[_front])
    app[SERVICES] = services
    app[DOOR] = door
    app[DESCRIBE] = lambda: _describe(services.version)
    app.on_shutdown.append(lambda app: door.dismiss())
    for route in ROUTES:
        handler = functools.partial(_serve, route)
        path = route.path.removesuffix("}") + ":.+}" if route.rest else route.path
        if route.method == "GET":
            app.router.add_get(path, handler, allow_head=True, expect_handler=_no_expectation)
        else:
            app.router.add_route(route.method, path, handler, expect_handler=_no_expectation)
    return app


async def _no_expectation(request: web.Request) -> None:
    """`Expect: 100-continue` is met when the body is read, after the guards, and other expectations are not known."""
    del request


def _describe(version: str) -> bytes:
    from app.api.openapi import document_bytes

    return document_bytes(ROUTES, version)


@web.middleware
async def _front(request: web.Request, handler: Next) -> web.StreamResponse:
    """Guards first, then the route; every error becomes its documented answer."""
    door, services = request.app[DOOR], request.app[SERVICES]
    door.last_request_s, door.in_flight = asyncio.get_running_loop().time(), door.in_flight + 1
    friendly: str | None = None
    response: web.StreamResponse
    try:
        try:
            if not door.hosts:
                raise Unavailable(reason("starting"))
            guards.check_host(request.raw_path, request.headers, door.hosts)
            known = guards.origins(services.settings.cors_origins)
            if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
                response = _preflight(request, known)
            else:
                friendly = guards.check_origin(request.headers, request.method, known)
                if guards.needs_token(request.method, request.path):
                    guards.check_token(request.headers, services.token)
                response = await handler(request)
        except CduiError as error:
            response = _refused(request, error)
        except web.HTTPException as error:
            response = await _no_route(request, error)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # the boundary of a request: logged with an id, the plane stays up
            response = internal(error, request.method, request.path, language(request))
    finally:
        door.last_request_s, door.in_flight = asyncio.get_running_loop().time(), door.in_flight - 1
    if not response.prepared:
        _dress(response, friendly)
    return response


def _dress(response: web.StreamResponse, friendly: str | None) -> None:
    headers = response.headers
    guards.dress(headers)
    if response.content_type == "text/html":
        headers["Content-Security-Policy"] = guards.HTML_POLICY
    if friendly is not None:
        headers.update(guards.cors_headers(friendly))
    if headers.get("Connection") == "close":
        response.force_close()


def _preflight(request: web.Request, known: frozenset[str]) -> web.Response:
    friendly = guards.friendly_origin(request.headers, known)
    if friendly is None:
        raise HttpRefusal(403, reason("foreign_origin", origin=request.headers.get("Origin", "")[:200]))
    return web.Response(status=204, headers=guards.preflight_headers(friendly))


def _refused(request: web.Request, error: CduiError) -> web.StreamResponse:
    """A refusal as the one who asked can read it: a page for a person, JSON for a program."""
    lang = language(request)
    if _asks_for_page(request):
        return refused_page(error.reason, status_of(error), lang, request.headers.get("Host", ""))
    return quiet(request.headers, refusal(error, lang), error)


def _asks_for_page(request: web.Request) -> bool:
    return asks_for_page(request.method, request.path, request.headers.get("Accept", ""))


async def _no_route(request: web.Request, error: web.HTTPException) -> web.StreamResponse:
    if error.status == 404 and _asks_for_page(request):
        return await page_of(request.app[SERVICES], request, language(request))
    path = request.path[:300]
    if isinstance(error, web.HTTPMethodNotAllowed):
        allowed = ", ".join(sorted(error.allowed_methods))
        why = reason("method_not_allowed", path=path, method=request.method[:20], allowed=allowed)
        return refusal(HttpRefusal(405, why, {"Allow": allowed}), language(request))
    if error.status == 404:
        absent = any(path == p or path.startswith(p + "/") for p in NOT_BUILT)
        code = "not_available" if absent else "not_found_path"
        return refusal(HttpRefusal(404, reason(code, path=path)), language(request))
    if error.status >= 400:
        return refusal(HttpRefusal(error.status, reason("bad_http")), language(request))
    return web.Response(status=error.status, headers=error.headers)


async def _serve(route: Route, request: web.Request) -> web.StreamResponse:
    """Parse, call, answer. What changes something is finished even when its client has gone."""
    if route.refuse is None:
        return await _answered(route, request)
    try:
        return await _answered(route, request)
    except CduiError as error:
        return route.refuse(request, error)


async def _answered(route: Route, request: web.Request) -> web.StreamResponse:
    services = request.app[SERVICES]
    if route.is_socket:
        return await sockets.serve(route, request)
    query = parse_query(route.query, request.query.items()) if route.query else None
    if route.body is None and not route.body_is_raw:
        return await _call(route, request, None, query)
    data = await read(request, getattr(services.settings, route.cap), services.limits)
    model = route.body
    if model is None:
        return await _call(route, request, data, query)
    with collector.paused() if len(data) > IN_THREAD_BYTES else contextlib.nullcontext():
        body = await parse(data, lambda value: parse_body(model, value))
        return await _call(route, request, body, query)


async def _call(route: Route, request: web.Request, body: Any, query: Any) -> web.StreamResponse:
    services = request.app[SERVICES]
    call: Call[Any, Any] = Call(request, services, body, query, language(request))
    if route.method == "GET" or route.waits:
        return await respond(route, await route.handler(call))
    return await respond(route, await request.app[DOOR].finish(route.handler(call)))


async def respond(route: Route, value: Any) -> web.StreamResponse:
    """A handler answers a response of its own or a value for JSON."""
    return value if isinstance(value, web.StreamResponse) else await answer_of_any_size(value, route.status)


class HttpServer:
    """The listening socket over an application. start and stop once each."""

    def __init__(self, services: Services) -> None:
        self.door = Door()
        self._settings = services.settings
        self._runner = Runner(build_app(services, self.door), services.limits)
        self.host = ""
        self.port = 0

    async def start(self, host: str, port: int) -> None:
        """Listen. port 0 takes a free one. Raises: OSError when the address cannot be had."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port, backlog=1024)
        await site.start()
        address = self._runner.addresses[0]
        self.host, self.port = host, int(address[1])
        self.door.hosts = guards.allowed_hosts(
            host, self.port, self._settings.extra_allowed_hosts, _interfaces() if host in ("0.0.0.0", "::", "") else ()
        )
        self.door.last_request_s = asyncio.get_running_loop().time()

    @property
    def url(self) -> str:
        """Where a client on this machine reaches the server."""
        host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def connections(self) -> int:
        """How many clients are connected."""
        return len(self._runner.server.connections) if self._runner.server is not None else 0

    def idle_s(self) -> float:
        """Seconds since the last request ended; 0 while one is served."""
        if self.door.in_flight or self.door.writing:
            return 0.0
        return asyncio.get_running_loop().time() - self.door.last_request_s

    async def stop(self) -> None:
        """Take no more requests, end long polls, let what writes finish, close every connection."""
        await self.door.written()
        await self._runner.cleanup()
        await self.door.written()  # what had begun while connections were being closed


def _interfaces() -> list[str]:
    import psutil

    return [a.address for addresses in psutil.net_if_addrs().values() for a in addresses if a.family.name in _INET]


_INET = ("AF_INET", "AF_INET6")
