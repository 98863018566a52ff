"""Saved graphs: a folder of JSON files that people may also edit, copy and delete by hand, with numbered versions.

A save replaces the file first and records its version after; when a crash falls in between, the file differs from its
newest version, which reads as a change made by hand and becomes that same next revision at the next look. So there is
one truth, the file, and nothing to repair at start.
"""

from __future__ import annotations

import json
import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.graph.jsontext import half_character, is_too_deep, read_json
from app.core.graph.parse import json_type
from app.core.vocab.errors import Conflict, NotFound, Refused, Unavailable
from app.core.vocab.reason import Reason, reason
from app.library.atomic import clear_unfinished, sync_folder, unwritable, write_atomic
from app.library.names import graph_stem, normal, refuse_file_name
from app.library.resolve import resolve_inside
from app.library.versions import Versions, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

SUFFIX = ".json"
_VERSIONS = ".versions"


@dataclass(frozen=True)
class GraphRow:
    """One saved graph. name: its title. file: name in the folder. modified: epoch seconds. unreadable: why, or None."""

    name: str
    file: str
    modified: float
    revision: int
    unreadable: Reason | None = None


@dataclass(frozen=True)
class SavedGraph:
    """A graph as loaded or just written. name: its title. document: with every key it was saved with."""

    name: str
    document: dict[str, Any]
    path: Path
    revision: int

    @property
    def file(self) -> str:
        """Its name in the folder."""
        return self.path.name


@dataclass(frozen=True)
class VersionRow:
    """One kept version, to be read by its revision. modified: epoch seconds."""

    revision: int
    modified: float
    size_bytes: int

    def to_json(self) -> dict[str, Any]:
        """{revision, modified, size_bytes}."""
        return {"revision": self.revision, "modified": self.modified, "size_bytes": self.size_bytes}


