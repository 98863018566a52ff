"""One run in a run process, from its order to its outcome."""

from __future__ import annotations

import logging
import traceback
from typing import TYPE_CHECKING, Any

from agent.child.outbox import Window
from agent.child.pipe_sinks import PipeSinks
from app.core.graph import portable
from app.core.vocab.reason import reason
from app.core.vocab.run import Outcome, RunStatus
from app.engine.console import capture
from app.engine.context import CancelFlag
from app.engine.pipe import messages, orders
from app.engine.runner import run_graph

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agent.child.outbox import Outbox
    from agent.child.own_nodes import OwnNodes
    from app.engine.stores import Stores

log = logging.getLogger(__name__)


class Execution:
    """A run that was ordered. number: what both ends call it; flag, window: what orders about it reach."""

    def __init__(self, order: Mapping[str, Any], outbox: Outbox, stores: Stores, nodes: OwnNodes) -> None:
        self.number: int = order["run"]
        self.flag = CancelFlag()
        self.window = Window(messages.WINDOW_BYTES)
        self._context = order["context"]
        self._order = order
        self._stores = stores
        self._nodes = nodes
        self._sinks = PipeSinks(self.number, outbox, self.window, self._context["payload_cap_bytes"])

    @property
    def name(self) -> str:
        """Of its thread."""
        return f"run-{self._context['run_id'][:8]}"

    def execute(self) -> None:
        """Execute the graph in this thread and report how it ended. Raises nothing."""
        try:
            graph = portable.from_json(self._order["graph"])
            context = orders.context_from_json(self._context, self._sinks, self.flag)
            context = self._stores.lend(context, orders.loan_from_json(self._order["loan"]))
            registry = self._nodes.registry(self._order["own_nodes"], graph.types)
            with capture(self._sinks.console):
                outcome = run_graph(graph, context, registry)
            self._sinks.end(outcome)
        except BaseException as error:  # a thread boundary: whatever broke, the run must end
            self.broken(error)

    def broken(self, error: BaseException) -> None:
        """The run ends as a fault of ours."""
        log.error("run %s broke in the engine", self._context["run_id"], exc_info=error)
        self._sinks.console("".join(traceback.format_exception(error)))
        why = reason("run_internal", error_type=type(error).__name__)
        self._sinks.end(Outcome(RunStatus.FAILED, why, facts={"error_reason": "internal"}))
