"""Artifact rows: one per file a run wrote."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.db.rows import ArtifactRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.db.connection import Tx

ArtifactCells = tuple[int, str, str, str, str, str, str]
"""(id, run_id, kind, path, node_id, meta, created_at) as stored."""


def append(tx: Tx, rows: Iterable[ArtifactCells]) -> None:
    """Append artifacts with the ids they already have."""
    tx.executemany(
        "INSERT INTO exec_run_artifacts (id, run_id, kind, path, node_id, meta, created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        rows,
    )


def of_run(tx: Tx, run_id: str, kind: str | None) -> list[ArtifactRow]:
    """Files of a run, oldest first; of one kind only when `kind` is given."""
    only = "" if kind is None else "AND kind = ? "
    params = (run_id,) if kind is None else (run_id, kind)
    rows = tx.execute(
        "SELECT id, kind, path, node_id, meta, created_at, backend, mount_label, relative_path "
        f"FROM exec_run_artifacts WHERE run_id = ? {only}ORDER BY id",
        params,
    )
    return [ArtifactRow(c[0], c[1], c[2], c[3], json.loads(c[4]), *c[5:]) for c in rows]


def next_id(tx: Tx) -> int:
    """The smallest id that no artifact ever had."""
    used = tx.execute("SELECT max(id) FROM exec_run_artifacts").fetchone()[0] or 0
    ever = tx.execute("SELECT seq FROM sqlite_sequence WHERE name = 'exec_run_artifacts'").fetchone()
    return max(int(used), int(ever[0]) if ever else 0) + 1


def shared_paths(tx: Tx, run_id: str, paths: Iterable[str]) -> set[str]:
    """Those of `paths` that an artifact of another run also names."""
    query = "SELECT 1 FROM exec_run_artifacts WHERE path = ? AND run_id <> ? LIMIT 1"
    return {path for path in paths if tx.execute(query, (path, run_id)).fetchone()}
