"""What a finished run keeps and for how long; the only place that deletes runs and the files they made.

Files go first and rows after them: a crash in between leaves a row whose removal is simply repeated.
"""

from __future__ import annotations

import logging
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.vocab.run import RunStatus
from app.db import artifact_rows, run_lists, run_removal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.aio.threads import ThreadLane
    from app.db.database import Database
    from app.db.rows import ArtifactRow
    from app.engine.context import Folders

log = logging.getLogger(__name__)

SLICE_RUNS = 100
"""Runs that one look at the list takes on."""

PERIODIC = "periodic"
INTERRUPTED = "interrupted"
AUTOMATIC = (PERIODIC, INTERRUPTED)
"""Folders below models/ for checkpoints that loops write by themselves; a CheckpointSaver's files are never ours."""


class Retention:
    """Applies KEEP_LAST and deletes on demand. Not re-entrant: the service calls it from one task at a time."""

    def __init__(self, db: Database, folders: Folders, keep_last: int, files: ThreadLane) -> None:
        self._db = db
        self._folders = folders
        self._keep_last = keep_last
        self._files = files

    async def apply(self) -> list[str]:
        """Remove what is beyond the newest `keep_last`; answers the ids, oldest first."""
        if self._keep_last < 0:
            return []
        removed: list[str] = []
        while True:
            over = await self._candidates()
            for run_id, status in over:
                await self.remove(run_id, keep_interrupted=status is RunStatus.INTERRUPTED)
            removed += [run_id for run_id, _ in over]
            if len(over) < SLICE_RUNS:
                return removed

    async def remove(self, run_id: str, keep_interrupted: bool) -> None:
        """Remove one ended run. keep_interrupted: the checkpoint its interruption wrote stays."""
        await self._remove_files(run_id, keep_interrupted)
        await self._remove_rows(run_id)

    async def _candidates(self) -> list[tuple[str, RunStatus]]:
        return await self._db.read(lambda tx: run_lists.beyond_newest(tx, self._keep_last, SLICE_RUNS))

    async def _remove_files(self, run_id: str, keep_interrupted: bool) -> None:
        artifacts = await self._db.read(lambda tx: artifact_rows.of_run(tx, run_id, None))
        doomed = doomed_checkpoints(artifacts, self._folders.models, keep_interrupted)
        shared = await self._db.read(lambda tx: artifact_rows.shared_paths(tx, run_id, doomed))
        folder = self._folders.runs / run_id
        await self._files.run(lambda: _delete(folder, [Path(path) for path in doomed if path not in shared]))

    async def _remove_rows(self, run_id: str) -> None:
        while not await self._db.write(lambda tx: run_removal.slice_of(tx, run_id)):
            pass


def doomed_checkpoints(artifacts: Iterable[ArtifactRow], models: Path, keep_interrupted: bool) -> list[str]:
    """Paths of the automatic checkpoints that go with a run.

    Only files that lie, links resolved, in models/periodic or models/interrupted. With keep_interrupted the ones in
    models/interrupted stay; when there is none there, the newest periodic one stays instead.
    """
    by_folder: dict[str, list[str]] = {name: [] for name in AUTOMATIC}
    for artifact in artifacts:
        if artifact.kind == "checkpoint":
            for name in AUTOMATIC:
                if Path(artifact.path).resolve().is_relative_to((models / name).resolve()):
                    by_folder[name].append(artifact.path)
    periodic, interrupted = by_folder[PERIODIC], by_folder[INTERRUPTED]
    if not keep_interrupted:
        return periodic + interrupted
    return periodic if interrupted else periodic[:-1]


def _delete(folder: Path, files: Iterable[Path]) -> None:
    for file in files:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            log.info("%s stays: %s", file, error)
    if folder.is_dir() and not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)
