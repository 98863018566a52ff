"""Numbered steps from an empty file to today's schema; forward only, each in its own transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.errors import Refused

if TYPE_CHECKING:
    import sqlite3

_FIRST = (
    """CREATE TABLE exec_runs (
        id TEXT NOT NULL PRIMARY KEY, name TEXT, options TEXT NOT NULL, status TEXT NOT NULL, error TEXT,
        queue_key TEXT NOT NULL, created_at TEXT NOT NULL, started_at TEXT, finished_at TEXT,
        git_commit TEXT, git_dirty INTEGER, plugin_pins TEXT, sweep_id TEXT, sweep_variant INTEGER,
        tags TEXT NOT NULL DEFAULT '[]', keep INTEGER NOT NULL DEFAULT 0, graph_name TEXT NOT NULL DEFAULT '',
        worker_id TEXT, execution_facts TEXT NOT NULL DEFAULT '{}', peak_memory TEXT NOT NULL DEFAULT '[]',
        final_metrics TEXT NOT NULL DEFAULT '{}', last_cursor INTEGER NOT NULL DEFAULT 0,
        graph_snapshot TEXT NOT NULL)""",
    "CREATE INDEX exec_runs_by_time ON exec_runs (created_at)",
    "CREATE INDEX exec_runs_by_status ON exec_runs (status, created_at)",
    """CREATE TABLE exec_run_events (
        run_id TEXT NOT NULL REFERENCES exec_runs (id), cursor INTEGER NOT NULL, type TEXT NOT NULL,
        payload TEXT NOT NULL, ts TEXT NOT NULL)""",
    "CREATE UNIQUE INDEX exec_run_events_by_cursor ON exec_run_events (run_id, cursor)",
    """CREATE TABLE exec_run_metrics (
        run_id TEXT NOT NULL REFERENCES exec_runs (id), node_id TEXT NOT NULL, name TEXT NOT NULL,
        step INTEGER NOT NULL, value REAL, ts TEXT NOT NULL)""",
    "CREATE INDEX exec_run_metrics_by_series ON exec_run_metrics (run_id, name, step)",
    """CREATE TABLE exec_run_artifacts (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL REFERENCES exec_runs (id),
        kind TEXT NOT NULL, path TEXT NOT NULL, node_id TEXT NOT NULL DEFAULT '', meta TEXT NOT NULL DEFAULT '{}',
        created_at TEXT NOT NULL, backend TEXT NOT NULL DEFAULT 'local', mount_label TEXT, relative_path TEXT)""",
    "CREATE INDEX exec_run_artifacts_by_run ON exec_run_artifacts (run_id, id)",
    "CREATE INDEX exec_run_artifacts_by_path ON exec_run_artifacts (path)",
    "CREATE TABLE queue_state (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
)

STEPS: tuple[tuple[str, ...], ...] = (_FIRST,)
"""STEPS[n] takes a file from version n to n + 1. A step that was released is never edited."""

CURRENT = len(STEPS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version a file stands at; 0 for an empty one."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'")
    if found.fetchone() is None:
        return 0
    row = connection.execute("SELECT version FROM schema_version").fetchone()
    return int(row[0]) if row else 0


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file to today's version. Raises: Refused(database_newer) for a file of a later program."""
    found = version_of(connection)
    if found > CURRENT:
        raise Refused.of("database_newer", found=found, known=CURRENT)
    for number in range(found, CURRENT):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if number == 0:
                connection.execute(
                    "CREATE TABLE schema_version (id INTEGER NOT NULL PRIMARY KEY, version INTEGER NOT NULL)"
                )
                connection.execute("INSERT INTO schema_version (id, version) VALUES (1, 0)")
            for statement in STEPS[number]:
                connection.execute(statement)
            connection.execute("UPDATE schema_version SET version = ?", (number + 1,))
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
