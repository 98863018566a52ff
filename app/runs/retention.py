"""What a finished run keeps and for how long; the only place that deletes runs and the files they made.

A mark goes first, then recorded outputs and files, then rows: what a crash cuts short is finished by the next start,
so that nobody meets a run with half a log.
"""

from __future__ import annotations

import logging
import os
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.vocab.errors import CduiError
from app.core.vocab.run import RunStatus
from app.db import artifact_rows, run_lists, run_removal
from app.runs.bus import ALL_RUNS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from app.aio.threads import ThreadLane
    from app.db.connection import Tx
    from app.db.database import Database
    from app.db.rows import ArtifactRow
    from app.engine.context import Folders
    from app.runs.bus import EventBus

log = logging.getLogger(__name__)

SLICE_RUNS = 100
"""Runs that one look at the list takes on."""

PERIODIC = "periodic"
INTERRUPTED = "interrupted"
AUTOMATIC = (PERIODIC, INTERRUPTED)
"""Folders below models/ for checkpoints that loops write by themselves; a CheckpointSaver's files are never ours."""


class Retention:
    """Applies KEEP_LAST and deletes on demand. Not re-entrant: the service calls it from one task at a time.

    forget: drops what these runs have recorded.
    """

    def __init__(
        self,
        db: Database,
        folders: Folders,
        keep_last: int,
        files: ThreadLane,
        forget: Callable[[Sequence[str]], Awaitable[object]],
        bus: EventBus,
    ) -> None:
        self._db = db
        self._folders = folders
        self._keep_last = keep_last
        self._files = files
        self._forget = forget
        self._bus = bus

    async def finish(self) -> list[str]:
        """Remove what an earlier start had begun to remove when it died; answers the ids."""
        begun = await self._db.read(run_removal.marked)
        if begun:
            await self._finish(begun)
        return list(begun)

    async def apply(self) -> list[str]:
        """Remove what is beyond the newest `keep_last`; answers the ids, oldest first."""
        if self._keep_last < 0:
            return []
        removed: list[str] = []
        while True:
            over = await self._candidates()
            if not over:
                return removed
            await self._remove({run_id: status is RunStatus.INTERRUPTED for run_id, status in over})
            removed += [run_id for run_id, _ in over]

    async def remove(self, run_ids: Sequence[str]) -> None:
        """Remove ended runs with everything they made by themselves, interrupt checkpoints too."""
        for first in range(0, len(run_ids), SLICE_RUNS):
            await self._remove(dict.fromkeys(run_ids[first : first + SLICE_RUNS], False))

    async def _remove(self, keep_interrupted: Mapping[str, bool]) -> None:
        """Run id -> whether the checkpoint of its interruption stays."""
        await self._db.write(lambda tx: run_removal.mark(tx, keep_interrupted))
        await self._remove_outputs(list(keep_interrupted))
        await self._finish(keep_interrupted)

    async def _remove_outputs(self, run_ids: Sequence[str]) -> None:
        try:
            await self._forget(run_ids)
        except CduiError as error:  # they are in memory alone, and make room for others in any case
            log.info("recorded outputs of removed runs stay for now: %s", error)

    async def _finish(self, keep_interrupted: Mapping[str, bool]) -> None:
        await self._remove_files(keep_interrupted)
        await self._remove_rows(list(keep_interrupted))

    async def _candidates(self) -> list[tuple[str, RunStatus]]:
        return await self._db.read(lambda tx: run_lists.beyond_newest(tx, self._keep_last, SLICE_RUNS))

    async def _remove_files(self, keep_interrupted: Mapping[str, bool]) -> None:
        on_disk = await self._files.run(lambda: checkpoints_on_disk(self._folders.models, keep_interrupted))

        def doomed(tx: Tx) -> list[str]:
            found: list[str] = []
            for run_id, keeps in keep_interrupted.items():
                artifacts = artifact_rows.of_run(tx, run_id, "checkpoint")
                paths = doomed_checkpoints(artifacts, self._folders.models, keeps, on_disk[run_id])
                shared = artifact_rows.shared_paths(tx, run_id, paths)
                found += [path for path in paths if path not in shared]
            return found

        paths = [Path(path) for path in await self._db.read(doomed)]
        folders = [self._folders.runs / run_id for run_id in keep_interrupted]
        await self._files.run(lambda: _delete(folders, paths))

    async def _remove_rows(self, run_ids: list[str]) -> None:
        while run_ids:
            run_ids = await self._db.write(partial(run_removal.slice_of, run_ids=run_ids))
        self._bus.announce(ALL_RUNS)


def checkpoints_on_disk(models: Path, run_ids: Iterable[str]) -> dict[str, list[str]]:
    """Run id -> the files in models/periodic and models/interrupted whose names begin with it, oldest first.

    A server that is killed between naming a checkpoint and storing its row leaves one that only its name tells.
    """
    found: dict[str, list[str]] = {run_id: [] for run_id in run_ids}
    for name in AUTOMATIC:
        try:
            files = sorted(entry.path for entry in os.scandir(models / name))
        except OSError:
            continue
        for path in files:
            owner = os.path.basename(path).partition("_")[0]
            if owner in found:
                found[owner].append(path)
    return found


def doomed_checkpoints(
    artifacts: Iterable[ArtifactRow], models: Path, keep_interrupted: bool, on_disk: Iterable[str] = ()
) -> list[str]:
    """Paths of the automatic checkpoints that go with a run: those it recorded, then others that are `on_disk`.

    Only files that lie, links resolved, in models/periodic or models/interrupted. With keep_interrupted the ones in
    models/interrupted stay; when there is none there, the newest periodic one stays instead.
    """
    by_folder: dict[str, list[str]] = {name: [] for name in AUTOMATIC}
    recorded = [artifact.path for artifact in artifacts if artifact.kind == "checkpoint"]
    for path in dict.fromkeys([*recorded, *on_disk]):
        for name in AUTOMATIC:
            if Path(path).resolve().is_relative_to((models / name).resolve()):
                by_folder[name].append(path)
    periodic, interrupted = by_folder[PERIODIC], by_folder[INTERRUPTED]
    if not keep_interrupted:
        return periodic + interrupted
    return periodic if interrupted else periodic[:-1]


def _delete(folders: Iterable[Path], files: Iterable[Path]) -> None:
    for file in files:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            log.info("%s stays: %s", file, error)
    for folder in folders:
        if folder.is_dir() and not folder.is_symlink():
            shutil.rmtree(folder, ignore_errors=True)
