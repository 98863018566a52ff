"""Mutants of rows about who starts, who waits and why, and who is refused."""

from __future__ import annotations

from typing import Any

from tests.support.mutation import of, wrap


@of("EA-011")
def slots_without_limits() -> None:
    """There is always room."""
    from app.core.scheduling.scheduler import Scheduler

    wrap(Scheduler, "_has_room", lambda _: lambda self, front: True)


@of("EA-018")
def last_in_first_out() -> None:
    """The youngest of a queue is its front."""
    from app.core.scheduling.queue import Queues

    wrap(Queues, "fronts", lambda _: lambda self: [list(queue.values())[-1] for queue in self._by_key.values()])


@of("EA-019")
def runs_that_start_unasked() -> None:
    """The dispatcher starts whatever waits."""
    from app.runs.dispatch import Dispatcher

    def pump(self: Any) -> None:
        for ticket in list(self.scheduler.queues.tickets()):
            self.scheduler.cancel(ticket.run_id)
            self._begin(self.live[ticket.run_id])

    wrap(Dispatcher, "pump", lambda _: pump)


@of("EA-085")
def the_youngest_front_first() -> None:
    """Fronts in the wrong order."""
    from app.core.scheduling.queue import Queues

    wrap(Queues, "fronts", lambda fronts: lambda self: fronts(self)[::-1])


@of("EA-086", tests=("tests/unit/core/scheduling/test_fronts.py::test_two_fronts",))
def starts_that_do_not_count_at_once() -> None:
    """Every front that may start at the beginning of a pass starts in it."""
    from app.core.scheduling.scheduler import Scheduler, Start

    def pump(self: Any) -> Any:
        starts = [front for front in self.queues.fronts() if self._verdict(front, False) is True]
        for front in starts:
            self.queues.remove(front.run_id)
            self._running[front.run_id] = front
        return [Start(front) for front in starts]

    wrap(Scheduler, "pump", lambda _: pump)


@of("EA-087")
def a_held_front_goes_to_the_end() -> None:
    """Who may not start queues again."""
    from app.core.scheduling.scheduler import Scheduler, Wait

    def make(pump: Any) -> Any:
        def pump_and_move(self: Any) -> Any:
            decisions = pump(self)
            for one in decisions:
                if isinstance(one, Wait):
                    self.queues.remove(one.ticket.run_id)
                    self.queues.push(one.ticket)
            return decisions

        return pump_and_move

    wrap(Scheduler, "pump", make)


@of("EA-089")
def a_cancel_offers_nobody() -> None:
    """The run behind a cancelled one waits for the next event."""
    from app.runs.dispatch import Dispatcher

    def make(cancel: Any) -> Any:
        def cancel_alone(self: Any, run: Any) -> Any:
            self.pump = lambda: None
            try:
                return cancel(self, run)
            finally:
                del self.pump

        return cancel_alone

    wrap(Dispatcher, "cancel", make)


@of("EA-139")
def one_slot_for_all_devices() -> None:
    """Runs of every device count against each limit."""
    from app.core.scheduling.scheduler import Scheduler

    wrap(Scheduler, "_has_room", lambda _: lambda self, front: len(self._running) < self.limits.of(front.queue_key))


@of("EA-160")
def a_reason_for_everything() -> None:
    """A busy slot is explained too."""
    from app.core.scheduling.scheduler import Scheduler
    from app.core.vocab.reason import reason

    wrap(Scheduler, "why", lambda why: lambda self, run_id: why(self, run_id) or reason("paused"))


@of("EA-165")
def reasons_without_params() -> None:
    """Only the finished sentence says how many."""
    from app.core.vocab.reason import Reason

    wrap(Reason, "to_json", lambda told: lambda self, lang="en": {**told(self, lang), "params": {}})


@of("EA-150")
def bad_options_become_defaults() -> None:
    """What cannot be is accepted as something else."""
    from app.core.vocab.errors import Refused
    from app.runs import submission

    def make(parse: Any) -> Any:
        def parse_or_default(given: Any, settings: Any) -> Any:
            try:
                return parse(given, settings)
            except Refused:
                return parse({}, {})

        return parse_or_default

    wrap(submission, "parse_options", make)


@of("EA-151")
def refusals_without_words() -> None:
    """A code alone."""
    from app.core.vocab.reason import Reason

    wrap(Reason, "to_json", lambda told: lambda self, lang="en": {"code": self.code, "params": dict(self.params)})


@of("EA-390")
def secrets_are_stored() -> None:
    """The graph is kept as it came."""
    from app.runs import submission

    wrap(submission, "blank_secrets", lambda _: lambda document, *known: document)
