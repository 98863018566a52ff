"""Which codes an operation may answer: its route's own, and those of everything that routes of its kind do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.api.declare import Route

EVERYWHERE = ("host_not_allowed", "bad_http", "starting", "internal")
CHANGING = ("foreign_origin", "token_missing", "token_wrong", "shutting_down")
ANY_BODY = ("bad_http", "body_too_slow", "encoding_not_supported")
JSON_BODY = (
    *ANY_BODY,
    "body_too_large",
    "json_bad_number",
    "json_binary",
    "json_empty",
    "json_half_character",
    "json_huge_number",
    "json_is_html",
    "json_is_markup",
    "json_key_twice",
    "json_malformed",
    "json_not_utf8",
    "json_too_deep",
    "json_utf16",
)
FIELDS = ("invalid_request",)

NAMES = ("name_empty", "name_ends_badly", "name_has_characters", "name_is_device", "name_too_long")
"""Of routes that take the name of a file of ours."""

SAVING = (*NAMES, "disk_full", "file_not_written")
"""Of routes that write such a file."""


def codes_of(route: Route) -> tuple[str, ...]:
    """Every documented code, each once: the route's own first, in its order."""
    found = [*route.errors, *route.kinds]
    if "{run_id}" in route.path:
        found.append("run_not_found")
    if route.body is not None or route.query is not None:
        found += FIELDS
    if route.body is not None or route.body_is_raw:
        found += JSON_BODY
    if route.upload:
        found += ANY_BODY
    if route.is_socket:
        found.append("websocket_only")
    if route.needs_token:
        found += CHANGING
    return tuple(dict.fromkeys((*found, *EVERYWHERE)))
