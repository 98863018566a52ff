"""A user's own node types: Python files in one folder, checked in a process of their own before they are loaded.

A file that fails costs its own nodes and nothing else; it is listed with its reason. `x.py.disabled` is a file that
was switched off.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import app
from app.core.vocab.errors import Conflict, NotFound, Refused
from app.core.vocab.reason import Reason, reason
from app.engine.custom import BadFile, load, verdict
from app.library.atomic import sync_folder
from app.library.checks import Checks, State
from app.library.names import MAX_BYTES, normal, refuse_file_name
from app.library.shelf import Incoming, Shelf, failed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.live import LiveRegistry
    from app.engine.node import Node

OFF = ".disabled"
CHECK_S = 10.0
"""What loading a file may take; importing torch takes two or three of them."""

AT_ONCE = 4


@dataclass(frozen=True)
class CustomFile:
    """One file. nodes: the types it brings now, none while it is off or failed. error: why it brings none."""

    filename: str
    enabled: bool
    size_bytes: int
    modified: float
    nodes: tuple[str, ...] = ()
    error: Reason | None = None


class _Files(Shelf):
    """The folder, without the names that Python keeps for itself and those that leave no room for OFF."""

    def begin(self, name: str, expected_bytes: int = 0) -> Incoming:
        _refuse(name)
        plain = normal(name)
        why = refuse_file_name(plain, MAX_BYTES - len(OFF))
        if why is not None:
            raise Refused(why)
        if os.path.lexists(self.folder / (plain + OFF)):
            raise Conflict(reason("file_exists", file=plain + OFF))
        return super().begin(name, expected_bytes)


class CustomNodes:
    """The files of one folder, and the types of them that `registry` has. Thread-safe; every call may block.

    check_s: how long loading one file may take in its own process. checks: a file that remembers, over a restart,
    which files took longer.
    """

    def __init__(
        self, folder: Path, registry: LiveRegistry, check_s: float = CHECK_S, checks: Path | None = None
    ) -> None:
        self.files = _Files(folder, (".py",))
        self._registry = registry
        self._check_s = check_s
        self._lock = threading.Lock()
        self._sound: set[tuple[str, str]] = set()
        self._checks = Checks(checks, check_s)
        self._loaded: dict[tuple[str, str], dict[str, type[Node]]] = {}
        self._found: dict[str, tuple[tuple[str, ...], Reason | None]] = {}

    def list(self) -> Sequence[CustomFile]:
        """Every file, by name, with what the last `reload` made of it."""
        rows = []
        for shelf, enabled in ((self.files, True), (Shelf(self.files.folder, (".py" + OFF,)), False)):
            for row in shelf.list():
                nodes, error = self._found.get(row.filename, ((), None))
                rows.append(CustomFile(row.filename, enabled, row.size_bytes, row.modified, nodes, error))
        return sorted(rows, key=lambda row: row.filename)

    def reload(self, *, again: bool = False) -> int:
        """Look at every file again; answers how many types they bring. Files that did not change keep their classes.

        Runs that execute go on with the classes they have. Two files that bring one type: the first by name has it.
        again: also try those that failed and have not changed since.
        """
        with self._lock:
            if again:
                self._checks.forget()
            names = [row.filename for row in self.files.list() if not row.filename.startswith("__")]
            with ThreadPoolExecutor(AT_ONCE, "ThreadPoolExecutor-custom") as pool:
                checked = list(pool.map(self._check, names))
            self._checks.keep_only([state for state, _ in checked if state is not None])
            sources = {name: source for name, (_, source) in zip(names, checked, strict=True)}
            owners = dict.fromkeys(self._registry.builtin.catalog, "")
            classes: dict[str, type[Node]] = {}
            found: dict[str, tuple[tuple[str, ...], Reason | None]] = {}
            for name in names:
                loaded = self._load(name, sources[name])
                if isinstance(loaded, Reason):
                    found[name] = ((), loaded)
                    continue
                twice = next((one for one in loaded if one in owners), None)
                if twice is not None:
                    other = owners[twice] or "the program"
                    found[name] = ((), reason("custom_duplicate_type", node_type=twice, other=other))
                    continue
                owners.update(dict.fromkeys(loaded, name))
                classes.update(loaded)
                found[name] = (tuple(sorted(loaded)), None)
            self._found = found
            self._registry.swap(classes)
            return len(classes)

    def in_use(self) -> Sequence[Path]:
        """The files that bring types now; the first that brings a type has it."""
        return [self.files.folder / name for name, (nodes, _) in self._found.items() if nodes]

    def toggle(self, filename: str) -> CustomFile:
        """Switch a file off, or on again, by renaming it.

        Raises: NotFound, Conflict file_exists, Refused, Unavailable.
        """
        _refuse(filename)
        turn_on = filename.endswith(OFF)
        with self._lock:
            old = Shelf(self.files.folder, (".py", ".py" + OFF)).find(filename)
            new = old.with_name(old.name.removesuffix(OFF) if turn_on else old.name + OFF)
            why = None if turn_on else refuse_file_name(old.name, MAX_BYTES - len(OFF))
            if why is not None:
                raise Refused(why)
            if os.path.lexists(new):
                raise Conflict(reason("file_exists", file=new.name))
            try:
                os.rename(old, new)
                sync_folder(new.parent)
            except OSError as error:
                failed(new.name, error)
        self.reload()
        return self.row(new.name)

    def delete(self, filename: str) -> str:
        """Remove a file and its types. Raises: NotFound, Refused, Unavailable."""
        _refuse(filename)
        gone = Shelf(self.files.folder, (".py", ".py" + OFF)).delete(filename)
        self.reload()
        return gone

    def row(self, filename: str) -> CustomFile:
        """One file. Raises: NotFound."""
        found = next((row for row in self.list() if normal(row.filename) == normal(filename)), None)
        if found is None:
            raise NotFound(reason("file_not_found", file=filename))
        return found

    def _check(self, name: str) -> tuple[State | None, bytes | Reason]:
        """The file's state, and its bytes or why it cannot be loaded, found in a process of its own."""
        path = self.files.folder / name
        try:
            mtime_ns, source = path.stat().st_mtime_ns, path.read_bytes()
        except OSError as error:
            return None, reason("file_not_read", file=name, why=error.strerror or str(error))
        state = State(name, hashlib.sha256(source).hexdigest(), mtime_ns)
        why = self._checks.known(state)
        if why is None and state[:2] not in self._sound:
            try:
                why = _try(path, self._check_s)
            except OSError as error:  # no more processes to be had: says nothing about the file
                problem = error.strerror or str(error)
                return state, reason("custom_import_failed", error_type=type(error).__name__, message=problem)
            if why is None:
                self._sound.add(state[:2])
            else:
                self._checks.failed(state, why)
        return state, why or source

    def _load(self, name: str, source: bytes | Reason) -> dict[str, type[Node]] | Reason:
        if isinstance(source, Reason):
            return source
        key = (name, hashlib.sha256(source).hexdigest())
        if key not in self._loaded:
            try:
                self._loaded[key] = load(self.files.folder / name, source)
            except BadFile as error:
                return error.reason
        return self._loaded[key]


def _refuse(name: str) -> None:
    if name.startswith("__"):
        raise Refused(reason("custom_name_reserved", file=name[:80]))


def _try(path: Path, seconds: float) -> Reason | None:
    """Load the file in a process of its own; None when that went well. Raises: OSError when there is no process."""
    root = str(Path(app.__file__).resolve().parents[1])
    process = subprocess.Popen(
        [sys.executable, "-m", "app.engine.custom", str(path)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": root, "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    with process:
        try:
            line, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return reason("custom_too_slow", seconds=seconds)
        finally:
            _end(process)
    return verdict(line)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and whatever it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
