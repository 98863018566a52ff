"""What an earlier life leaves behind, in every state it can be in."""

from __future__ import annotations

import itertools
import json
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.vocab.run import RunStatus
from app.db import event_rows, metric_rows, queue_rows, run_rows
from app.db.run_rows import RunEnd
from app.runs.recovery import Recovered, Recovery
from tests.support.rows import new_run, opened

if TYPE_CHECKING:
    from app.db.connection import Tx
    from app.db.database import Database

NOW = "2026-02-02T00:00:00.000+00:00"
STATES = ("queued", "queued with secrets", "running", "running, ended in its log", "succeeded", "cancelled")


def _make(tx: Tx, run_id: str, state: str, events: int, minute: int) -> None:
    run_rows.insert(tx, new_run(run_id, f"2026-01-01T00:{minute:02}:00.000+00:00"))
    if state == "queued with secrets":
        facts = '{"secrets_needed":["p.key"]}'
        tx.execute("UPDATE exec_runs SET execution_facts = ? WHERE id = ?", (facts, run_id))
    if state.startswith("queued"):
        return
    run_rows.mark_started(tx, run_id, "2026-01-01T01:00:00.000+00:00")
    event_rows.append(tx, [(run_id, n, "node_status", "{}", "t") for n in range(1, events + 1)])
    metric_rows.append(tx, [(run_id, "n", "loss", n, float(n), "t") for n in range(events)])
    if state == "running, ended in its log":
        event_rows.append(tx, [(run_id, events + 1, "execution_complete", "null", "t")])
    elif state != "running":
        run_rows.mark_ended(tx, run_id, RunEnd(RunStatus(state), "2026-01-01T02:00:00.000+00:00"), events, {"x": 1.0})


async def _recover(db: Database, keep: bool) -> Recovered:
    return await Recovery(db, keep, NOW).recover()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(STATES), st.integers(0, 3)), max_size=8), st.booleans(), st.booleans())
async def test_every_run_that_had_not_ended_gets_its_end_or_its_place(
    made: list[tuple[str, int]], keep: bool, paused: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "x.db") as db:
        ids = [f"{n:032x}" for n in range(len(made))]

        def fill(tx: Tx) -> None:
            for (state, events), run_id, minute in zip(made, ids, itertools.count(), strict=False):
                _make(tx, run_id, state, events, minute)
            queue_rows.set_paused(tx, paused)

        await db.write(fill)
        before = {run_id: await db.read(partial(run_rows.get, run_id=run_id)) for run_id in ids}
        first = await _recover(db, keep)
        again = await _recover(db, keep)
        kept = [run_id for run_id, (state, _) in zip(ids, made, strict=True) if keep and state.startswith("queued")]
        assert [run.row.id for run in first.waiting] == kept
        assert first == again
        assert first.is_paused == paused
        for run_id, (state, events) in zip(ids, made, strict=True):
            run = await db.read(partial(run_rows.get, run_id=run_id))
            log = await db.read(partial(event_rows.after, run_id=run_id, cursor=0, limit=99, cap_bytes=9999))
            assert run is not None
            assert [event.cursor for event in log] == list(range(1, len(log) + 1))
            if run_id in kept or state in ("succeeded", "cancelled"):
                assert run == before[run_id]
                continue
            assert run.row.last_cursor == len(log)
            assert run.row.finished_at == NOW
            expected = {"loss": float(events - 1)} if events and not state.startswith("queued") else {}
            assert run.final_metrics == expected
            if state == "running, ended in its log":
                assert (run.row.status, run.row.error, len(log)) == (RunStatus.SUCCEEDED, None, events + 1)
                continue
            assert run.row.status is RunStatus.INTERRUPTED
            assert run.row.error is not None
            assert run.row.error["code"] == "run_interrupted"
            assert run.row.execution_facts["error_reason"] == "interrupted"
            assert len(log) == (0 if state.startswith("queued") else events) + 1
            assert (log[-1].type, json.loads(log[-1].payload_json)) == ("execution_stopped", {"reason": "interrupted"})


async def test_artifact_ids_go_on_where_they_stopped_even_after_a_delete(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        assert (await _recover(db, keep=False)).next_artifact_id == 1

        def fill(tx: Tx) -> None:
            run_rows.insert(tx, new_run("a" * 32))
            tx.execute(
                "INSERT INTO exec_run_artifacts (id, run_id, kind, path, created_at) VALUES (41, ?, 'file', '/x', 't')",
                ("a" * 32,),
            )
            tx.execute("DELETE FROM exec_run_artifacts")

        await db.write(fill)
        assert (await _recover(db, keep=False)).next_artifact_id == 42


async def test_the_queue_keeps_its_order_when_the_clock_was_set_back(tmp_path: Path) -> None:
    with opened(tmp_path / "x.db") as db:
        ids = [f"{n:032x}" for n in (3, 1, 2)]

        def fill(tx: Tx) -> None:
            for run_id, minute in zip(ids, (30, 20, 10), strict=True):
                _make(tx, run_id, "queued", 0, minute)

        await db.write(fill)
        assert [run.row.id for run in (await _recover(db, keep=True)).waiting] == ids
