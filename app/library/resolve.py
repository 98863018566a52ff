"""The one resolver of paths from outside: what leaves its folder, by dots, root, drive or symlink, is refused."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath

from app.core.vocab.errors import Refused
from app.core.vocab.reason import reason
from app.library.names import normal, refuse_file_name


def resolve_inside(folder: Path, relative: str) -> Path:
    """The path of `relative` below `folder`, which need not exist. `/` and `\\` both separate.

    Raises: Refused (path_leaves_folder for `..`, absolute paths, drives, links that lead out; name_* for bad parts).
    """
    if PureWindowsPath(relative).anchor or relative.startswith(("/", "\\", "~")):
        raise Refused(reason("path_leaves_folder", path=_short(relative)))
    parts = [part for part in relative.replace("\\", "/").split("/") if part != "."]
    if ".." in parts:
        raise Refused(reason("path_leaves_folder", path=_short(relative)))
    names = [normal(part) for part in parts]
    for name in names:
        why = refuse_file_name(name)
        if why is not None:
            raise Refused(why)
    path = folder.joinpath(*names)
    try:
        real = path.resolve()
        is_inside = real.is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a loop of links, a name that this system cannot have
        is_inside = False
    if not is_inside:
        raise Refused(reason("path_leaves_folder", path=_short(relative)))
    return path


def _short(path: str) -> str:
    text = path.encode("utf-8", "replace").decode()
    return text if len(text) <= 80 else text[:79] + "…"
