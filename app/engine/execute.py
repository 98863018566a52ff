"""Executes a prepared graph with threads that each take the next ready node.

The calling thread is one of them. Others are started when a node becomes ready that nobody is free to take, up to the
limit, so a chain never leaves the calling thread and pays for no hand-over; and a node starts as soon as its inputs
are there and a thread is free, whatever else still runs. One lock guards the book-keeping and the order of events;
it is never held while a node runs or a value is described.
"""

from __future__ import annotations

import contextvars
import threading
from typing import TYPE_CHECKING, Any

from app.core.events import builders
from app.core.events.kinds import NodeStatus, WarningKind
from app.core.vocab.reason import reason
from app.core.vocab.run import ErrorMode
from app.core.vocab.seed import node_seed
from app.engine import steps
from app.engine.call import NodeCall, Result
from app.engine.context import NodeContext
from app.engine.failures import Failure, failure_of
from app.engine.outputs import Downloads
from app.engine.readyset import ReadySet
from app.engine.results import Outputs
from app.engine.reuse import Reuse
from app.engine.values import Values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.core.graph.prepared import PreparedGraph, PreparedNode
    from app.core.vocab.reason import Reason
    from app.engine.context import RunContext
    from app.engine.registry import Registry
    from app.engine.reporter import Reporter

RETRY_WAIT_S = 0.5
"""Pause before attempt n + 1, times n."""


