"""A run between its submit and its end, as the control plane holds it in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from app.core.vocab.run import RunStatus
from app.engine.context import CancelFlag

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.core.graph.prepared import PreparedGraph, Problem
    from app.core.scheduling.queue import Ticket
    from app.core.vocab.run import RunOptions
    from app.runs.calling import Caller, Ended
    from app.runs.console import ConsoleFile
    from app.runs.eventlog import RunLog
    from app.runs.masked_console import MaskedConsole
    from app.runs.submission import Accepted
    from app.vault.run_values import RunValue


class Phase(Enum):
    """waiting: in its queue. starting: has a slot, its graph is read. executing. ending: its end is being written."""

    WAITING = "waiting"
    STARTING = "starting"
    EXECUTING = "executing"
    ENDING = "ending"


@dataclass(frozen=True)
class Canvas:
    """The open canvas that a run comes from. id: of its cache. changed_nodes: ids to compute whatever it holds."""

    id: str
    changed_nodes: frozenset[str] = frozenset()


@dataclass
class LiveRun:
    """Changed on the loop only. graph, warnings: only between submit and an immediate start.

    needs: places of secret values without which it cannot start. secrets: those known at its submission.
    next_cursor: of the log. canvas: None for a run that comes from none. caller: who waits for its outputs; ended:
    what it is told.
    """

    ticket: Ticket
    options: RunOptions
    device: str
    missing: str | None = None
    phase: Phase = Phase.WAITING
    flag: CancelFlag = field(default_factory=CancelFlag)
    graph: PreparedGraph | None = field(default=None, repr=False)
    warnings: Sequence[Problem] = ()
    needs: Sequence[str] = ()
    secrets: Mapping[str, RunValue] = field(default_factory=dict)
    canvas: Canvas | None = None
    caller: Caller | None = None
    ended: Ended | None = None
    next_cursor: int = 1
    started_at: str | None = None
    log: RunLog | None = None
    console: ConsoleFile | MaskedConsole | None = None

    @classmethod
    def of(cls, accepted: Accepted, ticket: Ticket, canvas: Canvas | None, caller: Caller | None) -> LiveRun:
        """What was accepted just now, about to wait."""
        return cls(
            ticket=ticket,
            options=accepted.options,
            device=accepted.device.device,
            missing=accepted.device.missing,
            graph=accepted.graph,
            warnings=accepted.warnings,
            needs=tuple(accepted.secrets),
            secrets=accepted.secrets,
            canvas=canvas,
            caller=caller,
        )

    @property
    def durable_cursor(self) -> int:
        """Of the last event that is in the database."""
        return self.next_cursor - 1 if self.log is None else self.log.durable_cursor

    @property
    def status(self) -> RunStatus:
        """As its row will say, before that is durable; a run that is ending counts as running."""
        return RunStatus.QUEUED if self.phase in (Phase.WAITING, Phase.STARTING) else RunStatus.RUNNING

    @property
    def run_id(self) -> str:
        """The run's id."""
        return self.ticket.run_id
