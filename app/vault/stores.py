"""Where remembered secrets can lie: the protocol, memory, and a file that only this account can read."""

from __future__ import annotations

import json
import secrets
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from app.core.graph.jsontext import read_json
from app.core.vocab.errors import Unavailable
from app.private import write_private
from app.vault.secret import Key, Secret

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.core.vocab.reason import Reason


class Store(Protocol):
    """Blocking; used by one thread at a time. kind: `memory`, `file` or `keyring`.

    Raises: Unavailable secrets_store_failed, secrets_file_unreadable; whatever was there is as it was then.
    """

    kind: str

    def entries(self) -> Mapping[Key, str]:
        """What is remembered -> since when."""

    def get(self, key: Key) -> Secret | None:
        """None for what is not there."""

    def put(self, key: Key, value: Secret, updated_at: str) -> None:
        """Remember, over what was there."""

    def remove(self, key: Key) -> bool:
        """Forget; False when there was nothing."""


class KeyringUnusable(Exception):
    """There is no keyring, or it takes nothing. reason: why."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why.code)
        self.reason = why


class MemoryStore:
    """Until the server ends."""

    kind = "memory"

    def __init__(self) -> None:
        self._kept: dict[Key, tuple[Secret, str]] = {}

    def entries(self) -> Mapping[Key, str]:
        """See Store."""
        return {key: updated_at for key, (_, updated_at) in self._kept.items()}

    def get(self, key: Key) -> Secret | None:
        """See Store."""
        kept = self._kept.get(key)
        return None if kept is None else kept[0]

    def put(self, key: Key, value: Secret, updated_at: str) -> None:
        """See Store."""
        self._kept[key] = value, updated_at

    def remove(self, key: Key) -> bool:
        """See Store."""
        return self._kept.pop(key, None) is not None


@dataclass
class Listed:
    """What a file of entries holds. store_id: random, made with the first entry; values: of the file store alone."""

    store_id: str = ""
    entries: dict[Key, str] = field(default_factory=dict)
    values: dict[Key, Secret] = field(default_factory=dict)


class EntryFile:
    """A JSON file of entries, with or without their values, mode 0600, replaced as a whole.

    `{"version": 1, "store_id", "entries": [{scope, name, updated_at, value?}]}`. A file that cannot be read is never
    written over. Several objects on one file do not undo each other's changes; of processes, one server at a time has
    the folder.
    """

    _writing = threading.Lock()

    def __init__(self, file: Path) -> None:
        self.file = file

    def read(self) -> Listed:
        """Nothing when there is no file. Raises: Unavailable secrets_file_unreadable."""
        try:
            text = read_json(self.file.read_bytes())
        except FileNotFoundError:
            return Listed()
        except OSError as error:
            raise self._unreadable(error.strerror or type(error).__name__) from None
        if text.refused is not None:
            raise self._unreadable(text.refused.code)
        try:
            return _listed(text.value)
        except (TypeError, KeyError, ValueError):
            raise self._unreadable("malformed") from None

    def change(self, key: Key, updated_at: str | None, value: Secret | None = None) -> bool:
        """Add or replace an entry, or take it out when updated_at is None; False when there was none to take out."""
        with self._writing:
            listed = self.read()
            if updated_at is None and key not in listed.entries:
                return False
            listed.entries.pop(key, None)
            listed.values.pop(key, None)
            if updated_at is not None:
                listed.entries[key] = updated_at
            if value is not None:
                listed.values[key] = value
            self._write(listed)
            return True

    def store_id(self) -> str:
        """The random name of this file, made now when it has none yet."""
        with self._writing:
            listed = self.read()
            if not listed.store_id:
                listed.store_id = secrets.token_hex(8)
                self._write(listed)
            return listed.store_id

    def _write(self, listed: Listed) -> None:
        rows: list[dict[str, Any]] = []
        for key, updated_at in sorted(listed.entries.items()):
            row: dict[str, Any] = {"scope": key.scope, "name": key.name, "updated_at": updated_at}
            if key in listed.values:
                row["value"] = listed.values[key].reveal()
            rows.append(row)
        document = {"version": 1, "store_id": listed.store_id, "entries": rows}
        try:
            write_private(self.file, json.dumps(document, ensure_ascii=False, indent=2) + "\n")
        except OSError as error:
            problem = error.strerror or type(error).__name__
            raise Unavailable.of("secrets_store_failed", store="file", problem=problem) from None

    def _unreadable(self, why: str) -> Unavailable:
        error = Unavailable.of("secrets_file_unreadable", file=str(self.file), why=why)
        assert isinstance(error, Unavailable)
        return error


class FileStore:
    """A file of mode 0600, in plain text: for accounts without a keyring, and only if the user says so."""

    kind = "file"

    def __init__(self, file: Path) -> None:
        self._file = EntryFile(file)

    def entries(self) -> Mapping[Key, str]:
        """See Store."""
        return self._file.read().entries

    def get(self, key: Key) -> Secret | None:
        """See Store."""
        return self._file.read().values.get(key)

    def put(self, key: Key, value: Secret, updated_at: str) -> None:
        """See Store."""
        self._file.change(key, updated_at, value)

    def remove(self, key: Key) -> bool:
        """See Store."""
        return self._file.change(key, None)


def _listed(document: Any) -> Listed:
    """Raises: TypeError, KeyError, ValueError for anything but what `EntryFile` writes."""
    if document["version"] != 1:
        raise ValueError(document["version"])
    listed = Listed(_text(document["store_id"]))
    for row in document["entries"]:
        key = Key(_text(row["scope"]), _text(row["name"]))
        listed.entries[key] = _text(row["updated_at"])
        if "value" in row:
            listed.values[key] = Secret(_text(row["value"]))
    return listed


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(type(value).__name__)
    return value
