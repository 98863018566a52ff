"""Files that a script reads and writes: paths as literals, opened from the folder in which the script is started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.reason import reason
from app.export.layout import call, literal
from app.export.part import CannotExport

if TYPE_CHECKING:
    from app.export.part import Part


def plain(path: str) -> str:
    """A path as it is written into a script."""
    return path.strip().replace("\\", "/")


def readable(part: Part, path: str) -> str:
    """A file or folder that has to be there, unless the script writes it before. Raises: CannotExport path_empty."""
    path = plain(path)
    if not path:
        raise CannotExport(reason("path_empty"))
    if part.script.reads(path) and not path.startswith("/"):
        part.warn(reason("export_needs_file", path=path), part.node.id)
    return literal(path)


def writable(part: Part, path: str, content: str = "") -> str:
    """A file that is written; its folder is made. content: see Script.writes. Raises: CannotExport path_empty."""
    path = plain(path)
    if not path:
        raise CannotExport(reason("path_empty"))
    if "/" in path.strip("/"):
        part.script.use("os")
        part.script.say("", call("os.makedirs", literal(path.rpartition("/")[0]), "exist_ok=True"))
    part.script.writes(path, content)
    return literal(path)
