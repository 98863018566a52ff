"""What a start was asked to open: a graph file, or a link to a place in the program."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

SCHEME = "cdui"
VIEWS = ("g", "runs", "sweeps", "studies", "workers", "settings")
"""The first part of an address in the program (`#/runs/...`), as ui/src/state/route.ts has them."""

MOST = 32
"""So many are taken from one start; a person who drops a whole folder on the icon meant none of them."""

_MOST_CHARACTERS = 2000
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Opening:
    """kind: `file` (value: an absolute path) or `link` (value: the part of the address from `#` on)."""

    kind: str
    value: str


class BadLinkError(ValueError):
    """The text is no link to a place in this program."""


def is_opening(word: str) -> bool:
    """Say whether a word of the command line asks to open something, rather than being a command."""
    return word.lower().startswith(f"{SCHEME}:") or word.lower().endswith(".json")


def opening_of(word: str, folder: str) -> Opening:
    """Read one word of a command line. folder: what a relative path is relative to. Raises: BadLinkError."""
    if word.lower().startswith(f"{SCHEME}:"):
        return Opening("link", hash_of(word))
    return Opening("file", os.path.normpath(os.path.join(folder, os.path.expanduser(word))))


def hash_of(link: str) -> str:
    """`cdui://runs/ID/log` as `#/runs/ID/log`. Raises: BadLinkError for whatever leads to none of VIEWS.

    Links come from outside (a chat, a page of another site), so they may name a place and nothing else: no query, no
    user, no port, no part that could climb.
    """
    if len(link) > _MOST_CHARACTERS or _CONTROL.search(link):
        raise BadLinkError(link[:80])
    try:
        parts = urlsplit(link)
        host, is_plain = parts.netloc, not (parts.query or parts.fragment)
    except ValueError:
        raise BadLinkError(link[:80]) from None
    if parts.scheme != SCHEME or not is_plain or any(sign in host for sign in "@:"):
        raise BadLinkError(link[:80])
    steps = [unquote(step, errors="strict") for step in _split(f"{host}/{parts.path}")]
    if not steps or steps[0] not in VIEWS or len(steps) > 3 or any(_CONTROL.search(step) for step in steps):
        raise BadLinkError(link[:80])
    if any(step in (".", "..") or "/" in step or "\\" in step for step in steps):
        raise BadLinkError(link[:80])
    return "#/" + "/".join(quote(step, safe="") for step in steps)


def _split(path: str) -> list[str]:
    try:
        path.encode("ascii")
        unquote(path, errors="strict")
    except UnicodeError:
        # some browsers hand links over decoded: such letters are letters
        path = quote(path, safe="/%")
    try:
        unquote(path, errors="strict")
    except UnicodeError:
        raise BadLinkError(path[:80]) from None
    return [step for step in path.split("/") if step]


def as_json(openings: Sequence[Opening]) -> list[dict[str, str]]:
    """For another process."""
    return [{"kind": one.kind, "value": one.value} for one in openings]


def from_json(value: Any) -> list[Opening]:
    """What another process handed over; what makes no sense is left out."""
    found = []
    for one in value if isinstance(value, list) else []:
        kind, text = (one.get("kind"), one.get("value")) if isinstance(one, dict) else (None, None)
        if kind in ("file", "link") and isinstance(text, str) and "\x00" not in text:
            found.append(Opening(kind, text))
    return found[:MOST]
