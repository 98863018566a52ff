"""Moves runs from their queue into execution and on to their end. All of it happens on the loop, between awaits."""

from __future__ import annotations

import asyncio
import itertools
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.aio.tasks import TaskNest
from app.core.scheduling.queue import Ticket
from app.core.scheduling.scheduler import Scheduler, Start
from app.core.vocab.errors import CduiError, Unavailable
from app.core.vocab.reason import Reason, reason
from app.core.vocab.run import Outcome, RunStatus
from app.db import run_rows
from app.engine.context import RunContext
from app.engine.stores import Loan
from app.runs.bus import ALL_RUNS
from app.runs.calling import Ended
from app.runs.console import ConsoleFile
from app.runs.console_marks import ConsoleMarks
from app.runs.endings import ending_of
from app.runs.eventlog import RunLog
from app.runs.executors.base import ExecutionRequest
from app.runs.live import LiveRun, Phase
from app.runs.masked_console import MaskedConsole
from app.runs.options import INTERACTIVE
from app.runs.run_secrets import SecretsGone

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.aio.clock import Clock
    from app.core.events.masking import Mask
    from app.core.graph.prepared import PreparedGraph
    from app.core.vocab.run import RunOptions
    from app.db.database import Database
    from app.engine.context import Folders
    from app.runs.bus import EventBus
    from app.runs.config import RunConfig
    from app.runs.executors.base import Executor
    from app.runs.submission import Intake

log = logging.getLogger(__name__)


