"""What a browser is shown where there is no page of the interface: why not, and what to change. Who may have a page.

It is drawn in the browser's own colours: nothing of the interface can be loaded where its host is refused.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from aiohttp import web

from app.api.accepting import takes

if TYPE_CHECKING:
    from app.core.vocab.reason import Reason

NO_PAGE = ("/api", "/ws", "/assets")
"""Below these, programs ask: they are answered in JSON whatever they accept."""

_FILE = re.compile(r"\.(?:js|mjs|css|map|json|svg|png|jpe?g|ico|woff2?|txt|xml|webmanifest)\Z", re.IGNORECASE)
_MOST_CHARACTERS = 200

_STYLE = (
    ":root{color-scheme:light dark}body{font:15px/1.6 system-ui,'Noto Sans','Noto Sans TC',sans-serif;max-width:36em;"
    "margin:18vh auto 0;padding:0 24px}h1{font-size:20px}pre{overflow:auto;padding:12px;border:1px solid;"
    "border-radius:6px;font:13px/1.45 ui-monospace,monospace}"
)
_HEADS = {"en": "This page cannot be shown", "zh-TW": "無法顯示此頁面"}
_HOSTS = {
    "en": "Start the server with this setting to allow the name:",
    "zh-TW": "若要允許這個名稱，請以此設定啟動伺服器：",
}


def asks_for_page(method: str, path: str, accept: str) -> bool:
    """Whether a request is a browser's for a page, neither a program's nor a page's for one of its files.

    A browser names text/html when a person goes somewhere; programs and pages take whatever comes.
    """
    if method not in ("GET", "HEAD") or any(path == p or path.startswith(p + "/") for p in NO_PAGE):
        return False
    return not _FILE.search(path) and takes(accept, ("text/html",))


def refused_page(why: Reason, status: int, lang: str, host: str) -> web.Response:
    """A page with the sentence of a refusal. host: that was asked for; shown in the setting that would allow it."""
    shown = f"<h1>{_HEADS[lang]}</h1>\n<p>{escape(why.text(lang))}</p>"
    # of what comes from outside only a name is shown: a sentence in there would read as one of ours
    name = re.sub(r"[^A-Za-z0-9.:\[\]_-]", "", host)[:_MOST_CHARACTERS]
    if why.code == "host_not_allowed" and name:
        shown += f"\n<p>{_HOSTS[lang]}</p>\n<pre>CODEFYUI_EXTRA_ALLOWED_HOSTS={escape(name)}</pre>"
    text = (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>CodefyUI Desktop</title><style>{_STYLE}</style></head>\n<body>{shown}\n</body></html>\n"
    )
    return web.Response(text=text, content_type="text/html", status=status)
