"""What killed processes leave on disk: half-written files, and traces of runs that had begun but were not told so.

Writers put a file's bytes under a hidden name that holds their pid (`.NAME.PID.8 HEX DIGITS.tmp`) and rename it when it
is whole. A kill in between leaves the hidden one, which nobody would ever read, and which can be as large as a model.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.engine.context import Folders

log = logging.getLogger(__name__)

_CLOCK_S = 2.0
"""By how much the clock of a file system may differ from that of processes."""

_NAME = re.compile(r"\..+\.(\d{1,10})\.[0-9a-f]{8}\.tmp\Z")


def sweep(folders: Folders) -> list[Path]:
    """Remove them from models/ and output/; answers what is gone. Blocks; never raises.

    Only below the user-data folder, which is this server's alone: in a folder that machines share, a pid says nothing.
    """
    gone: list[Path] = []
    for top in (folders.models, folders.output):
        if not top.resolve().is_relative_to(folders.data_parent.resolve()):
            continue
        for folder, _, names in os.walk(top):
            gone += [path for path in (Path(folder, name) for name in names) if _remove(path)]
    if gone:
        log.info("%d half-written files of an earlier start are gone", len(gone))
    return gone


def drop_attempts(folders: Folders, run_ids: Iterable[str]) -> None:
    """Remove what runs that wait have in data/runs. Blocks; never raises.

    A kill between a run's first line of output and the commit of its start leaves it queued, and it begins anew.
    """
    for run_id in run_ids:
        shutil.rmtree(folders.runs / run_id, ignore_errors=True)


def _remove(path: Path) -> bool:
    named = _NAME.match(path.name)
    if named is None:
        return False
    try:
        if _is_alive(int(named[1]), path.stat().st_mtime):
            return False
        path.unlink()
    except OSError as error:
        log.info("%s stays: %s", path, error)
        return False
    return True


def _is_alive(pid: int, written_at_s: float) -> bool:
    """Whether the process that wrote the file then (epoch seconds) still runs; a later one may have got its pid."""
    try:
        return psutil.Process(pid).create_time() - _CLOCK_S <= written_at_s
    except (psutil.Error, OverflowError):
        return False
