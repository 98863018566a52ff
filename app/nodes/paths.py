"""Where a node's file param leads: the one resolver for every path that a graph names.

A relative path starts at the parent of the data folder, `data/samples/...` is the bundled sample unless the user has
such a file, a bare name is an upload (reading) or a file of `data/output` (writing). An absolute path is taken as it
is. The program's own files are out of reach.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from app.core.vocab.errors import NodeError
from app.nodes.plain_file import of_system, open_plain

if TYPE_CHECKING:
    from collections.abc import Collection

    from app.engine.context import Folders

_SAMPLES = ("data", "samples")
_DRIVE = re.compile(r"[A-Za-z]:(?:[/\\]|\Z)|[/\\]{2}[^/\\]")
_OWN_FILES = (
    "session.token",
    "server.json",
    "settings.json",
    "secrets.json",
    "keyring.json",
    "agent.json",
    "ssh-instance-id",
    "codefyui.db",
)
_OWN_FOLDERS = ("agent", "agent-runs", "agent-cache", "agent-instances", "logs")
_CLOSED_FOLDERS = ("agent", "agent-instances")
"""Credentials of the agent: closed to readers, too."""

_OWN_DATA = ("graphs", "presets", "custom_nodes", "plugins", "runs")
_LONGEST_NAME = 255


def find_input(name: str, folders: Folders, uploads: Path | None = None, written: Collection[Path] = ()) -> Path:
    """Find the file that a node is to read.

    uploads: the folder in which a bare name is looked for first (`folders.files`, `.models`, `.images`, `.media`);
    then come `data/output` and the parent of the data folder. written: files of this run, which come before all: a
    bare name that a node has just written means that file, not an upload that happens to have its name.
    Returns: an absolute path of an ordinary file that could be opened a moment ago; open it with `open_plain`.
    Raises: NodeError path_* for a name that cannot be one, file_missing, file_is_folder, file_not_plain,
    file_unreadable.
    """
    tried = sorted(candidates(name, folders, uploads), key=lambda path: path not in written)
    for path in tried:
        if _mode(path) is not None:
            return _checked_input(path, name, folders)
    raise NodeError.of("file_missing", path=name, looked=", ".join(dict.fromkeys(str(p.parent) for p in tried)))


def place_output(name: str, folders: Folders, default_folder: Path | None = None) -> Path:
    """Say where a node is to write the file called `name`, and make its folder.

    default_folder: where a bare name goes, `data/output` unless given. An existing file is replaced by the caller.
    Raises: NodeError path_*, file_is_folder, file_not_plain, file_unwritable.
    """
    parts = _parts(name)
    if isinstance(parts, Path):
        path = parts
    elif len(parts) == 1:
        path = (default_folder or folders.output) / parts[0]
    else:
        path = folders.data_parent.joinpath(*parts)
    _refuse_own(path, name, folders, writing=True)
    mode = _mode(path)
    if mode is not None and stat.S_ISDIR(mode):
        raise NodeError.of("file_is_folder", path=name)
    if of_system(path) or (mode is not None and not stat.S_ISREG(mode)):
        raise NodeError.of("file_not_plain", path=name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NodeError.of("file_unwritable", path=name, why=_why(error)) from error
    return path


def find_folder(name: str, folders: Folders) -> Path:
    """Say which folder a node param names; it need not exist. A bundled sample counts where there is no such folder.

    Raises: NodeError path_*, file_not_plain (a folder of the system's own), or folder_is_file when something else
    than a folder has that name.
    """
    parts = _parts(name, folder=True)
    path = parts if isinstance(parts, Path) else _own_or_sample(parts, folders)
    _refuse_own(path, name, folders, writing=True)
    if of_system(path):
        raise NodeError.of("file_not_plain", path=name)
    mode = _mode(path)
    if mode is not None and not stat.S_ISDIR(mode):
        raise NodeError.of("folder_is_file", path=name)
    return path


def _own_or_sample(parts: tuple[str, ...], folders: Folders) -> Path:
    own = folders.data_parent.joinpath(*parts)
    if parts[:2] != _SAMPLES or len(parts) < 3 or _mode(own) is not None:
        return own
    bundled = folders.samples.joinpath(*parts[2:])
    return bundled if bundled.is_dir() else own


def candidates(name: str, folders: Folders, uploads: Path | None = None) -> list[Path]:
    """Every place where a file called `name` may lie, the first one wins. Raises: NodeError path_*."""
    parts = _parts(name)
    if isinstance(parts, Path):
        return [parts]
    places = [folders.data_parent.joinpath(*parts)]
    if len(parts) == 1:
        places = [*([uploads / parts[0]] if uploads else []), folders.output / parts[0], *places]
    if parts[:2] == _SAMPLES and len(parts) > 2:
        places.append(folders.samples.joinpath(*parts[2:]))
    return places


def _parts(name: str, folder: bool = False) -> tuple[str, ...] | Path:
    """Take a name apart: its steps below the data folder's parent, or the absolute path that it is."""
    text = name.strip()
    if not text:
        raise NodeError.of("path_empty")
    if any(ord(c) < 32 or 0xD800 <= ord(c) <= 0xDFFF for c in text):
        raise NodeError.of("path_malformed", path=ascii(text)[1:-1])
    if os.name != "nt" and _DRIVE.match(text):
        raise NodeError.of("path_foreign", path=text)
    if text.startswith(("~/", "~\\")):
        text = str(Path.home()) + text[1:]
    plain = text.replace("\\", "/")
    if any(len(step.encode()) > _LONGEST_NAME for step in plain.split("/")):
        raise NodeError.of("path_malformed", path=text[:60] + "…")
    if Path(plain).is_absolute():
        return Path(os.path.normpath(plain))
    steps: list[str] = []
    for step in PurePosixPath(plain).parts:
        if step != "..":
            steps.append(step)
        elif steps:
            steps.pop()
        else:
            raise NodeError.of("path_outside", path=name)
    if not steps and not folder:
        raise NodeError.of("file_is_folder", path=name)
    return tuple(steps)


def _checked_input(path: Path, name: str, folders: Folders) -> Path:
    _refuse_own(path, name, folders, writing=False)
    mode = _mode(path) or 0
    if stat.S_ISDIR(mode):
        raise NodeError.of("file_is_folder", path=name)
    open_plain(path, name).close()
    return path


def _refuse_own(path: Path, name: str, folders: Folders, writing: bool) -> None:
    """Keep graphs away from tokens and the database, and writers from what the program would load as its own."""
    # compared without case: some file systems (macOS, Windows) know no other way
    real = os.path.realpath(path).casefold()
    # a database has -wal and -shm beside it
    own = any(real.startswith(os.path.realpath(file).casefold()) for file in folders.own_files)
    inside = _steps_below(real, os.path.realpath(folders.data_parent).casefold())
    if inside:
        own = own or (len(inside) == 1 and inside[0].startswith(_OWN_FILES)) or inside[0] in _CLOSED_FOLDERS
        if writing:
            in_data = inside[0] == "data" and len(inside) > 1 and inside[1] in _OWN_DATA
            own = own or inside[0] in _OWN_FOLDERS or in_data
    if own:
        raise NodeError.of("path_protected", path=name)


def _steps_below(path: str, folder: str) -> tuple[str, ...]:
    try:
        return Path(path).relative_to(folder).parts
    except ValueError:
        return ()


def _mode(path: Path) -> int | None:
    """The file mode behind links, None when nothing is there. Raises: NodeError file_unreadable."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise NodeError.of("file_unreadable", path=str(path), why=_why(error)) from error


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__
