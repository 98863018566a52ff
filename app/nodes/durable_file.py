"""Writes a file so that a crash at any moment leaves either the old one or the new one, whole."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING, BinaryIO, cast

from app.core.vocab.errors import NodeError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class _Sink:
    """The file object that serialisers write to: unbuffered, every byte or an OSError."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def write(self, data: bytes | bytearray | memoryview) -> int:
        view = memoryview(data).cast("B")
        total = len(view)
        while len(view):
            view = view[os.write(self._fd, view) :]
        return total

    def flush(self) -> None:
        """Nothing is buffered here."""


def write_durably(path: Path, fill: Callable[[BinaryIO], None]) -> None:
    """Have `fill` write the file's bytes in order, then put it in place of `path` in one step.

    The bytes go to a hidden file beside the target, are synced to disk, and take the target's name; the folder is
    synced too where the system allows it. Raises: NodeError file_unwritable (disk full, no permission, ...), with the
    old file untouched and nothing left beside it.
    """
    temporary = path.with_name(f".{path.name[:120]}.{os.getpid()}.{secrets.token_hex(4)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fd = os.open(temporary, flags, 0o644)
        try:
            try:
                fill(cast("BinaryIO", _Sink(fd)))
                os.fsync(fd)
            finally:
                os.close(fd)
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise NodeError.of("file_unwritable", path=str(path), why=why) from error


def _sync_folder(folder: Path) -> None:
    """Make the new name itself durable. Windows cannot open folders, and some network folders refuse the sync."""
    if os.name == "nt":
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    except OSError:
        pass
    finally:
        os.close(fd)
