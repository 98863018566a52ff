"""Installed presets: a folder of JSON files, each one definition that any graph may use by its name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.graph.jsontext import is_too_deep, read_json
from app.core.vocab.reason import Reason, reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


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
