"""Step 7: entry points, and which nodes they make run.

Everything reachable forward over data edges from an entry point runs; then, until nothing changes, every member of a
card that has a running member, and every node that feeds a running one, whether triggered or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.graph.flat import START, Flat

if TYPE_CHECKING:
    from app.core.graph.findings import Findings


def entry_points(flat: Flat, found: Findings) -> list[str]:
    """Targets of trigger edges, in document order of the edges. Triggers that leave no Start are named."""
    kinds = {node.id: node.type for node in flat.nodes}
    entries: dict[str, None] = {}
    for edge in flat.edges:
        if not edge.is_trigger:
            continue
        if kinds.get(edge.source) != START:
            found.problem("trigger_not_from_start", edge.source, target=edge.target)
        elif kinds.get(edge.target) == START:
            found.problem("trigger_into_start", edge.target)
        else:
            entries[edge.target] = None
    return list(entries)


def running_set(flat: Flat, entries: list[str]) -> set[str]:
    """Ids of the nodes that will run; Starts are not among them."""
    forward: dict[str, list[str]] = {}
    backward: dict[str, list[str]] = {}
    for edge in flat.edges:
        if not edge.is_trigger:
            forward.setdefault(edge.source, []).append(edge.target)
            backward.setdefault(edge.target, []).append(edge.source)
    running = set(entries)
    waiting = list(entries)
    while waiting:
        for target in forward.get(waiting.pop(), ()):
            if target not in running:
                running.add(target)
                waiting.append(target)
    members: dict[str, list[str]] = {}
    card_of: dict[str, str] = {}
    for node in flat.nodes:
        if node.containers:
            card_of[node.id] = card = node.containers[0]
            members.setdefault(card, []).append(node.id)
    waiting = list(running)
    while waiting:
        node_id = waiting.pop()
        feeding = backward.get(node_id)
        if feeding is not None:
            fresh = [other for other in feeding if other not in running]
            running.update(fresh)
            waiting += fresh
        if node_id in card_of:
            fresh = [other for other in members.pop(card_of[node_id], ()) if other not in running]
            running.update(fresh)
            waiting += fresh
    return running - {node.id for node in flat.nodes if node.type == START}
