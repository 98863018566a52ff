"""A batch that the database never takes ends the log where it stands, also when the next one could be stored."""

from __future__ import annotations

import itertools
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

from app.aio.clock import SystemClock
from app.db import event_rows
from app.runs.eventlog import RunLog
from tests.support.rows import A, add_run, opened

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.conftest import ExpectedWarnings


def test_what_follows_a_lost_batch_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warning: ExpectedWarnings
) -> None:
    expect_warning("events from 3 on could not be stored")
    with opened(tmp_path / "x.db") as db:
        add_run(db, A)
        log = RunLog(
            A,
            db.writer,
            SystemClock(),
            cap_bytes=131072,
            artifact_ids=itertools.count(1),
            on_grown=lambda run_id: None,
        )
        log.emit("node_status", {"n": 1})
        log.emit("node_status", {"n": 2})
        db.writer.do(lambda tx: None).result(20)
        append, refused = event_rows.append, threading.Event()

        def refuse_once(*given: Any) -> None:
            if refused.is_set():
                append(*given)
                return
            refused.set()
            log.emit("node_status", {"n": 4})  # another batch is queued before this one is known to be lost
            raise ValueError("never")

        monkeypatch.setattr(event_rows, "append", refuse_once)
        log.emit("node_status", {"n": 3})
        db.writer.do(lambda tx: None).result(20)
        db.writer.do(lambda tx: None).result(20)
        rows = db.writer.do(partial(event_rows.after, run_id=A, cursor=0, limit=9, cap_bytes=10**6)).result(20)
        assert [row.cursor for row in rows] == [1, 2]
