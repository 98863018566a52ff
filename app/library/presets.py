"""Installed presets: folders of JSON files, each one definition that any graph may use by its name.

Those that come with the program are installed too; a user's own of the same name goes before them.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.graph.jsontext import is_too_deep, read_json
from app.core.vocab.errors import Conflict, NotFound, Refused
from app.core.vocab.reason import Reason, reason
from app.library.atomic import sync_folder, unwritable, write_atomic
from app.library.graphs import encode
from app.library.names import normal, refuse_file_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True)
class Presets:
    """What was found. by_name: definitions, ready for `prepare`. warnings: files that hold none, and why."""

    by_name: Mapping[str, Mapping[str, Any]]
    warnings: tuple[Reason, ...] = ()


def installed(*folders: Path | str) -> Mapping[str, Mapping[str, Any]]:
    """The usable presets of these folders by name, for who has no use for the warnings."""
    return read_presets(Path(folder) for folder in folders).by_name


def read_presets(folders: Iterable[Path]) -> Presets:
    """Read every `*.json` of the folders, in the order of folders and file names. A later name never replaces an
    earlier one. A damaged file costs a warning, never the others. Folders that do not exist hold nothing.
    """
    by_name: dict[str, Mapping[str, Any]] = {}
    warnings: list[Reason] = []
    for folder in folders:
        for file in sorted(folder.glob("*.json")):
            definition = _read(file)
            if isinstance(definition, Reason):
                warnings.append(definition)
                continue
            name = str(definition["preset_name"])
            if name in by_name:
                warnings.append(reason("preset_file_twice", file=file.name, preset=name))
            else:
                by_name[name] = definition
    return Presets(by_name, tuple(warnings))


def _read(file: Path) -> dict[str, Any] | Reason:
    try:
        text = read_json(file.read_bytes())
    except OSError as error:
        return reason("file_not_read", file=file.name, why=error.strerror or str(error))
    if text.refused is not None:
        return reason("preset_file_damaged", file=file.name, why=text.refused.code)
    value = text.value
    if not isinstance(value, dict) or is_too_deep(value):
        return reason("preset_file_damaged", file=file.name, why="json_too_deep" if value else "graph_not_object")
    name = value.get("preset_name")
    if not isinstance(name, str) or not name or not isinstance(value.get("nodes"), list):
        return reason("preset_file_damaged", file=file.name, why="preset_name, nodes")
    return value


class PresetStore:
    """The presets of one folder, read again when a file came to or left it, which one stat tells. Thread-safe.

    bundled: folder of those that come with the program; read once, since it does not change.
    """

    def __init__(self, folder: Path, bundled: Path | None = None) -> None:
        self._folder = folder
        self._bundled: Mapping[str, Mapping[str, Any]] = {} if bundled is None else installed(bundled)
        self._seen = -1
        self._presets: Mapping[str, Mapping[str, Any]] = self._bundled
        self._creating = threading.Lock()

    def __call__(self) -> Mapping[str, Mapping[str, Any]]:
        """Definitions by name."""
        try:
            seen = self._folder.stat().st_mtime_ns
        except OSError:
            return self._presets
        if seen != self._seen:
            self._presets, self._seen = {**self._bundled, **installed(self._folder)}, seen
        return self._presets

    def is_bundled(self, name: str) -> bool:
        """True for a preset that came with the program and that the user has not put one of their own before."""
        return name in self._bundled and self().get(name) is self._bundled[name]

    def create(self, definition: Mapping[str, Any]) -> str:
        """Keep a new preset durably, in the file that its preset_name makes; answers that file's name.

        Raises: Conflict preset_exists for a name or a file that is taken; Refused name_*; Unavailable.
        """
        name = str(definition["preset_name"])
        file = file_name(name)
        with self._creating:
            taken = {normal(each).lower() for each in _names(self._folder)}
            if name in self() or file in taken:
                raise Conflict(reason("preset_exists", preset=name))
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise unwritable(file, error) from error
            write_atomic(self._folder / file, encode(dict(definition)))
            self._seen = -1  # two files may come within one tick of the folder's clock
        return file

    def delete(self, name: str) -> Sequence[str]:
        """Remove every file of the user's that holds the preset; answers their names. One of the program's with the
        same name is there again then.

        Raises: NotFound preset_not_found; Conflict preset_bundled for one that only came with the program; Unavailable
        file_not_written.
        """
        with self._creating:
            removed: list[str] = []
            for file in sorted(self._folder.glob("*.json")):
                found = _read(file)
                if isinstance(found, Reason) or found["preset_name"] != name:
                    continue
                try:
                    file.unlink()
                except OSError as error:
                    raise unwritable(file.name, error) from error
                removed.append(file.name)
            if removed:
                sync_folder(self._folder)
                self._seen = -1
        if not removed:
            kind = Conflict.of("preset_bundled", preset=name) if name in self._bundled else None
            raise kind or NotFound.of("preset_not_found", name=name[:100])
        return removed


def file_name(preset: str) -> str:
    """The file of a preset's name: lower case, `_` for spaces and slashes. Raises: Refused name_*."""
    if not preset.strip():
        raise Refused(reason("name_empty"))
    file = normal(preset).lower().replace(" ", "_").replace("/", "_") + ".json"
    why = refuse_file_name(file)
    if why is not None:
        raise Refused(why)
    return file


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