class GraphStore:
    """The graphs of one folder; one store at a time may write to it. Thread-safe; every call does blocking I/O.

    A graph is addressed by its file name, its stem, or a title whose stem it is. blank: takes the values of secret
    params out of a document (see app.core.graph.secrets); applied to every copy written.
    """

    def __init__(self, folder: Path, blank: Callable[[Any], Any] = lambda document: document) -> None:
        self._folder = folder
        self._blank = blank
        self._lock = threading.RLock()
        self._seen: dict[str, tuple[tuple[int, int, int], int, str, Reason | None]] = {}
        folder.mkdir(parents=True, exist_ok=True)
        for each in (folder, *(folder / _VERSIONS).glob("*/")):
            clear_unfinished(each)

    def list(self) -> Sequence[GraphRow]:
        """Every graph, by file name. Files are read again only when they changed."""
        with self._lock:
            rows = []
            for stem in self._stems():
                path = self._path(stem)
                try:
                    modified = path.stat().st_mtime
                    revision, title, unreadable = self._look(stem, must_keep=False)
                except (OSError, NotFound):  # gone since the folder was read
                    continue
                rows.append(GraphRow(title, path.name, modified, revision, unreadable))
            return rows

    def load(self, name: str) -> dict[str, Any]:
        """The document. Raises: as `open`."""
        return self.open(name).document

    def open(self, name: str) -> SavedGraph:
        """The document and the revision it is. Raises: NotFound, Refused (graph_unreadable: broken by hand)."""
        with self._lock:
            stem = self._existing(name)
            revision, _, _ = self._look(stem, must_keep=False)
            return self._answer(stem, _document(self._path(stem).name, self._read(stem)), revision)

    def save(
        self, name: str, document: dict[str, Any], *, if_match: int | None = None, overwrite: bool | None = True
    ) -> SavedGraph:
        """Write a graph; the answer holds its new revision and what was written. The old content stays as a version.

        if_match: only if this is the revision now (0: only if there is none). overwrite: whether a file of that name is
        replaced; None: only one whose own title is `name` or the document's, for several titles may come to one file
        name. A save that changes nothing keeps the revision. Raises: Conflict (graph_exists, revision_conflict),
        Refused (name_*, graph_not_object, json_too_deep, json_bad_number, json_half_character), Unavailable.
        """
        if not isinstance(document, dict):
            raise Refused(reason("graph_not_object", found=json_type(document)))
        written = self._blank(document)
        data = encode(written)
        with self._lock:
            stem = self._find(name) or self._new_stem(name)
            exists = self._path(stem).exists()
            revision, title, _ = self._look(stem) if exists else (0, "", None)
            file = self._path(stem).name
            if if_match is not None and if_match != revision:
                raise Conflict(reason("revision_conflict", file=file, given=if_match, revision=revision))
            own = {normal(text.strip()) for text in (name, document.get("name")) if isinstance(text, str)}
            is_wanted = normal(title.strip()) in own if overwrite is None else overwrite
            if exists and if_match is None and not is_wanted:
                raise Conflict(reason("graph_exists", file=file, name=name))
            return self._answer(stem, written, self._write(stem, data))

    def rename(self, old: str, new: str) -> SavedGraph:
        """Give a graph another title and file; versions and numbering go along.

        Raises: NotFound, Conflict (graph_exists), Refused (name_*, graph_unreadable), Unavailable.
        """
        with self._lock:
            stem = self._existing(old)
            target = self._new_stem(new)
            document = {**_document(self._path(stem).name, self._read(stem)), "name": new}
            written = self._blank(document)
            if target == stem:
                return self._answer(stem, written, self._write(stem, encode(written)))
            if self._path(target).exists():
                raise Conflict(reason("graph_exists", file=self._path(target).name, name=new))
            self._look(stem)  # what was changed by hand becomes a version before it moves
            write_atomic(self._path(target), encode(written))
            try:
                self._versions(stem).move_to(self._versions(target))
                self._path(stem).unlink()
                sync_folder(self._folder)
            except OSError as error:
                raise unwritable(self._path(stem).name, error) from error
            self._seen.pop(stem, None)
            return self._answer(target, written, self._look(target)[0])

    def delete(self, name: str) -> Sequence[str]:
        """Remove a graph and its versions; answers the file names removed. Raises: NotFound, Unavailable."""
        with self._lock:
            stem = self._existing(name)
            self._look(stem)
            try:
                self._path(stem).unlink()
                sync_folder(self._folder)
                removed = self._versions(stem).forget()
            except OSError as error:
                raise unwritable(self._path(stem).name, error) from error
            self._seen.pop(stem, None)
            return [self._path(stem).name, *removed]

    def versions(self, name: str) -> Sequence[VersionRow]:
        """Kept versions, newest first. Raises: NotFound."""
        with self._lock:
            stem = self._existing(name)
            self._look(stem, must_keep=False)
            rows = []
            for version in reversed(self._versions(stem).all()):
                stat = version.path.stat()
                rows.append(VersionRow(version.revision, stat.st_mtime, stat.st_size))
            return rows

    def version(self, name: str, revision: int) -> dict[str, Any]:
        """The document as it was. Raises: NotFound (graph_not_found, graph_version_not_found), Refused."""
        with self._lock:
            stem = self._existing(name)
            self._look(stem, must_keep=False)
            for version in self._versions(stem).all():
                if version.revision == revision:
                    return _document(version.path.name, version.path.read_bytes())
            raise NotFound(reason("graph_version_not_found", file=self._path(stem).name, revision=revision))

    def _answer(self, stem: str, document: dict[str, Any], revision: int) -> SavedGraph:
        title = document.get("name")
        return SavedGraph(title if isinstance(title, str) and title else stem, document, self._path(stem), revision)

    def _write(self, stem: str, data: bytes) -> int:
        path = self._path(stem)
        if path.exists():
            revision = self._look(stem)[0]
            if self._read(stem) == data:
                return revision
        write_atomic(path, data)
        return self._look(stem)[0]

    def _look(self, stem: str, must_keep: bool = True) -> tuple[int, str, Reason | None]:
        """(revision, title, why it cannot be read) of a file; a content not seen before becomes the next revision.

        must_keep: whether a version that cannot be written is an error, as it is before the file is replaced. Who only
        reads gets the number that the content will have. Raises: NotFound, Unavailable.
        """
        path = self._path(stem)
        try:
            stat = path.stat()
        except FileNotFoundError:
            raise NotFound(reason("graph_not_found", name=stem)) from None
        mark = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        seen = self._seen.get(stem)
        if seen is not None and seen[0] == mark:
            return seen[1], seen[2], seen[3]
        data = self._read(stem)
        text = read_json(data)
        document = text.value if isinstance(text.value, dict) and not is_too_deep(text.value) else None
        unreadable = text.refused or (
            reason("graph_not_object", found=json_type(text.value)) if document is None else None
        )
        title = document.get("name") if document else None
        versions, content = self._versions(stem), digest(data)
        kept = versions.all()
        if kept and kept[-1].digest == content and kept[-1].revision == versions.last_revision():
            revision = kept[-1].revision
        else:
            revision = versions.last_revision() + 1
            # a file that cannot be read is kept as it is: it may be all that is left of somebody's work
            copy = data if document is None else encode(self._blank(document))
            try:
                versions.add(revision, content, copy)
            except Unavailable:
                if must_keep:
                    raise
                return revision, title if isinstance(title, str) and title else stem, unreadable
        answer = (revision, title if isinstance(title, str) and title else stem, unreadable)
        self._seen[stem] = (mark, *answer)
        return answer

    def _read(self, stem: str) -> bytes:
        try:
            return self._path(stem).read_bytes()
        except FileNotFoundError:
            raise NotFound(reason("graph_not_found", name=stem)) from None
        except OSError as error:
            why = error.strerror or str(error)
            raise Unavailable(reason("file_not_read", file=self._path(stem).name, why=why)) from error

    def _stems(self) -> Sequence[str]:
        names = [name for name in os.listdir(self._folder) if name.endswith(SUFFIX) and not name.startswith(".")]
        return sorted(name[: -len(SUFFIX)] for name in names if self._is_ours(name))

    def _is_ours(self, file: str) -> bool:
        """A plain file of this folder, by a name that can be asked for again; links that lead out are not."""
        try:
            return resolve_inside(self._folder, file).is_file()
        except Refused:
            return False

    def _find(self, name: str) -> str | None:
        """The stem of the existing file that `name` means: as written, as a title, or with its suffix."""
        given = normal(name.strip())
        for stem in dict.fromkeys((given, graph_stem(name), given.removesuffix(SUFFIX))):
            if stem and not stem.startswith(".") and self._is_ours(stem + SUFFIX):
                return stem
        return None

    def _existing(self, name: str) -> str:
        stem = self._find(name)
        if stem is None:
            raise NotFound(reason("graph_not_found", name=name[:80].encode("utf-8", "replace").decode()))
        return stem

    def _new_stem(self, title: str) -> str:
        """The stem for a title. Raises: Refused (name_*, path_leaves_folder where a link of that name leads out),
        Conflict when only the case differs from another file.
        """
        stem = graph_stem(title.strip().removesuffix(SUFFIX))
        why = reason("name_empty") if not stem else refuse_file_name(stem + SUFFIX)
        if why is not None:
            raise Refused(why)
        resolve_inside(self._folder, stem + SUFFIX)
        for other in self._stems():
            if other != stem and other.casefold() == stem.casefold():
                raise Conflict(reason("graph_exists", file=other + SUFFIX, name=title))
        return stem

    def _path(self, stem: str) -> Path:
        return self._folder / (stem + SUFFIX)

    def _versions(self, stem: str) -> Versions:
        return Versions(self._folder / _VERSIONS / stem)


def encode(document: Any) -> bytes:
    """A document as it lies in a file: UTF-8, two spaces, keys in the order given.

    Raises: Refused (json_too_deep, json_bad_number, json_half_character) for what strict JSON cannot hold.
    """
    if is_too_deep(document):
        raise Refused(reason("json_too_deep", limit=100))
    try:
        text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
        return (text + "\n").encode()
    except UnicodeEncodeError:
        why = half_character(json.dumps(document, indent=2))
        assert why is not None
        raise Refused(why) from None
    except ValueError:
        raise Refused(reason("json_bad_number", number="NaN, Infinity")) from None


def _document(file: str, data: bytes) -> dict[str, Any]:
    text = read_json(data)
    why = text.refused
    if why is None and not isinstance(text.value, dict):
        why = reason("graph_not_object", found=json_type(text.value))
    if why is not None:
        raise Refused(reason("graph_unreadable", file=file, why=why.code, problem=why.to_json()))
    document: dict[str, Any] = text.value
    return document
