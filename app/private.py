"""Folders and files that only this account can open. Standard library alone: the command line needs it too."""

from __future__ import annotations

import json
import os
import stat
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MARKS = ("codefyui.lock", "codefyui.db", "server.json")
"""A folder with one of these is ours, whoever made it."""

_OTHERS = 0o077


def private_folder(folder: Path) -> None:
    """Make a folder of ours, with mode 0700; one that is there already is closed to others if it is ours alone.

    Ours alone: owned by this account, and new, empty, or with one of MARKS. A folder that holds other things (a home
    folder, `/tmp`) keeps its mode. Raises: OSError when it cannot be made.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name != "nt" and is_ours(folder):
        os.chmod(folder, stat.S_IMODE(folder.stat().st_mode) & ~_OTHERS)


def private_subfolder(folder: Path) -> None:
    """Make a folder below one of ours and close it to others: what stands in there is ours. Raises: OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name != "nt" and folder.stat().st_uid == os.geteuid() and not folder.is_symlink():
        os.chmod(folder, stat.S_IMODE(folder.stat().st_mode) & ~_OTHERS)


def is_ours(folder: Path) -> bool:
    """Say whether nobody else can have a use for this folder. Raises: OSError."""
    found = folder.stat()
    if os.name == "nt" or found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX:
        return False
    with os.scandir(folder) as entries:
        names = {entry.name for entry in entries}
    return not names or not names.isdisjoint(MARKS)


def private_opener(path: str, flags: int) -> int:
    """An opener for `open`: a new file is for this account alone, one that is there keeps its mode."""
    return os.open(path, flags, 0o600)


def write_private(file: Path, value: Mapping[str, Any] | str, *, durable: bool = True) -> None:
    """Write JSON (or a text as it is) so that only this account can read it, whole or not at all.

    durable: also over a power cut; what the next start writes anew need not wait for the disk.
    """
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.{os.getpid()}.{os.urandom(4).hex()}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            out.write(text)
            if durable:
                out.flush()
                os.fsync(out.fileno())
        os.replace(part, file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