class Execution:
    """One run of one graph. Use once: `run()`, then `error`.

    error: why a fail_fast run failed, of the node that failed first. Raises (from run): KeyError for a node type that
    the registry does not have; whatever a sink raises. The run's stop flag is set when a node says that it was
    interrupted, and when one fails a fail_fast run while others still work.
    """

    def __init__(self, graph: PreparedGraph, registry: Registry, context: RunContext, reporter: Reporter) -> None:
        self.error: Reason | None = None
        self._calls = [NodeCall(node, registry.node_class(node.type)) for node in graph.nodes]
        self._context = context
        self._reporter = reporter
        self._outputs = Outputs({call.node.id: call for call in self._calls}) if context.wants_outputs else None
        self._limit = 1 if context.seed is not None else max(1, context.max_parallel_nodes)
        self._ready = ReadySet(graph)
        self._values = Values(graph)
        self._reuse = Reuse.of(context)
        self._downloads = Downloads(context.folders.models)
        self._changed = threading.Condition(reporter.lock)
        self._threads: list[threading.Thread] = []
        self._running = 0
        self._idle = 0
        self._broken: BaseException | None = None

    def run(self) -> None:
        """Execute until every node has settled or the run is stopped; returns when no node runs any more."""
        self._work()
        for thread in self._threads:
            thread.join()
        if self._broken is not None:
            raise self._broken
        if self._ready.unsettled_count:
            self._reporter.stopped()

    @property
    def outputs(self) -> Mapping[str, Any] | None:
        """What the GraphOutput nodes gave, as JSON by name; None in a run that nobody asks for it."""
        if self._outputs is None or self._context.mask is None:
            return None if self._outputs is None else self._outputs.given
        return {name: self._context.mask.value(value) for name, value in self._outputs.given.items()}

    @property
    def is_stopping(self) -> bool:
        """True when no further node may start."""
        return self.error is not None or self._broken is not None or self._context.cancel.is_set()

    def _work(self) -> None:
        """Take ready nodes until there are none left; what breaks here is the engine's fault or a sink's."""
        try:
            while (index := self._next()) is not None:
                self._serve(index)
        except BaseException as error:  # a thread boundary: run() raises it in the calling thread
            with self._changed:
                self._broken = self._broken or error
                self._changed.notify_all()

    def _next(self) -> int | None:
        with self._changed:
            while not self.is_stopping:
                index = self._ready.take()
                if index is not None:
                    self._running += 1
                    if self._ready.ready_count:
                        self._call_for_help()
                    return index
                if not self._running:
                    break
                self._idle += 1
                self._changed.wait()
                self._idle -= 1
            self._changed.notify_all()
            return None

    def _call_for_help(self) -> None:
        """Something is ready beyond what this thread has taken: wake a thread, or start one."""
        if self._idle:
            self._changed.notify()
        elif len(self._threads) < self._limit - 1:
            # each thread gets its own copy: a Context can be entered by one thread at a time
            entered = contextvars.copy_context()
            thread = threading.Thread(target=entered.run, args=(self._work,), name="cdui-node", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # the system gives no more threads: those there are do the work
                return
            self._threads.append(thread)

    def _serve(self, index: int) -> None:
        call = self._calls[index]
        hit = None if self._reuse is None else self._reuse.find(call, self._node_context(call.node))
        if hit is not None:
            outcome: Result | Failure = Result(hit.values, hit.log)
            outputs = hit.outputs
            status = NodeStatus.CACHED
        else:
            self._reporter.running(call.node)
            outcome = self._attempts(call)
            outputs = None
            status = NodeStatus.COMPLETED
        if isinstance(outcome, Result):
            self._warn_unknown(call.node, outcome)
            if call.node.container is None and outputs is None:
                outputs = builders.outputs(call.outputs, outcome.values, outcome.log, self._downloads.path_of)
            if outcome.interrupted is None:
                self._capture(call.node, outcome)
        if self._reuse is not None and hit is None:
            self._reuse.settle(call, outcome, outputs)
        with self._changed:
            self._running -= 1
            self._values.release(call.node)
            if self.error is not None:
                # another node has ended the run: what this one gave no longer counts
                self._reporter.settled(call.node, NodeStatus.INTERRUPTED)
            elif isinstance(outcome, Failure):
                self._settle_failed(index, outcome)
            else:
                self._settle(index, outcome, status, outputs)
            if self._idle and (not self._running or self.is_stopping or self._ready.ready_count > 1):
                self._changed.notify_all()

    def _capture(self, node: PreparedNode, result: Result) -> None:
        """Keep what is asked for of a finished node, before any other node gets to see the values."""
        recorder = self._context.recorder
        if self._context.gradients is not None:
            self._context.gradients.watch(node, result.values)
        if recorder is None:
            return
        mask = self._context.mask
        values = result.values if mask is None else {port: mask.value(v) for port, v in result.values.items()}
        recorder.record(self._context.run_id, node.id, values)
        told = steps.read(result.steps) if self._context.verbose else []
        told = told if mask is None else steps.masked(told, mask)
        if told:
            recorder.record(self._context.run_id, node.id, steps.ports(told))
            recorder.note(self._context.run_id, node.id, "steps", steps.index(told))

    def _settle(
        self, index: int, result: Result, status: NodeStatus, outputs: Sequence[Mapping[str, Any]] | None
    ) -> None:
        node = self._calls[index].node
        if result.interrupted is not None:
            self._context.cancel.set()
            self._reporter.settled(node, NodeStatus.INTERRUPTED, outputs)
            return
        self._values.put(node.id, result.values)
        self._ready.done(index)
        self._reporter.settled(node, status, outputs)

    def _settle_failed(self, index: int, failure: Failure) -> None:
        node = self._calls[index].node
        self._reporter.settled(node, NodeStatus.ERROR, error=failure.reason, error_type=failure.error_type)
        if self._context.error_mode is ErrorMode.FAIL_FAST:
            self._end_run(failure.reason)
            return
        for lost in self._ready.give_up(index):
            self._values.release(self._calls[lost].node)
            self._reporter.settled(self._calls[lost].node, NodeStatus.SKIPPED)

    def _end_run(self, why: Reason) -> None:
        """A fail_fast run is over; nodes that still run are asked to stop, for what they give will not count.

        A node that fails after the run was asked to stop does not turn the stop into a failure.
        """
        if self._context.cancel.is_set():
            return
        self.error = why
        if self._running:
            self._context.cancel.set()

    def _attempts(self, call: NodeCall) -> Result | Failure:
        """Call the node, again after a pause as often as the run's options say."""
        retries = self._context.max_retries if self._context.error_mode is ErrorMode.RETRY else 0
        attempt = 1
        while True:
            outcome = self._attempt(call)
            if isinstance(outcome, Result) or not outcome.can_retry or attempt > retries:
                return outcome
            pause = RETRY_WAIT_S * attempt
            self._warn_retry(call.node, attempt, retries, pause, outcome)
            if self._context.cancel.wait(pause) or self.is_stopping:
                return outcome
            attempt += 1

    def _attempt(self, call: NodeCall) -> Result | Failure:
        node = call.node
        context = self._node_context(node)
        inputs = self._values.gather(node)
        try:
            result = call.run(inputs, context)
            if self._outputs is not None and result.output is not None:
                self._outputs.take(node, *result.output)
            return result
        except BaseException as error:  # SystemExit and the like of a node end the node, never the process
            return failure_of(error, node, context.device)

    def _node_context(self, node: PreparedNode) -> NodeContext:
        seed = self._context.seed

        def report(progress: Mapping[str, Any]) -> None:
            self._reporter.progress(node, dict(progress))

        return NodeContext(
            run=self._context,
            node_id=node.id,
            device=self._context.device,
            seed=None if seed is None else node_seed(seed, node.id),
            progress=report,
        )

    def _warn_unknown(self, node: PreparedNode, result: Result) -> None:
        if result.unknown:
            ports = ", ".join(result.unknown)[:200]
            why = reason("node_output_unknown", node_id=node.id, node_type=node.type, ports=ports)
            self._reporter.warn(WarningKind.OUTPUT_IGNORED.value, why)

    def _warn_retry(self, node: PreparedNode, attempt: int, retries: int, pause: float, failure: Failure) -> None:
        why = reason(
            "node_retry",
            node_id=node.id,
            node_type=node.type,
            attempt=attempt,
            max_retries=retries,
            seconds=pause,
            error=failure.reason.text(),
        )
        self._reporter.warn(WarningKind.NODE_RETRY.value, why)