class Dispatcher:
    """Owns the scheduler and every live run. on_retired: called on the loop when a run's end is durable."""

    def __init__(
        self,
        db: Database,
        intake: Intake,
        executor: Executor,
        folders: Folders,
        config: RunConfig,
        clock: Clock,
        bus: EventBus,
        on_retired: Callable[[str], None],
    ) -> None:
        self._db = db
        self._intake = intake
        self._secrets = intake.secrets
        self._executor = executor
        self._folders = folders
        self._config = config
        self._clock = clock
        self._bus = bus
        self._on_retired = on_retired
        self._loop = asyncio.get_running_loop()
        self._nest = TaskNest("dispatch")
        self._artifact_ids = itertools.count(1)
        self._changed = asyncio.Event()
        self._turn = asyncio.Lock()
        self._loads = 0
        canvas = {INTERACTIVE: config.interactive_limit}
        self.scheduler = Scheduler(replace(config.limits, overrides={**config.limits.overrides, **canvas}))
        self.live: dict[str, LiveRun] = {}
        self.is_closing = False

    def number_artifacts_from(self, first: int) -> None:
        """Ids of artifacts go on where an earlier life of the server stopped."""
        self._artifact_ids = itertools.count(first)

    def ticket(self, run_id: str, options: RunOptions, device: str) -> Ticket:
        """The scheduler's view of a run; canvas runs have a queue of their own that never holds any up."""
        key = INTERACTIVE if options.lane == INTERACTIVE else device
        return Ticket(run_id, key, is_seeded=options.seed is not None)

    def admit(self, run: LiveRun) -> None:
        """Let a stored run wait, and start whatever may start."""
        self.live[run.run_id] = run
        self._bus.announce(ALL_RUNS)
        self._secrets.vault.put(run.run_id, run.secrets)
        if run.caller is not None:
            run.caller.start(run.device, lambda: self.cancel(run))
        if self.is_closing and not self._config.keep_queue:
            self.stop_unstarted(run, "interrupted")  # its commit was under way when the others were ended
            return
        self.scheduler.submit(run.ticket)
        self.pump()
        if run.phase is Phase.WAITING:
            run.graph = None  # read again at its start: what waits holds an id and options

    def set_paused(self, paused: bool) -> None:
        """Pause or resume all queues."""
        self.scheduler.is_paused = paused
        self.pump()
        self._bus.announce(ALL_RUNS)

    def pump(self) -> None:
        """Start what may start now."""
        if self.is_closing:
            return
        for decision in self.scheduler.pump():
            if isinstance(decision, Start):
                self._begin(self.live[decision.ticket.run_id])

    def cancel(self, run: LiveRun) -> bool:
        """Ask a live run to stop; False when it was asked before or is ending anyway."""
        if run.phase is Phase.WAITING:
            self.scheduler.cancel(run.run_id)
            self.stop_unstarted(run, "cancelled")
            self.pump()
            return True
        if run.phase is Phase.ENDING or run.flag.is_set():
            return False
        self._ask(run, "cancelled")
        return True

    def _ask(self, run: LiveRun, why: str) -> None:
        """Ask a run to stop; one that waits for a full disk goes on to where it looks at its flag."""
        run.flag.set(why)
        if run.log is not None:
            run.log.let_go()

    def stop_unstarted(self, run: LiveRun, why: str) -> None:
        """End a run that never executed: one `execution_stopped`, no `execution_start`."""
        status = RunStatus.CANCELLED if why == "cancelled" else RunStatus.INTERRUPTED
        error = None if why == "cancelled" else reason("run_interrupted")
        self._end(run, Outcome(status, error))

    async def close(self, grace_s: float) -> None:
        """Start nothing more, end what waits (or leave it queued), ask the rest to stop and wait `grace_s` for it."""
        self.is_closing = True
        everyone = list(self.live.values())
        for run in everyone:
            if run.phase is Phase.WAITING:
                self.scheduler.cancel(run.run_id)
                if not self._config.keep_queue:
                    self.stop_unstarted(run, "interrupted")
            else:
                self._ask(run, "interrupted")
        try:
            async with asyncio.timeout(grace_s):
                while self._unsettled():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            for run in self._unsettled():
                log.info("run %s did not stop in time and is left to the next start", run.run_id)
                self.live.pop(run.run_id, None)
                if run.log is not None:
                    run.log.abandon()
        for run in everyone:
            if run.caller is not None:
                run.caller.give_up()
        await self._nest.cancel()
        for run_id in self.live:
            self._secrets.vault.drop(run_id)

    def _unsettled(self) -> list[LiveRun]:
        kept = self._config.keep_queue
        return [run for run in self.live.values() if not (kept and run.phase is Phase.WAITING)]

    def _begin(self, run: LiveRun) -> None:
        run.phase = Phase.STARTING
        self._bus.announce(ALL_RUNS)
        if run.graph is not None and not self._loads:
            graph, run.graph = run.graph, None
            self._launch(run, graph)
        else:
            self._loads += 1
            self._nest.start(self._load_in_turn(run), f"start {run.run_id}")

    async def _load_in_turn(self, run: LiveRun) -> None:
        """One at a time, so that runs begin in the order they were given their slots."""
        try:
            async with self._turn:
                await self._load(run)
        finally:
            self._loads -= 1

    async def _graph_of(self, run: LiveRun) -> PreparedGraph:
        if run.graph is not None:
            graph, run.graph = run.graph, None
            return graph
        text = await self._db.read(lambda tx: run_rows.graph_json(tx, run.run_id))
        graph = await self._intake.prepare_again(text or "null")
        known = self._secrets.vault.of(run.run_id)
        filled = await self._secrets.fill(graph, run.needs, known, is_new=False)
        if run.run_id in self.live:
            self._secrets.vault.put(run.run_id, filled.values)
        return filled.graph

    def check_secrets(self) -> None:
        """End those waiting runs whose secret values are gone, so that people need not wait to hear of it."""
        kept = [run for run in self.live.values() if run.needs]
        if kept:
            self._nest.start(self._check_secrets(kept), "secrets of waiting runs")

    async def _check_secrets(self, kept: Sequence[LiveRun]) -> None:
        for run in kept:
            try:
                if self._waits(run):
                    await self._graph_of(run)
            except SecretsGone as error:
                if self._waits(run):
                    self.scheduler.cancel(run.run_id)
                    self._end(run, Outcome(RunStatus.FAILED, error.reason))
            except CduiError as error:
                log.info("run %s: its start will say what is wrong: %s", run.run_id, error)

    def _waits(self, run: LiveRun) -> bool:
        return run.phase is Phase.WAITING and not self.is_closing

    async def _load(self, run: LiveRun) -> None:
        """Read the graph back and start it; whatever is wrong with it by now ends the run, never the queue."""
        try:
            graph = await self._graph_of(run)
        except Unavailable as error:
            self._end(run, Outcome(RunStatus.FAILED, error.reason, facts={"error_reason": "internal"}))
        except SecretsGone as error:
            self._end(run, Outcome(RunStatus.FAILED, error.reason))
        except CduiError as error:
            problems = getattr(error, "problems", ())
            first = problems[0].reason.text() if problems else str(error)
            self._end(run, Outcome(RunStatus.FAILED, reason("graph_unusable_now", problem=first)))
        except Exception as error:  # a task boundary: the run must not keep its slot for ever
            log.exception("run %s could not be started", run.run_id)
            broken = reason("run_internal", error_type=type(error).__name__)
            self._end(run, Outcome(RunStatus.FAILED, broken))
        else:
            if not self.is_closing and not run.flag.is_set():
                self._launch(run, graph)
            elif self.is_closing and self._config.keep_queue and run.flag.why != "cancelled":
                self.live.pop(run.run_id, None)  # its row still says queued, and so it waits for the next start
                self._secrets.vault.drop(run.run_id)
                self._changed.set()
            else:
                self.stop_unstarted(run, run.flag.why)

    def _launch(self, run: LiveRun, graph: PreparedGraph) -> None:
        run.phase = Phase.EXECUTING
        mask = self._secrets.mask(run.run_id)
        sinks = self._open_log(run, mask)
        topic = f"console:{run.run_id}"
        folder = self._folders.runs / run.run_id
        file = ConsoleFile(
            folder,
            self._config.console_cap_bytes,
            lambda: self._bus.announce(topic),
            ConsoleMarks(folder, self._clock.utc_iso, lambda: sinks.last_cursor),
        )
        run.console = file if mask is None else MaskedConsole(mask, file)
        run.started_at = self._clock.utc_iso()
        # whoever clicked waits for the end: a commit of its own for the begin would only come in its way
        sinks.begin(run.started_at, is_urgent=run.canvas is None)
        if run.missing is not None:
            self._note(sinks, reason("device_missing", missing=run.missing, device=run.device))
        for warning in run.warnings:
            sinks.note("graph_warning", warning.to_json())
        context = RunContext(
            run_id=run.run_id,
            device=run.device,
            folders=self._folders,
            sinks=sinks,
            cancel=run.flag,
            seed=run.options.seed,
            deterministic=run.options.deterministic,
            error_mode=run.options.error_mode,
            max_retries=run.options.max_retries,
            max_parallel_nodes=self._config.max_parallel_nodes,
            max_image_pixels=self._config.max_image_pixels,
            payload_cap_bytes=self._config.payload_cap_bytes,
            changed_nodes=frozenset() if run.canvas is None else run.canvas.changed_nodes,
            verbose=run.options.verbose,
            backward_mode=run.options.backward_mode,
            auto_backward=run.options.auto_backward,
            graph_id=run.options.graph_id,
            wants_outputs=run.caller is not None,
            mask=mask,
        )
        request = ExecutionRequest(graph, context, run.console.write, _loan(run))
        self._executor.execute(request, lambda outcome: self._call(self._end, run, outcome))

    def _note(self, sinks: RunLog, why: Reason) -> None:
        sinks.note(why.code, why.to_json())

    def _open_log(self, run: LiveRun, mask: Mask | None = None) -> RunLog:
        if run.log is None:
            run.log = RunLog(
                run.run_id,
                self._db.writer,
                self._clock,
                cap_bytes=self._config.payload_cap_bytes,
                artifact_ids=self._artifact_ids,
                on_grown=self._bus.announce,
                next_cursor=run.next_cursor,
                mask=mask,
            )
        return run.log

    def _end(self, run: LiveRun, outcome: Outcome) -> None:
        """The slot goes back first, then the log ends, then the next run starts."""
        run.phase = Phase.ENDING
        self.scheduler.release(run.run_id)
        if run.console is not None:
            run.console.close()
        event_type, payload, end = ending_of(outcome, run.flag, self._clock.utc_iso())
        kept = self._open_log(run)
        run.ended = Ended(end.status, kept.masked(end).error, outcome.outputs)
        if not kept.finish(event_type, payload, end, lambda: self._call(self._retire, run)):
            self._retire(run)  # its log stopped earlier; the next start settles the row
        self.pump()

    def _retire(self, run: LiveRun) -> None:
        self.live.pop(run.run_id, None)
        self._secrets.vault.drop(run.run_id)
        self._changed.set()
        if run.caller is not None and run.ended is not None:
            run.caller.tell(run.ended)
        self._bus.announce(f"console:{run.run_id}")
        self._on_retired(run.run_id)

    def _call(self, function: Callable[..., None], *args: Any) -> None:
        """From a thread onto the loop; nothing happens once the loop is gone."""
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            log.info("the control plane has ended before %s could be told", args[0].run_id)


def _loan(run: LiveRun) -> Loan:
    """Caches and kept weights are for canvases; a queued run starts from nothing."""
    canvas, options = run.canvas, run.options
    return Loan(
        canvas=None if canvas is None else canvas.id,
        records_outputs=options.record_outputs,
        keeps_weights=canvas is not None and options.weights_persistent,
    )
