"""How a connection is opened: its pragmas, a transaction's handle, and what SQLite's errors mean for us."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import sqlite3
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from peewee import SqliteDatabase

from app.core.vocab.errors import CduiError, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from peewee import Query

BUSY_TIMEOUT_MS = 1000
"""How long SQLite itself waits for a foreign lock; the writer retries beyond that."""

JOURNAL_LIMIT_BYTES = 16 * 1024 * 1024
"""The WAL file is cut back to this whenever it starts over."""

AUTOCHECKPOINT_PAGES = 1000

_DIALECT = SqliteDatabase(None)
"""Never opened: it only knows how SQLite spells what the models say."""

_RETRYABLE = {
    sqlite3.SQLITE_FULL: "database_full",
    sqlite3.SQLITE_BUSY: "database_locked",
    sqlite3.SQLITE_LOCKED: "database_locked",
    sqlite3.SQLITE_IOERR: "database_io",
    sqlite3.SQLITE_NOMEM: "database_io",
}
_UNWRITABLE = {
    sqlite3.SQLITE_READONLY: "database_readonly",
    sqlite3.SQLITE_PERM: "database_readonly",
    sqlite3.SQLITE_CANTOPEN: "database_unopenable",
}
_FINAL = {
    **_UNWRITABLE,
    sqlite3.SQLITE_CORRUPT: "database_corrupt",
    sqlite3.SQLITE_NOTADB: "database_corrupt",
}


_ROWS_AT_ONCE = (128, 16, 4, 1)
"""Few sizes, so that each statement is prepared once; older builds of SQLite take 999 cells."""


@functools.cache
def _marks(rows: int, width: int) -> str:
    return ",".join(["(" + ",".join("?" * width) + ")"] * rows)


class Tx:
    """One open transaction, or one snapshot of a reader. Used in the thread that opened it, and only while open."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def run(self, query: Query) -> sqlite3.Cursor:
        """Execute a query that was built with the models."""
        sql, params = _DIALECT.get_sql_context().sql(query).query()  # type: ignore[no-untyped-call] # untyped in its stubs
        return self.connection.execute(sql, params)

    def execute(self, sql: str, params: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Execute SQL text."""
        return self.connection.execute(sql, params)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute SQL text once per row."""
        self.connection.executemany(sql, rows)

    def insert(self, into: str, rows: Sequence[Sequence[Any]]) -> None:
        """Insert rows of equal width, many with each statement; the fast way in for events and metrics.

        into: table and columns. With a statement per row the interpreter's lock would be given away and won back for
        each, against a run that computes: milliseconds, where the insert itself takes a few microseconds.
        """
        at = 0
        for size in _ROWS_AT_ONCE:
            while len(rows) - at >= size:
                marks = _marks(size, len(rows[at]))
                cells = tuple(itertools.chain.from_iterable(rows[at : at + size]))
                self.connection.execute(f"INSERT INTO {into} VALUES {marks}", cells)
                at += size


def open_writable(path: Path) -> sqlite3.Connection:
    """The write connection: WAL, durable at each commit; the files are its owner's alone. Raises: sqlite3.Error."""
    _keep_private(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_MS / 1000, cached_statements=256)
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA journal_size_limit = {JOURNAL_LIMIT_BYTES}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {AUTOCHECKPOINT_PAGES}")
        connection.execute("PRAGMA cache_size = -8000")
    except BaseException:
        connection.close()
        raise
    return connection


def _keep_private(path: Path) -> None:
    """Rights 0600 for the database, new or old, and what lies beside it: it holds graphs, logs and errors.

    SQLite gives its -wal and -shm the rights of the database. What fails here is told by the open that follows. A
    file that is there is not opened: closing it would drop the locks that SQLite holds on it in this process.
    """
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for end in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            os.chmod(f"{path}{end}", 0o600)


def open_readonly(path: Path) -> sqlite3.Connection:
    """A connection that cannot write; the file must exist. Raises: sqlite3.Error."""
    where = f"file:{quote(path.as_posix())}?mode=ro"
    connection = sqlite3.connect(where, uri=True, isolation_level=None, timeout=BUSY_TIMEOUT_MS / 1000)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA query_only = ON")
    return connection


def pragmas(connection: sqlite3.Connection) -> dict[str, Any]:
    """The settings that durability and patience depend on, as they are now."""
    names = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys", "query_only", "journal_size_limit")
    return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names}


def is_retryable(error: BaseException) -> bool:
    """True for a fault of the moment: a full disk, a foreign lock, a failing write. The transaction may be repeated."""
    return isinstance(error, sqlite3.Error) and _primary(error) in _RETRYABLE


def concerns_all(error: BaseException) -> bool:
    """True for a fault of the file or the disk, which no piece of work can be blamed for; False for a bad row."""
    return isinstance(error, sqlite3.Error) and (_primary(error) in _RETRYABLE or _primary(error) in _UNWRITABLE)


def explain(error: BaseException, path: Path) -> CduiError:
    """The coded form of what SQLite said; a CduiError passes as it is."""
    if isinstance(error, CduiError):
        return error
    code = "database_broken"
    if isinstance(error, sqlite3.Error):
        primary = _primary(error)
        code = _RETRYABLE.get(primary) or _FINAL.get(primary) or code
    return Unavailable.of(code, path=str(path), message=str(error))


def _primary(error: sqlite3.Error) -> int:
    code = getattr(error, "sqlite_errorcode", None)
    return (code & 0xFF) if isinstance(code, int) else sqlite3.SQLITE_ERROR
