"""Opens a file that a graph names, and nothing that only looks like one."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, BinaryIO

from app.core.vocab.errors import NodeError

if TYPE_CHECKING:
    from pathlib import Path

SYSTEM_FOLDERS = ("/proc", "/sys", "/dev")
"""What lies here may look like a file to `stat`; reading it may wait for ever, and writing it change the system."""

_MEMORY_FOLDER = "/dev/shm"
"""Ordinary files in memory (POSIX shm_open); people keep data sets there."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def open_plain(path: Path, name: str | None = None) -> BinaryIO:
    """Open an ordinary file for reading; what is opened is looked at, so no exchange of the file can make this wait.

    name: what messages call it, the path unless given. Raises: NodeError file_is_folder, file_not_plain (a pipe, a
    device, a file of the system), file_unreadable.
    """
    name = name or str(path)
    try:
        # a pipe without a writer would keep open() waiting but for O_NONBLOCK; ordinary files do not know it
        fd = os.open(path, _FLAGS)
    except OSError as error:
        code = "file_is_folder" if isinstance(error, IsADirectoryError) else "file_unreadable"
        raise NodeError.of(code, path=name, **({} if code == "file_is_folder" else {"why": _why(error)})) from error
    try:
        mode = os.fstat(fd).st_mode
        if stat.S_ISDIR(mode):
            raise NodeError.of("file_is_folder", path=name)
        if not stat.S_ISREG(mode) or of_system(path):
            raise NodeError.of("file_not_plain", path=name)
        return os.fdopen(fd, "rb")
    except BaseException:
        os.close(fd)
        raise


def of_system(path: Path) -> bool:
    """True when the path leads, through links too, to where the system shows itself as files."""
    if os.name == "nt":
        return False
    real = os.path.realpath(path)
    return any(_below(real, folder) for folder in SYSTEM_FOLDERS) and not _below(real, _MEMORY_FOLDER)


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__
