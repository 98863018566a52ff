"""The one rule for file names that come from outside: what is allowed here is allowed on Windows, macOS and Linux."""

from __future__ import annotations

import re
import unicodedata

from app.core.vocab.reason import Reason, reason

MAX_BYTES = 255
"""Longest file name, in UTF-8 bytes: the limit of ext4, APFS and (in UTF-16 units) NTFS."""

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"}
)
_KEPT = re.compile(r"[^\w\-]", re.UNICODE)


def normal(name: str) -> str:
    """The composed form (NFC), so that one name typed on two systems is one file."""
    return unicodedata.normalize("NFC", name)


def is_device_name(name: str) -> bool:
    """Say whether Windows takes this for a device, whatever follows the first dot."""
    return name.split(".", 1)[0].rstrip(" ").lower() in _DEVICES


def refuse_file_name(name: str, limit: int = MAX_BYTES) -> Reason | None:
    """Why `name` (one part of a path, NFC) cannot be a file name, or None when it can.

    limit: bytes it may have; less for a name that gets an ending later.
    """
    if not name or name in (".", ".."):
        return reason("name_empty") if not name else reason("name_has_characters", name=name, characters=name)
    found = sorted(set(_FORBIDDEN.findall(name)))
    if found:
        shown = " ".join(char if char.isprintable() else f"U+{ord(char):04X}" for char in found)
        return reason("name_has_characters", name=_short(name), characters=shown)
    if any("\ud800" <= char <= "\udfff" for char in name):
        return reason("name_has_characters", name=_short(name), characters="U+D800")
    if len(name.encode()) > limit:
        return reason("name_too_long", name=_short(name), limit=limit)
    if name[-1] in ". ":
        return reason("name_ends_badly", name=name)
    if is_device_name(name):
        return reason("name_is_device", name=name)
    return None


def graph_stem(title: str) -> str:
    """The file stem of a graph's title: letters, digits, `-` and `_` of every script stay, all else becomes `_`.

    A stem that Windows takes for a device gets a `_` in front. Empty when the title is.
    """
    stem = _KEPT.sub("_", normal(title.strip()))
    return f"_{stem}" if is_device_name(stem) else stem


def _short(name: str) -> str:
    """A name as a sentence may quote it; lone surrogates cannot be written anywhere."""
    text = name.encode("utf-8", "replace").decode()
    return text if len(text) <= 80 else text[:79] + "…"
