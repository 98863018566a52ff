"""Who may ask: Host allowlist, origins of web pages, session token. Pure decisions over a request's headers.

The order is fixed: Host (421) before everything, then origin (403), then token (403); bodies come later. A page of
another site can make a browser send requests here, with neither our token nor a way to read the answer; the Host rule
keeps out pages that point a name of their own at this machine (DNS rebinding).
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.api.errors import HttpRefusal
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, MutableMapping

    from multidict import CIMultiDictProxy, MultiMapping

TOKEN_HEADER = "X-CodefyUI-Token"
CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
WITHOUT_TOKEN = ("/api/apps", "/api/keys")
"""Their callers show a key of their own instead."""

ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
SECURITY_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HTML_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
"""Styles may stand in attributes: the canvas places nodes by them. No script but from files of ours."""


def dress(headers: MutableMapping[str, str]) -> None:
    """Add what every answer carries, the refusal of what is no HTTP included."""
    for name, value in SECURITY_HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    headers.setdefault("Server", "cdui")


def allowed_hosts(bind: str, port: int, extra: str, interfaces: Iterable[str] = ()) -> frozenset[str]:
    """Values of Host that are served: loopback names, the bind address and `extra`, each bare and with the port.

    extra: entries separated by commas or spaces; one with a port stands as it is. interfaces: addresses of this
    machine, for a bind address that means all of them.
    """
    named = ["127.0.0.1", "localhost", "::1", bind, *interfaces]
    hosts = {_bracketed(name.split("%")[0]) for name in named if name and name not in ("0.0.0.0", "::")}
    found = {form for host in hosts for form in (host, f"{host}:{port}")}
    for entry in extra.replace(",", " ").split():
        has_port = bool(urlsplit(f"//{entry}").netloc.rpartition(":")[2].isdigit()) and not entry.endswith("]")
        found |= {entry} if has_port else {entry, f"{entry}:{port}"}
    return frozenset(name.lower() for name in found)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def check_host(target: str, headers: CIMultiDictProxy[str], hosts: frozenset[str]) -> None:
    """Raises: HttpRefusal 421 unless there is exactly one Host and it is allowed.

    target: as in the request line. One with an authority of its own would win over Host (RFC 9112, 3.2.2); only
    proxies are asked like that.
    """
    given = headers.getall("Host", [])
    if not target.startswith(("/", "*")) or len(given) != 1 or given[0].strip().lower() not in hosts:
        raise HttpRefusal(421, reason("host_not_allowed"))


def origins(setting: str) -> frozenset[str]:
    """The setting's origins, lower case, without a trailing slash."""
    return frozenset(entry.rstrip("/").lower() for entry in setting.replace(",", " ").split())


def friendly_origin(headers: CIMultiDictProxy[str], known: frozenset[str]) -> str | None:
    """The Origin if it is this server's own page or a known one, else None (also when there is no Origin)."""
    origin = headers.get("Origin")
    if origin is None:
        return None
    own = urlsplit(origin).netloc.lower() == headers.get("Host", "").strip().lower() if _is_web(origin) else False
    return origin if own or origin.lower() in known else None


def _is_web(origin: str) -> bool:
    return origin.lower().startswith(("http://", "https://"))


def check_origin(headers: CIMultiDictProxy[str], method: str, known: frozenset[str]) -> str | None:
    """The friendly origin, or None. Raises: HttpRefusal 403 when a page of another site wants to change something."""
    friendly = friendly_origin(headers, known)
    origin = headers.get("Origin")
    if friendly is None and method in CHANGES and origin is not None:
        raise HttpRefusal(403, reason("foreign_origin", origin=origin[:200]))
    return friendly


def check_reader(headers: CIMultiDictProxy[str], known: frozenset[str]) -> None:
    """For answers that no other site may read. Raises: HttpRefusal 403.

    Fetch metadata tells of reads that carry no Origin, such as a script element of another site.
    """
    origin = headers.get("Origin")
    if friendly_origin(headers, known) is not None:
        return
    if origin is not None:
        raise HttpRefusal(403, reason("foreign_origin", origin=origin[:200]))
    if headers.get("Sec-Fetch-Site", "none").lower() not in ("none", "same-origin"):
        raise HttpRefusal(403, reason("foreign_origin", origin="another site"))


def check_token(headers: CIMultiDictProxy[str], token: str) -> None:
    """Raises: HttpRefusal 403 unless the header holds the session token; compared in constant time."""
    _check_one(headers.getall(TOKEN_HEADER, []), token)


def check_socket_token(headers: CIMultiDictProxy[str], query: MultiMapping[str], token: str) -> None:
    """As check_token; a browser, which cannot set headers here, may say `?token=` instead. Raises: HttpRefusal 403."""
    _check_one([*headers.getall(TOKEN_HEADER, []), *query.getall("token", [])], token)


def _check_one(given: list[str], token: str) -> None:
    if not given:
        raise HttpRefusal(403, reason("token_missing"))
    if len(given) != 1 or not secrets.compare_digest(given[0].encode("utf-8", "surrogateescape"), token.encode()):
        raise HttpRefusal(403, reason("token_wrong"))


def needs_token(method: str, path: str) -> bool:
    """Say whether the session token is asked for, whether or not there is a route."""
    if method not in CHANGES or not path.startswith("/api/"):
        return False
    return not any(path == p or path.startswith(p + "/") for p in WITHOUT_TOKEN)


def cors_headers(origin: str) -> dict[str, str]:
    """What lets a page of a friendly origin read the answer."""
    return {
        "Access-Control-Allow-Origin": origin,
        "Vary": "Origin",
        "Access-Control-Expose-Headers": "ETag, Content-Disposition",
    }


def preflight_headers(origin: str) -> dict[str, str]:
    """What a browser wants to know before it sends a request of a friendly origin."""
    return {
        **cors_headers(origin),
        "Access-Control-Allow-Methods": ALLOWED_METHODS,
        "Access-Control-Allow-Headers": f"Content-Type, If-Match, If-None-Match, Idempotency-Key, {TOKEN_HEADER}",
        "Access-Control-Max-Age": "600",
    }
