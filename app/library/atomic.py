"""Writes files so that a crash or a power cut leaves the old content or the new, never a mixture."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from app.core.vocab.errors import Unavailable
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from pathlib import Path

PREFIX = ".tmp-"
"""Begins the name of a file that is not finished; what a crash leaves of them is removed by `clear_unfinished`."""


def write_atomic(path: Path, data: bytes) -> None:
    """Write, fsync, rename over `path`, fsync the folder. Its name may have any length that `path` may have.

    Raises: Unavailable (file_not_written) when the system refuses; nothing is left behind then.
    """
    unfinished = path.with_name(PREFIX + secrets.token_hex(8))
    try:
        try:
            _write(unfinished, data)
            os.replace(unfinished, path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise unwritable(path.name, error) from error


def unwritable(file: str, error: OSError) -> Unavailable:
    """The refusal for a file or folder that the system does not let us write."""
    return Unavailable(reason("file_not_written", file=file, why=error.strerror or str(error)))


def _write(path: Path, data: bytes) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(fd, rest) :]
        os.fsync(fd)
    finally:
        os.close(fd)


def sync_folder(folder: Path) -> None:
    """Make renames and removals in a folder durable, where the system can open folders (not Windows)."""
    if os.name == "nt":
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def clear_unfinished(folder: Path) -> None:
    """Remove what a crash left of `write_atomic` in this folder. Only for a folder that nobody writes to now."""
    for path in folder.glob(PREFIX + "*"):
        path.unlink(missing_ok=True)
