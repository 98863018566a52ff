"""What tells whether a file or folder is still the one a cached result was made from."""

from __future__ import annotations

import hashlib
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

HASHED_BYTES = 8 * 1024 * 1024
"""Files up to this size are also told by their content: a rewrite within one tick of the clock does not pass."""


def of_file(path: Path) -> list[str | int]:
    """[size, mtime in ns, SHA-256 or ""] of an ordinary file. Raises: OSError, also when it is no ordinary file."""
    before = path.stat()
    if not stat.S_ISREG(before.st_mode):
        raise OSError(f"{path} is not an ordinary file")
    digest = ""
    if before.st_size <= HASHED_BYTES:
        with path.open("rb") as file:
            digest = hashlib.sha256(file.read(HASHED_BYTES)).hexdigest()
    return [before.st_size, before.st_mtime_ns, digest]


def of_folder(path: Path) -> str:
    """SHA-256 over the relative name, size and mtime of every file below; "" for a folder that is not there.

    Links to folders are not followed. Raises: OSError when a folder cannot be listed.
    """
    if not path.is_dir():
        return ""
    digest = hashlib.sha256()
    folders = [str(path)]
    while folders:
        folder = folders.pop()
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
                continue
            about = entry.stat()
            name = os.path.relpath(entry.path, path)
            digest.update(f"{name!r} {about.st_size} {about.st_mtime_ns}\n".encode())
    return digest.hexdigest()
