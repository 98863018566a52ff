"""The numbered versions of one graph: a folder of files `<revision>-<digest>.json`, the newest KEEP of them.

The digest is of the graph file that the version was taken from, so a file that somebody changed by hand is noticed
without a second record that could disagree. `<revision>.deleted` remembers the last number of a graph that is gone:
numbers are never used twice for one name.
"""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING, NamedTuple

from app.library.atomic import clear_unfinished, sync_folder, unwritable, write_atomic

if TYPE_CHECKING:
    from pathlib import Path

KEEP = 50
"""Versions that stay of each graph."""

_NAME = re.compile(r"([0-9]{8,15})-([0-9a-f]{16})\.json\Z")
_GONE = re.compile(r"([0-9]{8,15})\.deleted\Z")


class Version(NamedTuple):
    """One kept version. digest: of the graph file it was taken from."""

    revision: int
    digest: str
    path: Path


def digest(data: bytes) -> str:
    """What a version's name says about the content it was taken from: 64 bits of BLAKE2b in hex."""
    return hashlib.blake2b(data, digest_size=8).hexdigest()


class Versions:
    """The versions below one folder, which is made when the first is written. Not thread-safe by itself."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[Version]:
        """What is kept, oldest first."""
        found = [
            Version(int(match[1]), match[2], self._folder / name)
            for name in self._names()
            if (match := _NAME.match(name))
        ]
        return sorted(found)

    def last_revision(self) -> int:
        """The highest number that was ever used, 0 for a graph that never was."""
        gone = [int(match[1]) for name in self._names() if (match := _GONE.match(name))]
        return max([*gone, *(version.revision for version in self.all()), 0])

    def add(self, revision: int, content_digest: str, data: bytes) -> None:
        """Write one version and drop what is beyond KEEP. Raises: Unavailable."""
        name = f"{revision:08d}-{content_digest}.json"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(name, error) from error
        write_atomic(self._folder / name, data)
        for old in self.all()[:-KEEP]:
            old.path.unlink(missing_ok=True)

    def forget(self) -> list[str]:
        """Remove every version but remember the last number; answers the names removed. Raises: OSError."""
        self._mark_gone()
        removed = []
        for version in self.all():
            version.path.unlink(missing_ok=True)
            removed.append(version.path.name)
        if self._folder.is_dir():
            clear_unfinished(self._folder)
            sync_folder(self._folder)
        return removed

    def move_to(self, other: Versions) -> None:
        """Give every version to `other`, numbered after those it has had. Raises: OSError.

        A crash in between loses nothing: each file is in one of the two folders.
        """
        self._mark_gone()
        offset = other.last_revision()
        other._folder.mkdir(parents=True, exist_ok=True)
        for version in self.all():
            name = f"{version.revision + offset:08d}-{version.digest}.json"
            os.replace(version.path, other._folder / name)
        if self._folder.is_dir():
            sync_folder(self._folder)
        sync_folder(other._folder)

    def _mark_gone(self) -> None:
        last = self.last_revision()
        if not last:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        mark = f"{last:08d}.deleted"
        write_atomic(self._folder / mark, b"")
        for name in self._names():
            if _GONE.match(name) and name != mark:
                (self._folder / name).unlink(missing_ok=True)

    def _names(self) -> list[str]:
        try:
            return os.listdir(self._folder)
        except (FileNotFoundError, NotADirectoryError):
            return []
