"""Reads regular files alone: a pipe would block, a device might never end."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class NotRegularError(OSError):
    """There is something of this name, and it is no regular file and no folder."""


def read_regular(path: Path, most: int) -> bytes:
    """The first `most` bytes. Raises: OSError (NotRegularError, IsADirectoryError); ValueError (NUL in the name)."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    try:
        # looked at after it was opened, so that nothing can take its place in between; opening must not wait either
        with open(path, "rb", opener=_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise NotRegularError
            return file.read(most)
    except OSError as problem:
        if problem.errno == errno.ENXIO:  # a socket's name, or a device that is not there
            raise NotRegularError from None
        raise


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
