"""RunService: the one place that moves a run from submit to its terminal event."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from typing import TYPE_CHECKING, Any

from app.aio.tasks import TaskNest
from app.aio.threads import ThreadLane
from app.core.vocab.errors import CduiError, Conflict, NotFound, Unavailable
from app.core.vocab.reason import reason
from app.core.vocab.run import RunStatus
from app.db import queue_rows, run_rows
from app.runs import leftovers
from app.runs.admission import Admission
from app.runs.bus import ALL_RUNS, EventBus
from app.runs.calling import Called, Caller
from app.runs.changes import Changes
from app.runs.dispatch import Dispatcher
from app.runs.executors.inprocess import InProcessExecutor
from app.runs.live import Canvas, LiveRun, Phase
from app.runs.options import parse_changes, parse_options
from app.runs.reading import Reading, checked_id
from app.runs.recovery import Recovery
from app.runs.retention import Retention
from app.runs.run_secrets import RunSecrets, needed
from app.runs.submission import Accepted, Intake, InvalidGraph, stamped
from app.runs.sweeping import Sweeper
from app.runs.views import Cancelled, QueueView, Submitted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from app.aio.clock import Clock
    from app.core.vocab.device import Inventory
    from app.db.connection import Tx
    from app.db.database import Database
    from app.db.run_rows import NewRun, StoredRun
    from app.engine.context import Folders
    from app.engine.registry import Registry
    from app.runs.config import RunConfig
    from app.runs.executors.base import Executor
    from app.runs.following import Following
    from app.runs.views import ArtifactsPage, ConsolePage, EventPage, MetricsPage, RunFilter, RunPage, RunView
    from app.vault.secrets import Secrets

__all__ = ["InvalidGraph", "RunService"]

FIGURES_S = 0.1
"""How long health waits for the process that executes runs."""

log = logging.getLogger(__name__)


class RunService:
    """Owns the queue, the slots and the event log of every run. All methods run on the control plane's loop.

    inventory: the devices of this machine, asked at each submit. presets: installed presets by name, likewise.
    executor: where local runs execute; in this process unless another one is given. ready: see Intake.
    """

    def __init__(
        self,
        db: Database,
        registry: Registry,
        folders: Folders,
        config: RunConfig,
        clock: Clock,
        inventory: Callable[[], Inventory],
        presets: Callable[[], Mapping[str, Mapping[str, Any]]],
        executor: Executor | None = None,
        secrets: Secrets | None = None,
        ready: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._db = db
        self._folders = folders
        self._config = config
        self._clock = clock
        self._executor = executor or InProcessExecutor(registry)
        self._intake = Intake(
            registry.catalog, presets, inventory, RunSecrets(registry.catalog, secrets), ready, config.usual_device
        )
        self._files = ThreadLane("run-files", capacity=4096)
        self._bus = EventBus()
        self.changes = Changes(self._bus)
        self._nest = TaskNest("runs")
        self._removing = asyncio.Lock()
        self._figures: Any = {}
        self._retention = Retention(
            db,
            folders,
            config.keep_last,
            self._files,
            lambda run_ids: self.ask("forget_runs", run_ids=run_ids),
            self._bus,
        )
        self._sweeper = Sweeper(self._retention, self._removing, self._nest)
        self._dispatch: Dispatcher
        self._admission: Admission
        self.reading: Reading

    async def start(self) -> None:
        """Recover rows of an earlier life, apply retention, start what waits.

        Raises: Unavailable; whatever it had begun is ended again then, and rows stay as they are for the next start.
        """
        try:
            await self._start()
        except BaseException:
            self._dispatch.is_closing = True
            self._dispatch.live.clear()
            self._sweeper.stop()
            await self._nest.cancel()
            self._close()
            raise

    async def _start(self) -> None:
        self._bus.bind(asyncio.get_running_loop())
        self._dispatch = Dispatcher(
            self._db,
            self._intake,
            self._executor,
            self._folders,
            self._config,
            self._clock,
            self._bus,
            self._retired,
        )
        self._admission = Admission(self._dispatch, self._config)
        self.reading = Reading(
            self._db,
            self._dispatch,
            self._bus,
            self._folders,
            self._files,
            self._clock,
            self._config.response_cap_bytes,
        )
        for entry in self._config.malformed_overrides:
            log.warning("%s", reason("override_ignored", entry=entry).text())
        recovered = await Recovery(self._db, self._config.keep_queue, self._clock.utc_iso()).recover()
        self._dispatch.number_artifacts_from(recovered.next_artifact_id)
        self._dispatch.scheduler.is_paused = True  # let all of them wait first, so that order is by age alone
        if waiting := [run.row.id for run in recovered.waiting]:
            await self._files.run(lambda: leftovers.drop_attempts(self._folders, waiting))
            await self._intake.look()
        for run in recovered.waiting:
            self._take_up(run)
        await self._retention.finish()
        await self._retention.apply()
        self._nest.start(self._leftovers(), "leftovers")
        self._dispatch.check_secrets()
        self._dispatch.set_paused(recovered.is_paused)

    async def stop(self, grace_s: float = 5.0) -> None:
        """Refuse new runs, end waiting ones (or keep the queue), ask running ones to stop, wait `grace_s`, commit.

        What does not stop in time is left as it is and settled by the next start. The database stays open.
        """
        self._dispatch.is_closing = True
        self._bus.wake_all()
        self._sweeper.stop()
        await self._dispatch.close(grace_s)
        await self._nest.cancel()
        try:
            await self._db.write(lambda tx: None)
        except CduiError as error:
            log.warning("the last rows of the runs could not be written: %s", error)
        self._bus.wake_all()
        self._close()

    def _close(self) -> None:
        self._bus.bind(None)
        self._intake.close()
        self._files.stop()

    async def submit(
        self,
        graph: Any,
        options: Mapping[str, Any],
        name: str | None,
        canvas: Canvas | None = None,
        caller: Caller | None = None,
        tags: Sequence[str] = (),
    ) -> Submitted:
        """Check, store and queue a run; answers after the commit.

        graph: parsed JSON of the document. options: as received. canvas: whose stores it may use. caller: waits for it.
        Raises: InvalidGraph (Refused with `problems`), Refused (bad option), Unavailable (shutting down).
        """
        self._admission.refuse_when_closing()
        accepted = await self._intake.accept(uuid.uuid4().hex, graph, options, name, tags)
        return (await self._store([accepted], lambda tx, row: run_rows.insert(tx, row), canvas, caller))[0]

    async def call(self, graph: Any, options: Mapping[str, Any], limit_s: float) -> Called:
        """Run a graph as a function: submit it, wait for its end and its outputs, stop it after `limit_s`.

        Raises: as submit; Unavailable shutting_down when the server stops first.
        """
        began, caller = self._clock.monotonic_s(), Caller(limit_s)
        run_id = (await self.submit(graph, options, None, caller=caller)).run_id
        ended = await caller.wait()
        return Called(run_id, caller.device, self._clock.monotonic_s() - began, ended)

    async def cancel(self, run_id: str) -> Cancelled:
        """Take a waiting run out, or ask a running one to stop. Raises: NotFound."""
        run = self._dispatch.live.get(checked_id(run_id))
        made_a_difference = run is not None and self._dispatch.cancel(run)
        if made_a_difference and run is not None and run.phase is Phase.ENDING:
            await self._db.write(lambda tx: None)
        return Cancelled(run_id, (await self.reading.view(run_id)).row.status, made_a_difference)

    async def requeue(self, run_ids: Sequence[str]) -> list[str]:
        """Submit the same graph and options again, in the given order; answers the new ids.

        All or none: every one is checked, and room for all of them, before all are stored in one transaction. Of large
        graphs only one is in memory at a time. Raises: NotFound, and what submit raises.
        """
        self._admission.refuse_when_closing()
        sources: dict[str, str] = {}

        def insert(tx: Tx, row: NewRun) -> None:
            if not run_rows.insert_again(tx, row, sources[row.id]):
                raise NotFound.of("run_not_found", run_id=sources[row.id])

        accepted: list[Accepted] = []
        for run_id in run_ids:
            one = await self._accept_again(run_id)
            sources[one.row.id] = run_id
            accepted.append(one)
        return [done.run_id for done in await self._store(accepted, insert)]

    async def _accept_again(self, run_id: str) -> Accepted:
        row = (await self.reading.stored(run_id)).row
        text = await self.reading.graph_text(run_id)
        return await self._intake.accept_again(uuid.uuid4().hex, text, row)

    async def get(self, run_id: str) -> RunView:
        """Raises: NotFound."""
        return await self.reading.view(run_id)

    async def graph_text(self, run_id: str) -> str:
        """The stored graph of a run as strict JSON. Raises: NotFound."""
        return await self.reading.graph_text(run_id)

    async def list_runs(self, which: RunFilter) -> RunPage:
        """Raises: Refused for an unknown status or sort column."""
        return await self.reading.list_runs(which)

    async def patch(self, run_id: str, changes: Mapping[str, Any]) -> RunView:
        """Change name, tags or keep. Raises: NotFound, Refused."""
        known = checked_id(run_id)
        checked = parse_changes(changes)
        if not await self._db.write(lambda tx: run_rows.patch(tx, known, checked)):
            raise NotFound.of("run_not_found", run_id=known)
        self._bus.announce(known)
        self._bus.announce(ALL_RUNS)
        return await self.reading.view(known)

    async def delete(self, run_ids: Sequence[str]) -> list[str]:
        """Delete finished runs; answers the ids deleted. Raises: NotFound, Conflict while one is active.

        Nothing is deleted when one of them is missing or active.
        """
        ids = list(dict.fromkeys(checked_id(run_id) for run_id in run_ids))
        async with self._removing:
            found = await self._db.read(lambda tx: {run_id: run_rows.status_of(tx, run_id) for run_id in ids})
            for run_id, status in found.items():
                if status is None:
                    raise NotFound.of("run_not_found", run_id=run_id)
                if not status.is_final:
                    raise Conflict.of("run_active", run_id=run_id)
            await self._retention.remove(ids)
        return ids

    async def events(self, run_id: str, cursor: int, wait_s: float, limit: int) -> EventPage:
        """Events after `cursor`; waits up to `wait_s` when there are none and the run is active. Raises: NotFound."""
        return await self.reading.events(run_id, cursor, wait_s, limit)

    def follow(self, run_id: str, cursor: int) -> Following:
        """The log after `cursor`, page by page; whoever reads it closes it. Raises: NotFound, Unavailable."""
        return self.reading.follow(run_id, cursor)

    async def metrics(self, run_id: str, name: str | None, max_points: int | None, after: str = "") -> MetricsPage:
        """Points of one series or of all, as many as an answer holds; after: `next` of the page before.

        Raises: NotFound.
        """
        return await self.reading.metrics(run_id, name, max_points, after)

    async def artifacts(self, run_id: str, kind: str | None) -> ArtifactsPage:
        """Raises: NotFound."""
        return await self.reading.artifacts(run_id, kind)

    async def console(self, run_id: str, offset: int, limit: int, wait_s: float) -> ConsolePage:
        """Raises: NotFound."""
        return await self.reading.console(run_id, offset, limit, wait_s)

    async def set_paused(self, paused: bool) -> QueueView:
        """Pause or resume the whole queue; persisted."""
        await self._db.write(lambda tx: queue_rows.set_paused(tx, paused))
        self._dispatch.set_paused(paused)
        return await self.queue()

    async def queue(self) -> QueueView:
        """The queue as it stands."""
        scheduler = self._dispatch.scheduler
        waiting = [ticket.run_id for ticket in scheduler.queues.tickets()]
        return QueueView(scheduler.is_paused, waiting, scheduler.running())

    def active_count(self) -> int:
        """Runs that wait or execute."""
        return len(self._dispatch.live)

    async def ask(self, question: str, **params: Any) -> Any:
        """Ask the stores of the process that executes local runs; see app.engine.stores. Raises: CduiError."""
        return await self._executor.ask(question, **params)

    async def figures(self) -> Any:
        """Sizes of those stores: of this moment, or the last ones known when they do not answer at once."""
        with contextlib.suppress(TimeoutError, CduiError):
            async with asyncio.timeout(FIGURES_S):
                self._figures = await self._executor.ask("figures")
        return self._figures

    def close_canvas(self, canvas_id: str) -> None:
        """Forget what a canvas has cached, soon; runs that come from it go on."""
        if not self._dispatch.is_closing:
            self._nest.start(self._close_canvas(canvas_id), "close canvas")

    async def _close_canvas(self, canvas_id: str) -> None:
        with contextlib.suppress(Unavailable):  # whoever held the cache is gone, and the cache with it
            await self._executor.ask("close_canvas", canvas=canvas_id)

    async def _store(
        self,
        accepted: Sequence[Accepted],
        insert: Callable[[Tx, NewRun], None],
        canvas: Canvas | None = None,
        caller: Caller | None = None,
    ) -> Sequence[Submitted]:
        """Write the rows in one transaction; once they are durable the runs wait, whether or not anybody still asks.

        Raises: Unavailable when there is no room for all of them, or while the service stops.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Sequence[Submitted]] = loop.create_future()
        now = self._clock.utc_iso()
        rows = [stamped(one.row, now) for one in accepted]
        tickets = [self._dispatch.ticket(one.row.id, one.options, one.device.device) for one in accepted]
        runs = [LiveRun.of(one, ticket, canvas, caller) for one, ticket in zip(accepted, tickets, strict=True)]

        def write(tx: Tx) -> None:
            for row in rows:
                insert(tx, row)

        def settle(error: BaseException | None) -> None:
            self._admission.give_back(accepted)
            self._stored(runs, error, answer)

        self._admission.take(accepted)
        try:
            stored = self._db.writer.do(write)
        except BaseException:
            self._admission.give_back(accepted)
            raise
        stored.add_done_callback(lambda done: loop.call_soon_threadsafe(settle, done.exception()))
        return await answer

    def _stored(
        self, runs: Sequence[LiveRun], error: BaseException | None, answer: asyncio.Future[Sequence[Submitted]]
    ) -> None:
        done = []
        for run in runs if error is None else ():
            self._dispatch.admit(run)
            status = RunStatus.QUEUED if run.phase is Phase.WAITING else RunStatus.RUNNING
            done.append(Submitted(run.run_id, status))
        if not answer.done() and error is not None:
            answer.set_exception(error)
        elif not answer.done():
            answer.set_result(done)

    def _take_up(self, stored: StoredRun) -> None:
        """Let a run of an earlier life wait again, in its old place."""
        options = parse_options(dict(stored.row.options), {})
        device = self._intake.resolve(options.device)
        ticket = self._dispatch.ticket(stored.row.id, options, stored.row.queue_key)
        run = LiveRun(ticket, options, device.device, device.missing, next_cursor=stored.row.last_cursor + 1)
        run.needs = needed(stored.row.execution_facts)
        self._dispatch.admit(run)

    def _retired(self, run_id: str) -> None:
        self.changes.ended(run_id)
        self._sweeper.soon()

    async def _leftovers(self) -> None:
        await self._files.run(lambda: leftovers.sweep(self._folders))  # nobody waits for it
