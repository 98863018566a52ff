"""The scheduler against a brute-force model, and mutants of it that the same machine must catch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from app.core.scheduling.queue import Queues, Ticket
from app.core.scheduling.scheduler import Scheduler, Start, Wait
from app.core.scheduling.slots import SlotLimits

if TYPE_CHECKING:
    from app.core.vocab.reason import Reason

KEYS = ("cpu", "cuda:0", "cuda:1", "w1/cuda:0")
LIMITS = SlotLimits(cpu=2, accelerator=1, overrides={"cuda:1": 3})
LIMIT = {"cpu": 2, "cuda:0": 1, "cuda:1": 3, "w1/cuda:0": 1}


class SchedulerMachine(RuleBasedStateMachine):
    """Submits, cancels, ends, pauses; the model keeps plain lists and tries every waiting run in order of arrival."""

    scheduler_class: ClassVar[type[Scheduler]] = Scheduler

    def __init__(self) -> None:
        super().__init__()
        self.scheduler = self.scheduler_class(LIMITS)
        self.waiting: list[Ticket] = []
        self.running: list[Ticket] = []
        self.paused = False
        self.count = 0

    @rule(key=st.sampled_from(KEYS), seeded=st.booleans(), at_once=st.booleans())
    def submit(self, key: str, seeded: bool, at_once: bool) -> None:
        self.count += 1
        ticket = Ticket(f"r{self.count}", key, seeded, is_local="/" not in key)
        self.scheduler.submit(ticket)
        self.waiting.append(ticket)
        if at_once:
            self.pump()

    @rule(data=st.data())
    @precondition(lambda self: self.waiting)
    def cancel(self, data: st.DataObject) -> None:
        ticket = data.draw(st.sampled_from(self.waiting))
        assert self.scheduler.cancel(ticket.run_id)
        assert not self.scheduler.cancel(ticket.run_id)
        self.waiting.remove(ticket)

    @rule(data=st.data())
    @precondition(lambda self: self.running)
    def end(self, data: st.DataObject) -> None:
        ticket = data.draw(st.sampled_from(self.running))
        assert self.scheduler.release(ticket.run_id)
        assert not self.scheduler.release(ticket.run_id)
        self.running.remove(ticket)
        self.pump()

    @rule(paused=st.booleans())
    def pause(self, paused: bool) -> None:
        self.scheduler.is_paused = self.paused = paused

    @rule()
    def pump(self) -> None:
        decisions = self.scheduler.pump()
        started = [d.ticket for d in decisions if isinstance(d, Start)]
        expected: list[Ticket] = []
        while (chosen := self._next()) is not None:
            self.waiting.remove(chosen)
            self.running.append(chosen)
            expected.append(chosen)
        assert started == expected
        waits = {d.ticket.run_id: d.why.code if d.why else None for d in decisions if isinstance(d, Wait)}
        assert waits == {t.run_id: self._why(t) for t in self.waiting if self._is_first(t)}
        for ticket in self.waiting:
            why = self.scheduler.why(ticket.run_id)
            if self.paused:
                assert why is not None
                assert why.code == "paused"
            else:
                assert (why.code if why else None) == (self._why(ticket) if self._is_first(ticket) else None)

    @invariant()
    def limits_hold(self) -> None:
        assert self.scheduler.running() == [t.run_id for t in self.running]
        for key in KEYS:
            assert sum(t.queue_key == key for t in self.running) <= LIMIT[key]

    @invariant()
    def a_seeded_run_is_alone(self) -> None:
        local = [t for t in self.running if t.is_local]
        assert len(local) == 1 or not any(t.is_seeded for t in local)

    @invariant()
    def positions_count_from_one(self) -> None:
        for key in KEYS:
            queue = [t.run_id for t in self.waiting if t.queue_key == key]
            assert [self.scheduler.queues.position(run_id) for run_id in queue] == list(range(1, len(queue) + 1))
        assert [t.run_id for t in self.scheduler.queues.tickets()] == [t.run_id for t in self.waiting]

    def _is_first(self, ticket: Ticket) -> bool:
        return next(t for t in self.waiting if t.queue_key == ticket.queue_key) is ticket

    def _has_room(self, ticket: Ticket) -> bool:
        return sum(t.queue_key == ticket.queue_key for t in self.running) < LIMIT[ticket.queue_key]

    def _next(self) -> Ticket | None:
        return next((t for t in self.waiting if not self.paused and self._is_first(t) and self._may(t)), None)

    def _may(self, ticket: Ticket) -> bool:
        return self._has_room(ticket) and self._why(ticket) is None

    def _why(self, ticket: Ticket) -> str | None:
        if self.paused:
            return "paused"
        if not self._has_room(ticket) or not ticket.is_local:
            return None
        local = [t for t in self.running if t.is_local]
        older = self.waiting[: self.waiting.index(ticket)]
        due = [t for t in older if t.is_local and t.is_seeded and self._is_first(t) and self._has_room(t)]
        if due or any(t.is_seeded for t in local):
            return "seeded_alone"
        return "seeded_waits" if ticket.is_seeded and local else None


SchedulerMachine.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestScheduler = SchedulerMachine.TestCase


class NoLimits(Scheduler):
    """Ignores how many execute under a key."""

    def _has_room(self, front: Ticket) -> bool:
        return True


class LetsYoungerOvertake(Scheduler):
    """A due seeded run bars nobody."""

    def _bars(self, front: Ticket) -> bool:
        return False


class BarsTooSoon(Scheduler):
    """A seeded run bars others while its own slot is still busy."""

    def _bars(self, front: Ticket) -> bool:
        return front.is_local and front.is_seeded


class ForgetsTheGate(Scheduler):
    """Starts a seeded run beside others."""

    def _verdict(self, front: Ticket, barred: bool) -> Reason | Literal[True] | None:
        verdict = super()._verdict(front, barred)
        return True if verdict is not None and verdict is not True and verdict.code == "seeded_waits" else verdict


class WorkersGated(Scheduler):
    """Lets runs of other machines wait for the local gate."""

    def submit(self, ticket: Ticket) -> None:
        super().submit(Ticket(ticket.run_id, ticket.queue_key, ticket.is_seeded))


class IgnoresPause(Scheduler):
    """Starts runs while paused."""

    def pump(self) -> list[Start | Wait]:
        self.is_paused = False
        return super().pump()


class LastInFirstOut(Scheduler):
    """Offers the youngest front first."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)

        class Reversed(Queues):
            def fronts(self) -> list[Ticket]:
                return super().fronts()[::-1]

        self.queues = Reversed()


class KeepsSlots(Scheduler):
    """Says a slot is given back and keeps it."""

    def release(self, run_id: str) -> bool:
        return run_id in self._running


MUTANTS = (
    NoLimits,
    LetsYoungerOvertake,
    BarsTooSoon,
    ForgetsTheGate,
    WorkersGated,
    IgnoresPause,
    LastInFirstOut,
    KeepsSlots,
)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_the_machine_catches(mutant: type[Scheduler]) -> None:
    machine = type(f"Of{mutant.__name__}", (SchedulerMachine,), {"scheduler_class": mutant})
    quick = settings(
        max_examples=400,
        stateful_step_count=30,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    with pytest.raises(AssertionError):
        run_state_machine_as_test(machine, settings=quick)
