"""What stays and what goes: a model over random runs, and the files of a run one by one."""

from __future__ import annotations

import itertools
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.aio.threads import ThreadLane
from app.core.vocab.errors import Unavailable
from app.core.vocab.run import RunStatus
from app.db import artifact_rows, event_rows, run_removal, run_rows
from app.db.rows import ArtifactRow
from app.runs.bus import EventBus
from app.runs.retention import Retention, doomed_checkpoints
from tests.support.nodes import folders
from tests.support.rows import A, B, new_run, opened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.db.connection import Tx
    from app.db.database import Database


@pytest.fixture
def lane() -> Iterator[ThreadLane]:
    made = ThreadLane("files")
    yield made
    made.stop()


async def _forget_nothing(run_ids: Sequence[str]) -> None:
    """Drops the outputs of runs that have none."""


_runs = st.lists(
    st.tuples(st.sampled_from([status.value for status in RunStatus]), st.booleans(), st.integers(0, 2)), max_size=12
)


@settings(max_examples=50, deadline=None)
@given(_runs, st.integers(-1, 8))
async def test_the_newest_stay_active_and_kept_ones_too(runs: list[tuple[str, bool, int]], keep_last: int) -> None:
    lane = ThreadLane("files")
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "x.db") as db:
        ids = [f"{n:032x}" for n in range(len(runs))]

        def fill(tx: Tx) -> None:
            for (status, keep, second), run_id in zip(runs, ids, strict=True):
                run_rows.insert(tx, new_run(run_id, f"2026-01-01T00:00:0{second}.000+00:00"))
                tx.execute("UPDATE exec_runs SET status = ?, keep = ? WHERE id = ?", (status, keep, run_id))
                event_rows.append(tx, [(run_id, 1, "t", "{}", "ts")])

        await db.write(fill)
        order = sorted(range(len(runs)), reverse=True)  # by arrival: the clock may have been set back in between
        counted = [n for n in order if not runs[n][1]]
        beyond = counted[keep_last:] if keep_last >= 0 else []
        gone = [ids[n] for n in reversed(beyond) if RunStatus(runs[n][0]).is_final]
        assert await Retention(db, folders(Path(folder)), keep_last, lane, _forget_nothing, EventBus()).apply() == gone
        left = await db.read(lambda tx: [cells[0] for cells in tx.execute("SELECT id FROM exec_runs ORDER BY id")])
        assert left == [run_id for run_id in ids if run_id not in gone]
        logs = await db.read(
            lambda tx: [c[0] for c in tx.execute("SELECT run_id FROM exec_run_events ORDER BY run_id")]
        )
        assert logs == left
    lane.stop()


def _artifact(path: Path, kind: str = "checkpoint") -> ArtifactRow:
    return ArtifactRow(1, kind, str(path), "n", {}, "t")


def test_only_automatic_checkpoints_go(tmp_path: Path) -> None:
    models = tmp_path / "models"
    (models / "periodic").mkdir(parents=True)
    (models / "interrupted").mkdir()
    outside = tmp_path / "outside.pt"
    outside.write_text("mine")
    (models / "periodic" / "link.pt").symlink_to(outside)
    periodic = [models / "periodic" / f"{n}.pt" for n in range(3)]
    interrupted = models / "interrupted" / "i.pt"
    artifacts = [
        _artifact(models / "mine.pt"),
        _artifact(models / "periodic.pt"),
        _artifact(models / "periodic" / ".." / "up.pt"),
        _artifact(models / "periodic" / "link.pt"),
        _artifact(outside),
        _artifact(models / "periodic" / "x.png", kind="image"),
        *map(_artifact, periodic),
    ]
    named = [str(path) for path in periodic]
    assert doomed_checkpoints(artifacts, models, keep_interrupted=False) == named
    assert doomed_checkpoints(artifacts, models, keep_interrupted=True) == named[:-1]
    with_interrupt = [*artifacts, _artifact(interrupted)]
    assert doomed_checkpoints(with_interrupt, models, keep_interrupted=True) == named
    assert doomed_checkpoints(with_interrupt, models, keep_interrupted=False) == [*named, str(interrupted)]


def _store(db: Database, run_id: str, paths: list[Path], ids: Any = itertools.count(1)) -> None:  # noqa: B008 # one count for all
    def fill(tx: Tx) -> None:
        run_rows.insert(tx, new_run(run_id))
        tx.execute("UPDATE exec_runs SET status = 'interrupted' WHERE id = ?", (run_id,))
        rows = [(next(ids), run_id, "checkpoint", str(path), "n", "{}", "t") for path in paths]
        artifact_rows.append(tx, rows)

    db.writer.do(fill).result(20)


async def test_outputs_go_after_the_mark_and_a_failure_to_drop_them_stops_nothing(
    tmp_path: Path, lane: ThreadLane
) -> None:
    asked: list[tuple[list[str], list[str]]] = []
    with opened(tmp_path / "x.db") as db:

        async def forget(run_ids: Sequence[str]) -> None:
            asked.append((list(run_ids), list(await db.read(run_removal.marked))))
            raise Unavailable.of("executor_closed")

        _store(db, A, [])
        _store(db, B, [])
        retention = Retention(db, folders(tmp_path), 1, lane, forget, EventBus())
        assert await retention.apply() == [A]
        await retention.remove([B])
        assert asked == [([A], [A]), ([B], [B])]
        assert await retention.finish() == []
        assert len(asked) == 2


