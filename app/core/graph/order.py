"""Step 8a: the one order in which nodes may run, and the cycles that leave none.

Kahn's algorithm (CACM 5, 1962) with a heap on document position, so that the same nodes always give the same order
whatever order the edges are in; cycles by Tarjan's components (SIAM J. Comput. 1, 1972). Both without recursion.
"""

from __future__ import annotations

import heapq
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Order(NamedTuple):
    """nodes: every node outside and not behind a cycle, sources first. cycles: one shortest loop per knot."""

    nodes: list[str]
    cycles: list[list[str]]


def topological(ids: Sequence[str], edges: Iterable[tuple[str, str]]) -> Order:
    """Sort `ids` (in document order, distinct) along `edges` (source, target), both among the ids."""
    place = {node_id: at for at, node_id in enumerate(ids)}
    follows: list[list[int]] = [[] for _ in ids]
    missing = [0] * len(ids)
    for source, target in edges:
        follows[place[source]].append(place[target])
        missing[place[target]] += 1
    ready = [at for at, count in enumerate(missing) if not count]
    done: list[int] = []
    while ready:
        at = heapq.heappop(ready)
        done.append(at)
        for after in follows[at]:
            missing[after] -= 1
            if not missing[after]:
                heapq.heappush(ready, after)
    cycles: list[list[str]] = []
    if len(done) < len(ids):
        left = {at for at, count in enumerate(missing) if count}
        inner = {at: [after for after in follows[at] if after in left] for at in sorted(left)}
        knots = [knot for knot in _components(inner) if len(knot) > 1 or knot[0] in inner[knot[0]]]
        cycles = [[ids[at] for at in _shortest_loop(inner, set(knot))] for knot in sorted(knots, key=min)]
    return Order([ids[at] for at in done], cycles)


def _components(follows: dict[int, list[int]]) -> list[list[int]]:
    """Strongly connected components of `follows`."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    open_nodes: list[int] = []
    is_open: set[int] = set()
    found: list[list[int]] = []
    for root in follows:
        if root in index:
            continue
        work = [(root, iter(follows[root]))]
        index[root] = low[root] = len(index)
        open_nodes.append(root)
        is_open.add(root)
        while work:
            at, rest = work[-1]
            after = next(rest, None)
            if after is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[at])
                if low[at] == index[at]:
                    knot = [open_nodes.pop()]
                    while knot[-1] != at:
                        knot.append(open_nodes.pop())
                    is_open.difference_update(knot)
                    found.append(knot)
            elif after not in index:
                index[after] = low[after] = len(index)
                open_nodes.append(after)
                is_open.add(after)
                work.append((after, iter(follows[after])))
            elif after in is_open:
                low[at] = min(low[at], index[after])
    return found


def _shortest_loop(follows: dict[int, list[int]], knot: set[int]) -> list[int]:
    """A shortest loop through the first node of the knot, that node first and not repeated at the end."""
    start = min(knot)
    came_from: dict[int, int] = {}
    waiting = deque([start])
    while start not in came_from:
        at = waiting.popleft()
        for after in follows[at]:
            if after in knot and after not in came_from:
                came_from[after] = at
                waiting.append(after)
    loop = [came_from[start]]
    while loop[-1] != start:
        loop.append(came_from[loop[-1]])
    return loop[::-1]
