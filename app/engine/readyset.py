"""Which nodes may start: pure book-keeping over the wires of a prepared graph. No threads, no clock.

A node is waiting until every node it is fed by is done, then ready, then taken. Of several ready ones the earliest of
the prepared order is taken; with one taker this gives exactly the prepared order, because that order is topological.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.graph.prepared import PreparedGraph


class ReadySet:
    """Nodes are named by their place in the prepared order. Not thread-safe: the caller holds a lock."""

    def __init__(self, graph: PreparedGraph) -> None:
        place = {node.id: index for index, node in enumerate(graph.nodes)}
        self._targets: list[list[int]] = [[] for _ in graph.nodes]
        self._waiting_for: list[int] = []
        self._settled = [False] * len(graph.nodes)
        for index, node in enumerate(graph.nodes):
            sources = {place[wire.source] for wire in node.wires}
            self._waiting_for.append(len(sources))
            for source in sources:
                self._targets[source].append(index)
        self._ready = [index for index, count in enumerate(self._waiting_for) if count == 0]
        self._left = len(graph.nodes)

    @property
    def ready_count(self) -> int:
        """Nodes that could be taken now."""
        return len(self._ready)

    @property
    def unsettled_count(self) -> int:
        """Nodes that are neither done nor given up; taken ones count."""
        return self._left

    def take(self) -> int | None:
        """The earliest ready node, which is then the caller's to settle; None when none is ready."""
        return heapq.heappop(self._ready) if self._ready else None

    def done(self, index: int) -> None:
        """Settle a taken node as finished; what waited for it alone becomes ready."""
        self._settle(index)
        for target in self._targets[index]:
            self._waiting_for[target] -= 1
            if self._waiting_for[target] == 0:
                heapq.heappush(self._ready, target)

    def give_up(self, index: int) -> list[int]:
        """Settle a taken node as failed; answers everything downstream of it, now settled too, in prepared order."""
        self._settle(index)
        lost: set[int] = set()
        frontier = [index]
        while frontier:
            for target in self._targets[frontier.pop()]:
                if not self._settled[target]:
                    self._settle(target)
                    lost.add(target)
                    frontier.append(target)
        return sorted(lost)

    def _settle(self, index: int) -> None:
        self._settled[index] = True
        self._left -= 1
