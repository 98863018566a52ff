"""The user's own node types in a run process: read from their files again when those change."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from app.engine.custom import BadFile, load
from app.engine.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.engine.node import Node


class OwnNodes:
    """The built-in types, and those of files that a run names. Thread-safe.

    A file whose content did not change keeps its classes, and with them what caches and stores hold of them. A file
    that cannot be loaded here brings nothing: its types are then missing, which the run says.
    """

    def __init__(self, builtin: Registry) -> None:
        self._builtin = builtin
        self._lock = threading.Lock()
        self._loaded: dict[str, tuple[bytes, dict[str, type[Node]]]] = {}

    def registry(self, files: Sequence[str], types: Iterable[str]) -> Registry:
        """What a run needs. files: absolute paths, the first that brings a type has it. types: those of its graph."""
        known = self._builtin.catalog
        if all(name in known for name in types):
            return self._builtin
        with self._lock:
            own: dict[str, type[Node]] = {}
            for file in files:
                own = {**self._classes(file), **own}
        return Registry({**own, **{name: self._builtin.node_class(name) for name in known}})

    def _classes(self, file: str) -> dict[str, type[Node]]:
        try:
            source = Path(file).read_bytes()
            before = self._loaded.get(file)
            if before is None or before[0] != source:
                self._loaded[file] = before = (source, load(Path(file), source))
        except (OSError, BadFile):
            return {}
        return before[1]
