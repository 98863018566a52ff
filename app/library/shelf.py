"""A folder of people's files of one kind: listed, found, taken in whole or not at all, removed.

People may also put files there by hand, and nodes write there. A name is one name however its accents are composed
(NFC or NFD); two names that differ in case alone cannot lie side by side, since on Windows and macOS they are one file.
"""

from __future__ import annotations

import errno
import filecmp
import os
import secrets
import shutil
import stat
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from app.core.vocab.errors import Conflict, NoRoom, NotFound, Refused
from app.core.vocab.reason import reason
from app.library.atomic import sync_folder, unwritable
from app.library.names import normal, refuse_file_name
from app.library.resolve import resolve_inside

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SUFFIXES: dict[str, tuple[str, ...]] = {
    "models": (".pt", ".pth", ".safetensors", ".ckpt", ".bin"),
    "images": (".png", ".jpg", ".jpeg", ".bmp", ".webp", ".gif", ".tiff"),
    "files": (".csv", ".tsv", ".txt", ".json"),
    "media": (),
}
"""Kinds of files, and what their names may end with; none means any."""

NESTED = frozenset({"models", "media"})
"""Kinds whose names may be paths: people sort models into folders, and runs write media into some of their own."""

UNFINISHED = ".tmp-upload-"
"""Begins the name of a file that is still arriving."""

MAX_DEPTH = 16
"""Folders within folders that a list goes down."""


@dataclass(frozen=True)
class ShelfRow:
    """One file. filename: with `/` below the folder. modified: seconds since 1970."""

    filename: str
    size_bytes: int
    modified: float


class Shelf:
    """The files of one folder; one process at a time takes files in. Thread-safe; every call does blocking I/O.

    suffixes: what file names may end with, lower case with the dot; none means any. nested: whether files in folders
    below count. Only ordinary files whose real place is inside the folder exist for it.
    """

    def __init__(self, folder: Path, suffixes: tuple[str, ...] = (), *, nested: bool = False) -> None:
        self.folder = folder
        self.suffixes = suffixes
        self._nested = nested
        self._lock = threading.Lock()

    def clear_unfinished(self) -> None:
        """Remove what a crash left of uploads. Only while none is going on."""
        for path in self.folder.glob(UNFINISHED + "*"):
            path.unlink(missing_ok=True)

    def list(self) -> list[ShelfRow]:
        """Every file, by name."""
        return sorted(self._rows(self.folder, "", os.path.realpath(self.folder), 0), key=lambda row: row.filename)

    def find(self, name: str) -> Path:
        """Where the file lies. Raises: NotFound file_not_found; Refused path_leaves_folder, name_*."""
        path = self._spelled(resolve_inside(self.folder, name if self._nested else _one_part(name)))
        mode = _mode(path)
        if mode is None or not stat.S_ISREG(mode) or not self._fits(path.name):
            raise NotFound(reason("file_not_found", file=_short(name)))
        return path

    def begin(self, name: str, expected_bytes: int = 0) -> Incoming:
        """Start taking a file in. expected_bytes: how much is announced, if known.

        Raises: Refused name_*, file_type_refused; NoRoom when so much does not fit; Unavailable.
        """
        name = normal(_one_part(name))
        why = refuse_file_name(name)
        if why is not None:
            raise Refused(why)
        if not self._fits(name):
            raise Refused(reason("file_type_refused", file=name, allowed=", ".join(self.suffixes)))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            free = shutil.disk_usage(self.folder).free
            if expected_bytes > free:
                raise NoRoom(reason("disk_full", file=name))
            return Incoming(self, name)
        except OSError as error:
            failed(name, error)

    def delete(self, name: str) -> str:
        """Remove a file; a link is removed itself. Returns: its name. Raises: as `find`; Unavailable."""
        with self._lock:
            path = self.find(name)
            try:
                path.unlink()
                sync_folder(path.parent)
            except FileNotFoundError:
                raise NotFound(reason("file_not_found", file=_short(name))) from None
            except OSError as error:
                failed(path.name, error)
            return path.relative_to(self.folder).as_posix()

    def place(self, unfinished: Path, name: str, overwrite: bool) -> Path:
        """Give a file that has wholly arrived its name. Raises: Conflict file_exists, file_case_clash; OSError."""
        with self._lock:
            path = self._spelled(resolve_inside(self.folder, name))
            clash = self._same_but_for_case(path.name)
            if clash is not None:
                raise Conflict(reason("file_case_clash", file=name, existing=clash))
            mode = _mode(path)
            if mode is not None and stat.S_ISREG(mode) and filecmp.cmp(unfinished, path, shallow=False):
                unfinished.unlink()
                return path
            if mode is not None and not (overwrite and stat.S_ISREG(mode)):
                raise Conflict(reason("file_exists", file=path.name))
            os.replace(unfinished, path)
            sync_folder(self.folder)
            return path

    def _fits(self, name: str) -> bool:
        return not name.startswith(UNFINISHED) and (not self.suffixes or name.lower().endswith(self.suffixes))

    def _rows(self, folder: Path, prefix: str, root: str, depth: int) -> Iterator[ShelfRow]:
        try:
            entries = list(os.scandir(folder))
        except OSError:
            return
        for entry in entries:
            try:
                if entry.is_dir(follow_symlinks=False):
                    if self._nested and depth < MAX_DEPTH:
                        yield from self._rows(folder / entry.name, f"{prefix}{entry.name}/", root, depth + 1)
                    continue
                found = entry.stat()
                if not stat.S_ISREG(found.st_mode) or not self._fits(entry.name) or not _can_be_said(entry.name):
                    continue
                if entry.is_symlink() and not _is_below(os.path.realpath(entry.path), root):
                    continue
            except OSError:  # gone meanwhile, or a link that leads nowhere
                continue
            yield ShelfRow(prefix + entry.name, found.st_size, found.st_mtime)

    def _spelled(self, path: Path) -> Path:
        """The path as the disk spells its last part, which may be decomposed."""
        if os.path.lexists(path):
            return path
        same = next((e for e in _names(path.parent) if normal(e) == path.name), None)
        return path.with_name(same) if same else path

    def _same_but_for_case(self, name: str) -> str | None:
        plain = normal(name)
        folded = plain.casefold()
        return next((e for e in _names(self.folder) if normal(e) != plain and normal(e).casefold() == folded), None)


