"""The page at `/`: what a browser shows until the window exists."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from aiohttp import web

from app.api.declare import Table

if TYPE_CHECKING:
    from app.api.declare import Call

table = Table("page")

_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><title>CodefyUI Desktop</title></head>
<body><h1>CodefyUI Desktop {version}</h1><p>{running}</p>
<p><a href="/openapi.json">{described}</a></p></body></html>
"""
_WORDS = {
    "en": ("The server is running.", "What it can do (OpenAPI)"),
    "zh-TW": ("伺服器執行中。", "可用的功能（OpenAPI）"),
}


@table.get("/", "A page that says the server is running", media=("text/html",))
async def page(call: Call[None, None]) -> web.Response:
    """Plain HTML without scripts."""
    running, described = _WORDS[call.lang]
    text = _PAGE.format(lang=call.lang, version=escape(call.services.version), running=running, described=described)
    return web.Response(text=text, content_type="text/html")