async def test_files_go_before_rows_and_a_removal_that_was_cut_short_is_repeated(
    tmp_path: Path, lane: ThreadLane, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = folders(tmp_path)
    checkpoint = where.models / "periodic" / "a.pt"
    checkpoint.parent.mkdir()
    checkpoint.write_text("x")
    own = where.runs / A / "tb" / "loop"
    own.mkdir(parents=True)
    (own / "events").write_text("x")
    (where.runs / A / "output.log").write_text("x")
    with opened(tmp_path / "x.db") as db:
        _store(db, A, [checkpoint, where.models / "periodic" / "already-gone.pt"])
        retention = Retention(db, where, 0, lane, _forget_nothing, EventBus())

        async def crash(run_ids: list[str]) -> None:
            raise RuntimeError("power cut")

        with monkeypatch.context() as cut:
            cut.setattr(retention, "_remove_rows", crash)
            with pytest.raises(RuntimeError, match="power cut"):
                await retention.remove([A])
        assert not checkpoint.exists()
        assert not (where.runs / A).exists()
        assert await db.read(partial(run_rows.status_of, run_id=A)) is RunStatus.INTERRUPTED
        assert await Retention(db, where, -1, lane, _forget_nothing, EventBus()).finish() == [A]
        assert await retention.finish() == []
        assert await db.read(partial(run_rows.status_of, run_id=A)) is None
        assert where.models.is_dir()


async def test_retention_keeps_the_checkpoint_of_an_interrupted_run_and_a_delete_does_not(
    tmp_path: Path, lane: ThreadLane
) -> None:
    where = folders(tmp_path)
    kept = where.models / "interrupted" / "a.pt"
    deleted = where.models / "interrupted" / "b.pt"
    kept.parent.mkdir()
    for path in (kept, deleted):
        path.write_text("x")
    with opened(tmp_path / "x.db") as db:
        _store(db, A, [kept])
        _store(db, B, [deleted])
        retention = Retention(db, where, 1, lane, _forget_nothing, EventBus())
        assert await retention.apply() == [A]
        assert kept.exists()
        await retention.remove([B])
        assert not deleted.exists()


async def test_a_file_that_another_run_names_too_stays(tmp_path: Path, lane: ThreadLane) -> None:
    where = folders(tmp_path)
    shared = where.models / "periodic" / "same.pt"
    shared.parent.mkdir()
    shared.write_text("x")
    with opened(tmp_path / "x.db") as db:
        _store(db, A, [shared])
        _store(db, B, [shared])
        retention = Retention(db, where, -1, lane, _forget_nothing, EventBus())
        await retention.remove([A])
        assert shared.exists()
        await retention.remove([B])
        assert not shared.exists()
        assert await retention.apply() == []


async def test_a_checkpoint_whose_row_a_kill_prevented_goes_with_its_run(tmp_path: Path, lane: ThreadLane) -> None:
    where = folders(tmp_path)
    periodic, interrupted = where.models / "periodic", where.models / "interrupted"
    periodic.mkdir()
    recorded, unrecorded = periodic / f"{A}_t_e00001.pt", periodic / f"{A}_t_e00002.pt"
    others = [periodic / f"{B}_t_e00001.pt", periodic / "mine.pt", where.models / f"{A}_t.pt"]
    for path in (recorded, unrecorded, *others):
        path.write_text("x")
    with opened(tmp_path / "x.db") as db:
        _store(db, A, [recorded])
        _store(db, B, [])
        assert await Retention(db, where, 1, lane, _forget_nothing, EventBus()).apply() == [A]
        assert (recorded.exists(), unrecorded.exists()) == (False, True)  # the newest of an interrupted run stays
        _store(db, A, [recorded])
        interrupted.mkdir()
        (interrupted / f"{A}_t.pt").write_text("x")
        await Retention(db, where, -1, lane, _forget_nothing, EventBus()).remove([A])
        assert [path for path in (unrecorded, interrupted / f"{A}_t.pt") if path.exists()] == []
        assert all(path.exists() for path in others)


@pytest.mark.req("RW-359", "RW-361")
async def test_a_run_that_goes_takes_its_folder_along_and_no_file_of_the_user(tmp_path: Path, lane: ThreadLane) -> None:
    where = folders(tmp_path)
    own = [where.runs / run_id / "tb" / "events" for run_id in (A, B)]
    others = [place / "best.pt" for place in (where.models, where.files, where.images, where.media, where.output)]
    for path in (*own, *others):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    with opened(tmp_path / "x.db") as db:
        _store(db, A, others)
        _store(db, B, others)
        retention = Retention(db, where, 1, lane, _forget_nothing, EventBus())
        assert await retention.apply() == [A]
        assert [(where.runs / run_id).exists() for run_id in (A, B)] == [False, True]
        await retention.remove([B])
        assert not (where.runs / B).exists()
    assert [path for path in others if not path.exists()] == []