class Incoming:
    """A file on its way in, beside its place until it is whole. Either `finish` or `drop` ends it.

    The lock is for a caller that gives up while a thread still writes: a closed descriptor's number may be reused.
    """

    def __init__(self, shelf: Shelf, name: str) -> None:
        self._shelf = shelf
        self.name = name
        self.size_bytes = 0
        self._lock = threading.Lock()
        self._path = shelf.folder / (UNFINISHED + secrets.token_hex(8))
        self._fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)

    def write(self, data: bytes) -> None:
        """Raises: NoRoom, Unavailable."""
        try:
            with self._lock:
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(self._fd, rest) :]
        except OSError as error:
            failed(self.name, error)
        self.size_bytes += len(data)

    def finish(self, *, overwrite: bool) -> Path:
        """Make it durable and give it its name. A file there with these very bytes is left as it is.

        Raises: Conflict file_exists (other bytes, no leave to overwrite), file_case_clash; NoRoom, Unavailable.
        """
        try:
            os.fsync(self._fd)
            self._close()
            return self._shelf.place(self._path, self.name, overwrite)
        except OSError as error:
            failed(self.name, error)
        finally:
            self.drop()

    def drop(self) -> None:
        """Leave nothing behind. Harmless once finished."""
        self._close()
        self._path.unlink(missing_ok=True)

    def _close(self) -> None:
        with self._lock:
            fd, self._fd = self._fd, -1
            if fd >= 0:
                os.close(fd)


def failed(name: str, error: OSError) -> NoReturn:
    """Raises: NoRoom for a full disk or quota, else Unavailable file_not_written."""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", -1), errno.EFBIG):
        raise NoRoom(reason("disk_full", file=name)) from error
    raise unwritable(name, error) from error


def _one_part(name: str) -> str:
    """The name itself if it is one part of a path. Raises: Refused."""
    if "/" in name or "\\" in name:
        raise Refused(reason("name_has_characters", name=_short(name), characters="/" if "/" in name else "\\"))
    return name


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except OSError:
        return None


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _can_be_said(name: str) -> bool:
    """False for names whose bytes are no text; nobody can ask for those."""
    return refuse_file_name(normal(name)) is None


def _is_below(path: str, root: str) -> bool:
    return path.startswith(root.rstrip(os.sep) + os.sep)


def _short(name: str) -> str:
    text = name.encode("utf-8", "replace").decode()
    return text if len(text) <= 80 else text[:79] + "…"
