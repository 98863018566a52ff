"""Half-written files of killed processes go; those of living ones, of people and of shared folders stay."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from app.runs.leftovers import sweep
from tests.support.nodes import folders

if TYPE_CHECKING:
    from pathlib import Path

NOBODY = 2**22 + 1
"""Beyond the largest pid that Linux gives."""


def put(path: Path, age_s: float = 0.0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("half")
    at_s = path.stat().st_mtime - age_s
    os.utime(path, (at_s, at_s))
    return path


def test_only_parts_of_processes_that_are_gone_are_removed(tmp_path: Path) -> None:
    where = folders(tmp_path)
    doomed = [
        put(where.models / "periodic" / f".a.pt.{NOBODY}.0123abcd.tmp"),
        put(where.models / "mine" / "deep" / f".b.{NOBODY}.0123abcd.tmp"),
        put(where.output / f".c.csv.{NOBODY}.0123abcd.tmp"),
        put(where.models / f".d.pt.{os.getpid()}.0123abcd.tmp", age_s=10**6),  # of an earlier process with our pid
    ]
    kept = [
        put(where.models / f".e.pt.{os.getpid()}.0123abcd.tmp"),
        put(where.models / f"f.pt.{NOBODY}.0123abcd.tmp"),
        put(where.models / f".g.pt.{NOBODY}.0123abcd"),
        put(where.models / ".h.tmp"),
        put(where.files / f".i.pt.{NOBODY}.0123abcd.tmp"),
    ]
    assert sorted(sweep(where)) == sorted(doomed)
    assert [path.exists() for path in doomed + kept] == [False] * len(doomed) + [True] * len(kept)
    assert sweep(where) == []


def test_a_folder_outside_is_not_ours_to_sweep(tmp_path: Path) -> None:
    where = replace(folders(tmp_path / "home"), models=tmp_path / "shared")
    part = put(where.models / f".a.pt.{NOBODY}.0123abcd.tmp")
    assert sweep(where) == []
    assert part.exists()


def test_folders_that_are_not_there_are_no_error(tmp_path: Path) -> None:
    where = folders(tmp_path)
    gone = replace(where, models=tmp_path / "data" / "none", output=tmp_path / "data" / "neither")
    assert sweep(gone) == []
