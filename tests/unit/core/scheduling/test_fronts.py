"""What is offered when a slot comes free: the fronts, the oldest first, one start after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.scheduling.queue import Ticket
from app.core.scheduling.scheduler import Scheduler, Start, Wait
from app.core.scheduling.slots import SlotLimits

if TYPE_CHECKING:
    from collections.abc import Iterable


def _waiting(*tickets: Ticket, limits: SlotLimits | None = None) -> Scheduler:
    scheduler = Scheduler(limits or SlotLimits())
    for ticket in tickets:
        scheduler.submit(ticket)
    return scheduler


def _started(decisions: Iterable[Start | Wait]) -> list[str]:
    return [decision.ticket.run_id for decision in decisions if isinstance(decision, Start)]


def _seeded(run_id: str, key: str) -> Ticket:
    """Seeded runs of all local queues compete for one thing: to be alone."""
    return Ticket(run_id, key, is_seeded=True)


@pytest.mark.req("EA-011", "EA-086")
@pytest.mark.parametrize(("key", "limit"), [("cuda:0", 1), ("mps:0", 1), ("cpu", 2), ("cuda:1", 3)])
def test_a_slot_never_executes_more_than_its_limit(key: str, limit: int) -> None:
    names = [f"r{number}" for number in range(7)]
    scheduler = _waiting(*(Ticket(name, key) for name in names), limits=SlotLimits(overrides={"cuda:1": 3}))
    executing = _started(scheduler.pump())
    assert executing == names[:limit]
    for done, following in zip(names, names[limit:], strict=False):
        assert _started(scheduler.pump()) == []
        scheduler.release(done)
        assert _started(scheduler.pump()) == [following]
        executing = [*executing[1:], following]
        assert scheduler.running() == executing


@pytest.mark.req("EA-086")
def test_two_fronts_for_one_place_give_one_start() -> None:
    scheduler = _waiting(_seeded("one", "cpu"), _seeded("two", "cuda:0"))
    assert _started(scheduler.pump()) == ["one"]
    assert scheduler.running() == ["one"]


@pytest.mark.req("EA-085")
def test_the_front_that_has_waited_longest_is_first_whatever_its_queue() -> None:
    keys = {"busy": "cpu", "old": "cuda:1", "middle": "cpu", "young": "cuda:0", "last": "cuda:1"}
    scheduler = _waiting(*(_seeded(name, key) for name, key in keys.items()))
    order = []
    for _ in keys:
        [started] = _started(scheduler.pump())
        order.append(started)
        scheduler.release(started)
    assert order == list(keys)


@pytest.mark.req("EA-087")
def test_a_front_that_may_not_start_stays_first_in_its_queue() -> None:
    scheduler = _waiting(Ticket("busy", "cpu"))
    scheduler.pump()
    for name in ("first", "second", "third"):
        scheduler.submit(Ticket(name, "cuda:0", is_seeded=name == "first"))
        assert _started(scheduler.pump()) == []
        assert scheduler.queues.position("first") == 1
    assert [scheduler.queues.position(name) for name in ("second", "third")] == [2, 3]
    scheduler.release("busy")
    assert _started(scheduler.pump()) == ["first"]


@pytest.mark.req("EA-139")
def test_a_busy_device_holds_up_its_own_runs_and_no_others() -> None:
    scheduler = _waiting(*(Ticket(f"{key} {n}", key) for n in range(3) for key in ("cuda:0", "cuda:1", "cpu")))
    assert _started(scheduler.pump()) == ["cuda:0 0", "cuda:1 0", "cpu 0", "cpu 1"]
    scheduler.release("cuda:1 0")
    assert _started(scheduler.pump()) == ["cuda:1 1"]
