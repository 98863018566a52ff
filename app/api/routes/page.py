"""The page at `/` and its assets; where nothing was built, a page that says how to have one."""

from __future__ import annotations

import asyncio
from html import escape
from typing import TYPE_CHECKING

from aiohttp import web

from app.api.declare import Table
from app.api.errors import HttpRefusal
from app.api.interface import FOR_EVER, takes_gzip
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from app.api.declare import Call
    from app.api.interface import InterfaceFile
    from app.api.keys import Services

table = Table("page")

_PLAIN = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><title>CodefyUI Desktop</title></head>
<body><h1>CodefyUI Desktop {version}</h1><p>{running}</p><p>{build}</p>
<p><a href="/openapi.json">{described}</a></p></body></html>
"""
_WORDS = {
    "en": (
        "The server is running; the window's interface was not built.",
        "Install Node.js 20.19 or newer and start again from the checkout, or install a release, which has it built.",
        "What the server can do (OpenAPI)",
    ),
    "zh-TW": (
        "伺服器執行中；視窗介面尚未建置。",
        "請安裝 Node.js 20.19 以上版本，再從原始碼資料夾重新啟動；或安裝已內含介面的發行版本。",
        "伺服器可用的功能（OpenAPI）",
    ),
}


@table.get("/", "The window's page", media=("text/html",))
async def page(call: Call[None, None]) -> web.Response:
    """Never from a cache: after an update it names other assets."""
    return await page_of(call.services, call.request, call.lang)


async def page_of(services: Services, request: web.Request, lang: str) -> web.Response:
    """The page, whatever the path: it finds by the address where one wants to go."""
    found = await asyncio.to_thread(services.interface.page, _wants_gzip(request))
    if found is not None:
        return _response(found, "no-cache")
    running, build, described = _WORDS[lang]
    text = _PLAIN.format(lang=lang, version=escape(services.version), running=running, build=build, described=described)
    return web.Response(text=text, content_type="text/html")


@table.get("/assets/{name}", "A script, style or picture of the window's page", media=("*/*",))
async def asset(call: Call[None, None]) -> web.Response:
    """Raises: HttpRefusal 404."""
    name = call.path("name")
    found = await asyncio.to_thread(call.services.interface.asset, name, _wants_gzip(call.request))
    if found is None:
        raise HttpRefusal(404, reason("not_found_path", path=f"/assets/{name}"[:300]))
    return _response(found, FOR_EVER)


def _wants_gzip(request: web.Request) -> bool:
    return takes_gzip(request.headers.get("Accept-Encoding", ""))


def _response(found: InterfaceFile, keep: str) -> web.Response:
    headers = {"Content-Type": found.content_type, "Cache-Control": keep, "Vary": "Accept-Encoding"}
    if found.encoding is not None:
        headers["Content-Encoding"] = found.encoding
    return web.Response(body=found.data, headers=headers)
