"""Mutants of rows about events, metrics, artifacts and what a log promises."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.support.mutation import find_quickly, of, wrap


@of("EA-020")
def warnings_are_not_stored() -> None:
    """A kind of event that never becomes a row."""
    from app.db import event_rows

    wrap(event_rows, "append", lambda append: lambda tx, rows: append(tx, [r for r in rows if r[2] != "run_warning"]))


@of("EA-046")
def local_keys_name_their_worker() -> None:
    """Queue keys of local runs as those of workers are."""
    from dataclasses import replace

    from app.db import run_rows

    def make(insert: Any) -> Any:
        return lambda tx, row: insert(tx, replace(row, queue_key=f"local/{row.queue_key}"))

    wrap(run_rows, "insert", make)


@of("EA-047", "DN-004")
def progress_is_told_twice() -> None:
    """Each frame of a node goes into the log two times."""
    from app.runs.eventlog import RunLog

    def make(emit: Any) -> Any:
        def emit_twice(self: Any, event_type: str, payload: Any) -> None:
            emit(self, event_type, payload)
            emit(self, event_type, payload)

        return emit_twice

    wrap(RunLog, "emit", make)


@of("EA-271")
def local_runs_speak_of_workers() -> None:
    """A warning that belongs to runs on workers."""
    from app.runs.dispatch import Dispatcher

    def make(launch: Any) -> Any:
        def launch_and_warn(self: Any, run: Any, graph: Any) -> None:
            launch(self, run, graph)
            run.log.note("worker_gone", {"code": "worker_gone"})

        return launch_and_warn

    wrap(Dispatcher, "_launch", make)


@of("EA-048")
def inner_frames_like_any_other() -> None:
    """What happens inside a card comes out as if its node stood on the canvas, and artifacts as warnings."""
    from app.core.events.kinds import EventType
    from app.engine.reporter import Reporter, WatchedSinks

    def make(init: Any) -> Any:
        def init_and_mix(self: Any, sinks: Any) -> None:
            init(self, sinks)
            self.record_artifact = lambda artifact: sinks.warn("artifact", {"path": artifact.path})

        return init_and_mix

    wrap(WatchedSinks, "__init__", make)
    wrap(Reporter, "_emit", lambda emit: lambda self, event, payload: emit(self, EventType.NODE_STATUS, payload))


@of("EA-049")
def builders_that_know_the_database() -> None:
    """One import too many."""

    def make(read: Any) -> Any:
        def read_more(self: Path, *args: Any, **more: Any) -> str:
            added = "from app.db import database\n" if str(self).endswith("core/events/builders.py") else ""
            return str(read(self, *args, **more)) + "\n" + added

        return read_more

    wrap(Path, "read_text", make)


@of("EA-050", in_children=True)
def payloads_that_depend_on_the_process() -> None:
    """Something of the process gets into a payload."""
    from app.core.events import builders

    wrap(builders, "node_status", lambda build: lambda *args, **more: {**build(*args, **more), "pid": os.getpid()})


@of("EA-051")
def the_cap_is_what_it_is() -> None:
    """The setting is not looked at."""
    from dataclasses import replace

    from app.compose import rooms

    wrap(rooms, "run_config", lambda made: lambda settings: replace(made(settings), payload_cap_bytes=131072))


@of("EA-052")
def every_point_on_its_own() -> None:
    """A flush per point."""
    from app.runs.metrics import PointBatch

    wrap(PointBatch, "add", lambda add: lambda self, point, ts: add(self, point, ts) or True)


@of("EA-053")
def artifacts_without_rows() -> None:
    """Only the event tells of them."""
    from app.db import artifact_rows

    wrap(artifact_rows, "append", lambda _: lambda tx, rows: None)


@of("EA-054")
def nobody_hears_a_warning() -> None:
    """Warnings of nodes lead nowhere."""
    from app.runs.eventlog import RunLog

    wrap(RunLog, "warn", lambda _: lambda self, kind, payload: None)


@of("EA-055")
def logs_live_as_long_as_their_process() -> None:
    """A start begins with empty logs."""
    from app.runs.recovery import Recovery

    def make(recover: Any) -> Any:
        async def forget_and_recover(self: Any) -> Any:
            await self._db.write(lambda tx: tx.execute("DELETE FROM exec_run_events"))
            return await recover(self)

        return forget_and_recover

    wrap(Recovery, "recover", make)


@of("EA-056")
def the_last_event_is_told_again() -> None:
    """A cursor means from here on."""
    from app.db import event_rows

    def make(after: Any) -> Any:
        return lambda tx, run_id, cursor, limit, cap_bytes: after(tx, run_id, max(0, cursor - 1), limit, cap_bytes)

    wrap(event_rows, "after", make)


@of("EA-062")
def a_cap_that_counts() -> None:
    """Each time leaves a trace."""
    from app.core.events import cap

    def make(capped: Any) -> Any:
        return lambda payload, limit: {**capped(payload, limit), "capped": (payload or {}).get("capped", 0) + 1}

    wrap(cap, "cap", make)
    find_quickly()
