"""Which waiting run starts next, and why the others wait.

Rules, in this order: a paused queue starts nothing; each key executes at most its limit; within a key runs start in the
order they came; a seeded local run executes alone among local runs. The last one is a gate between readers (unseeded)
and writers (seeded) that prefers writers: from the moment a seeded run is first in its queue and its slot has room, no
local run that came after it starts before it, so it starts as soon as those that execute have ended.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.core.scheduling.queue import Queues, Ticket
from app.core.vocab.reason import Reason, reason

if TYPE_CHECKING:
    from app.core.scheduling.slots import SlotLimits


@dataclass(frozen=True)
class Start:
    """This run starts now; its slot is taken."""

    ticket: Ticket


@dataclass(frozen=True)
class Wait:
    """This run is first in its queue and does not start. why is None when its slot is merely busy."""

    ticket: Ticket
    why: Reason | None


class Scheduler:
    """Queues, held slots and the pause; pure state, changed only through these methods."""

    def __init__(self, limits: SlotLimits, is_paused: bool = False) -> None:
        self.limits = limits
        self.is_paused = is_paused
        self.queues = Queues()
        self._running: dict[str, Ticket] = {}

    def submit(self, ticket: Ticket) -> None:
        """Let a run wait. Raises: ValueError when it waits or executes already."""
        if ticket.run_id in self._running:
            raise ValueError(ticket.run_id)
        self.queues.push(ticket)

    def cancel(self, run_id: str) -> bool:
        """Take a waiting run out; False when it does not wait."""
        return self.queues.remove(run_id)

    def release(self, run_id: str) -> bool:
        """Give the slot of an executing run back; False when it holds none."""
        return self._running.pop(run_id, None) is not None

    def running(self) -> list[str]:
        """Runs that hold a slot, in the order they started."""
        return list(self._running)

    def pump(self) -> list[Start | Wait]:
        """Start everything that may start now, the oldest front first, then say why each front waits."""
        decisions: list[Start | Wait] = []
        while True:
            waits: list[Start | Wait] = []
            started = self._start_one(waits)
            if started is None:
                return decisions + waits
            decisions.append(started)

    def why(self, run_id: str) -> Reason | None:
        """Why a run waits; None when it does not, when its slot is busy, or when others of its queue come first."""
        if run_id not in self.queues:
            return None
        if self.is_paused:
            return reason("paused")
        barred = False
        for front in self.queues.fronts():
            verdict = self._verdict(front, barred)
            if front.run_id == run_id:
                return None if verdict is True else verdict
            barred = barred or self._bars(front)
        return None

    def _start_one(self, waits: list[Start | Wait]) -> Start | None:
        barred = False
        for front in self.queues.fronts():
            verdict = self._verdict(front, barred)
            if verdict is True:
                self.queues.remove(front.run_id)
                self._running[front.run_id] = front
                return Start(front)
            waits.append(Wait(front, verdict))
            barred = barred or self._bars(front)
        return None

    def _verdict(self, front: Ticket, barred: bool) -> Reason | Literal[True] | None:
        """True: may start. None: its slot is busy. Else: why it is held. barred: an older seeded run is due."""
        if self.is_paused:
            return reason("paused")
        if not self._has_room(front):
            return None
        if not front.is_local:
            return True
        local = [ticket for ticket in self._running.values() if ticket.is_local]
        if barred or any(ticket.is_seeded for ticket in local):
            return reason("seeded_alone")
        if front.is_seeded and local:
            return reason("seeded_waits", running=len(local))
        return True

    def _bars(self, front: Ticket) -> bool:
        return front.is_local and front.is_seeded and self._has_room(front)

    def _has_room(self, front: Ticket) -> bool:
        held = sum(ticket.queue_key == front.queue_key for ticket in self._running.values())
        return held < self.limits.of(front.queue_key)
