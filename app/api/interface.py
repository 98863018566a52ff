"""The window's files: one page and its assets, built from `ui/` into `app/_ui`.

Assets carry a hash of their content in their names, so a browser may keep them for ever; the page is asked for anew
each time. Files are small and lie compressed beside themselves; they are read when they are asked for, so that a build
put in place while the server runs is what the next visitor gets.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.api.accepting import takes

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "index.html"
STAMP = ".stamp"
ASSETS = "assets"
LICENCES = "licences.json.gz"
FOR_EVER = "public, max-age=31536000, immutable"

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,200}\Z")
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
_OTHER = "application/octet-stream"


@dataclass(frozen=True)
class InterfaceFile:
    """What goes out. encoding: `gzip` or None."""

    data: bytes
    content_type: str
    encoding: str | None


class Interface:
    """The built files below a folder, which need not be there. Methods read the disk: call them in a thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def page(self, takes_gzip: bool) -> InterfaceFile | None:
        """The page; None where nothing was built."""
        return self._read(self._folder / PAGE, takes_gzip)

    def asset(self, name: str, takes_gzip: bool) -> InterfaceFile | None:
        """One asset by its name; None for a name that is none of them."""
        return self._read(self._folder / ASSETS / name, takes_gzip) if _NAME.match(name) else None

    def licences(self) -> list[dict[str, str]]:
        """{name, version, licence, text} of every package that the build is made of; none where nothing was built."""
        try:
            found: list[dict[str, str]] = json.loads(gzip.decompress((self._folder / LICENCES).read_bytes()))
        except (OSError, EOFError, zlib.error, ValueError):
            return []
        return found

    def build(self) -> str:
        """Which build lies there: a digest of what it was made from; empty where nothing was built."""
        try:
            return (self._folder / STAMP).read_text("ascii").strip()
        except (OSError, ValueError):
            return ""

    def _read(self, file: Path, takes_gzip: bool) -> InterfaceFile | None:
        content_type = _TYPES.get(file.suffix, _OTHER)
        try:
            if takes_gzip:
                try:
                    return InterfaceFile(file.with_name(file.name + ".gz").read_bytes(), content_type, "gzip")
                except FileNotFoundError:
                    pass  # what does not shrink has no compressed neighbour
            return InterfaceFile(file.read_bytes(), content_type, None)
        except OSError:
            return None


def takes_gzip(accept_encoding: str) -> bool:
    """Whether a client says that it reads gzip."""
    return takes(accept_encoding, ("gzip", "*"))
