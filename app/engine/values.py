"""What nodes have produced and others still need; a value is dropped as soon as its last consumer has run."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.graph.prepared import PreparedGraph, PreparedNode


class Values:
    """Port values by (node, port) with a count of the wires that still have to read them. The caller holds a lock."""

    def __init__(self, graph: PreparedGraph) -> None:
        self._readers = Counter((wire.source, wire.source_port) for node in graph.nodes for wire in node.wires)
        self._held: dict[tuple[str, str], Any] = {}

    def __len__(self) -> int:
        return len(self._held)

    def put(self, node_id: str, produced: Mapping[str, Any]) -> None:
        """Keep what somebody will read."""
        for port, value in produced.items():
            if self._readers[node_id, port] > 0:
                self._held[node_id, port] = value

    def gather(self, node: PreparedNode) -> dict[str, Any]:
        """The node's inputs: only ports whose source produced something; the last wire into a port wins."""
        held = self._held
        inputs: dict[str, Any] = {}
        for wire in node.wires:
            key = (wire.source, wire.source_port)
            if key in held:
                inputs[wire.port] = held[key]
        return inputs

    def release(self, node: PreparedNode) -> None:
        """The node has run or never will: what nobody else reads is let go."""
        for wire in node.wires:
            key = (wire.source, wire.source_port)
            self._readers[key] -= 1
            if self._readers[key] == 0:
                self._held.pop(key, None)
