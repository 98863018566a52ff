"""Runs that wait: one first-in-first-out queue per queue key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Ticket:
    """A run as the scheduler sees it. is_seeded: executes alone among local runs. is_local: in this process."""

    run_id: str
    queue_key: str
    is_seeded: bool = False
    is_local: bool = True


class Queues:
    """Waiting tickets in order of arrival, over all keys and within each."""

    def __init__(self) -> None:
        self._by_key: dict[str, dict[str, Ticket]] = {}
        self._order: dict[str, int] = {}
        self._arrivals = 0

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, run_id: str) -> bool:
        return run_id in self._order

    def push(self, ticket: Ticket) -> None:
        """Put a run at the end of its queue. Raises: ValueError for a run that waits already."""
        if ticket.run_id in self._order:
            raise ValueError(ticket.run_id)
        self._arrivals += 1
        self._order[ticket.run_id] = self._arrivals
        self._by_key.setdefault(ticket.queue_key, {})[ticket.run_id] = ticket

    def remove(self, run_id: str) -> bool:
        """Take a run out; False when it does not wait."""
        if self._order.pop(run_id, None) is None:
            return False
        for key, queue in self._by_key.items():
            if queue.pop(run_id, None) is not None:
                if not queue:
                    del self._by_key[key]
                break
        return True

    def fronts(self) -> list[Ticket]:
        """The first of each queue, the one that has waited longest first."""
        firsts = [next(iter(queue.values())) for queue in self._by_key.values()]
        return sorted(firsts, key=lambda ticket: self._order[ticket.run_id])

    def tickets(self) -> Iterator[Ticket]:
        """Everything that waits, the oldest first."""
        every = [ticket for queue in self._by_key.values() for ticket in queue.values()]
        return iter(sorted(every, key=lambda ticket: self._order[ticket.run_id]))

    def get(self, run_id: str) -> Ticket | None:
        """The ticket of a waiting run."""
        if run_id in self._order:
            for queue in self._by_key.values():
                if run_id in queue:
                    return queue[run_id]
        return None

    def position(self, run_id: str) -> int | None:
        """1-based place within its own queue, or None when it does not wait."""
        return self.positions().get(run_id)

    def positions(self) -> dict[str, int]:
        """Place of every waiting run; one pass, for lists."""
        return {run_id: place for queue in self._by_key.values() for place, run_id in enumerate(queue, 1)}
