"""Pragmas of each connection, and the schema that models and migrations share."""

from __future__ import annotations

import os
import sqlite3
import stat
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import CduiError, Refused, Unavailable
from app.db.connection import BUSY_TIMEOUT_MS, explain, is_retryable, open_readonly, pragmas
from app.db.database import Database
from app.db.migrations import CURRENT, migrate, version_of
from app.db.schema import MODELS
from tests.support.rows import A, add_run, opened

if TYPE_CHECKING:
    from pathlib import Path


async def test_pragmas_of_every_connection(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        writing = db.writer.do(lambda tx: pragmas(tx.connection)).result(20)
        assert writing == {
            "journal_mode": "wal",
            "synchronous": 2,
            "busy_timeout": BUSY_TIMEOUT_MS,
            "foreign_keys": 1,
            "query_only": 0,
            "journal_size_limit": 16 * 1024 * 1024,
        }
        for lane in db.reader._lanes:
            asking = partial(lane.snapshot, lambda tx: pragmas(tx.connection))
            reading = lane.thread.submit(asking).result(20)
            assert reading["query_only"] == 1
            assert {k: reading[k] for k in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")} == {
                k: writing[k] for k in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
            }


async def test_a_reader_cannot_write(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        with pytest.raises(Unavailable) as refused:
            await db.read(lambda tx: tx.execute("DELETE FROM exec_runs"))
        assert refused.value.reason.code == "database_readonly"
        assert await db.read(lambda tx: tx.execute("SELECT count(*) FROM exec_runs").fetchone()[0]) == 0


async def test_a_reader_sees_one_snapshot(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:

        def twice(tx: Any) -> tuple[int, int]:
            before = tx.execute("SELECT count(*) FROM exec_runs").fetchone()[0]
            add_run(db, A)
            return before, tx.execute("SELECT count(*) FROM exec_runs").fetchone()[0]

        assert await db.read(twice) == (0, 0)
        assert await db.read(lambda tx: tx.execute("SELECT count(*) FROM exec_runs").fetchone()[0]) == 1


def test_models_and_migrations_name_the_same_columns(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db"), sqlite3.connect(tmp_path / "x.db") as connection:
        for model in MODELS:
            meta = model._meta
            found = connection.execute(f"PRAGMA table_info({meta.table_name})").fetchall()
            assert [cells[1] for cells in found] == [field.column_name for field in meta.sorted_fields]
            nullable = {field.column_name for field in meta.sorted_fields if field.null}
            assert {cells[1] for cells in found if not cells[3]} == nullable
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'")
        assert {cells[0] for cells in tables} == {model._meta.table_name for model in MODELS}
        assert version_of(connection) == CURRENT
        migrate(connection)
        assert version_of(connection) == CURRENT
    connection.close()


def _file(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_a_file_of_a_later_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        db.writer.do(lambda tx: tx.execute("UPDATE schema_version SET version = 99")).result(20)
    before = (tmp_path / "x.db").read_bytes()
    with pytest.raises(Refused) as refused:
        Database.open(tmp_path / "x.db")
    assert refused.value.reason.to_json()["params"] == {"found": 99, "known": CURRENT}
    assert (tmp_path / "x.db").read_bytes() == before


@pytest.mark.parametrize("content", [b"<html>" + b"x" * 4096, b"SQLite format 3\0" + b"\xff" * 8192])
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = _file(tmp_path / "x.db", content)
    with pytest.raises(CduiError) as refused:
        Database.open(path)
    assert refused.value.reason.code == "database_corrupt"
    assert path.read_bytes() == content


def test_a_folder_in_the_files_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as refused:
        Database.open(tmp_path)
    assert refused.value.reason.code == "database_unopenable"
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable) as refused:
        Database.open(tmp_path / "file" / "x.db")
    assert refused.value.reason.code == "database_unopenable"


def test_paths_with_odd_characters_open(tmp_path: Path) -> None:
    path = tmp_path / "a b?c#d%e資料" / "x.db"
    with opened(path) as db:
        add_run(db, A)
        reader = open_readonly(path)
        assert reader.execute("SELECT id FROM exec_runs").fetchall() == [(A,)]
        reader.close()


@pytest.mark.parametrize(
    ("number", "code", "again"),
    [
        (sqlite3.SQLITE_FULL, "database_full", True),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "database_locked", True),
        (sqlite3.SQLITE_IOERR_WRITE, "database_io", True),
        (sqlite3.SQLITE_READONLY_DBMOVED, "database_readonly", False),
        (sqlite3.SQLITE_CORRUPT, "database_corrupt", False),
        (sqlite3.SQLITE_CONSTRAINT, "database_broken", False),
    ],
)
def test_what_errors_mean(tmp_path: Path, number: int, code: str, again: bool) -> None:
    error = sqlite3.OperationalError("words of sqlite")
    error.sqlite_errorcode = number
    told = explain(error, tmp_path)
    assert (told.reason.code, is_retryable(error)) == (code, again)
    assert explain(told, tmp_path) is told


@pytest.mark.parametrize("made_before", [False, True])
def test_the_files_are_their_owners_alone(tmp_path: Path, made_before: bool) -> None:
    """They hold graphs, logs and errors; also a database that an older program left open to others."""
    path = tmp_path / "x.db"
    if made_before:
        sqlite3.connect(path).close()
        path.touch()
        path.chmod(0o644)
    before = os.umask(0o022)
    try:
        with opened(path) as db:
            add_run(db, A)
            rights = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("x.db*")}
    finally:
        os.umask(before)
    assert rights == {"x.db": 0o600, "x.db-wal": 0o600, "x.db-shm": 0o600}
