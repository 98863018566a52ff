"""Order of arrival within and over queues."""

from __future__ import annotations

import pytest

from app.core.scheduling.queue import Queues, Ticket
from app.core.scheduling.scheduler import Scheduler, Start, Wait
from app.core.scheduling.slots import SlotLimits


def test_a_run_waits_once() -> None:
    queues = Queues()
    queues.push(Ticket("a", "cpu"))
    with pytest.raises(ValueError, match="a"):
        queues.push(Ticket("a", "cuda:0"))
    assert len(queues) == 1
    assert queues.remove("a")
    assert not queues.remove("a")
    assert (len(queues), queues.fronts(), queues.position("a")) == (0, [], None)


def test_an_executing_run_cannot_be_submitted_again() -> None:
    scheduler = Scheduler(SlotLimits())
    scheduler.submit(Ticket("a", "cpu"))
    assert scheduler.pump() == [Start(Ticket("a", "cpu"))]
    with pytest.raises(ValueError, match="a"):
        scheduler.submit(Ticket("a", "cpu"))


@pytest.mark.req("EA-018")
def test_three_runs_of_one_key_start_in_the_order_they_came() -> None:
    scheduler = Scheduler(SlotLimits())
    tickets = [Ticket(name, "cuda:0") for name in ("first", "second", "third")]
    for ticket in tickets:
        scheduler.submit(ticket)
    order = []
    for _ in tickets:
        (start, *waits) = scheduler.pump()
        assert isinstance(start, Start)
        order.append(start.ticket)
        assert waits == [Wait(ticket, None) for ticket in tickets[len(order) : len(order) + 1]]
        scheduler.release(start.ticket.run_id)
    assert order == tickets


def test_steady_younger_traffic_never_keeps_a_seeded_run_waiting() -> None:
    scheduler = Scheduler(SlotLimits(cpu=2))
    scheduler.submit(Ticket("u0", "cpu"))
    scheduler.pump()
    scheduler.submit(Ticket("seeded", "cpu", is_seeded=True))
    for number in range(1, 50):
        scheduler.submit(Ticket(f"u{number}", "cuda:0"))
        assert not [d for d in scheduler.pump() if isinstance(d, Start)]
    scheduler.release("u0")
    started = [d.ticket.run_id for d in scheduler.pump() if isinstance(d, Start)]
    assert started == ["seeded"]
    scheduler.release("seeded")
    assert [d.ticket.run_id for d in scheduler.pump() if isinstance(d, Start)] == ["u1"]


def test_a_seeded_run_whose_slot_is_busy_holds_nobody_up() -> None:
    scheduler = Scheduler(SlotLimits())
    for ticket in (Ticket("busy", "cuda:0"), Ticket("seeded", "cuda:0", is_seeded=True), Ticket("later", "cpu")):
        scheduler.submit(ticket)
    started = [d.ticket.run_id for d in scheduler.pump() if isinstance(d, Start)]
    assert started == ["busy", "later"]
    scheduler.release("busy")
    scheduler.submit(Ticket("last", "cpu"))
    waits = {d.ticket.run_id: d.why.code for d in scheduler.pump() if isinstance(d, Wait) and d.why}
    assert waits == {"seeded": "seeded_waits", "last": "seeded_alone"}
