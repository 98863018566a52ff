"""A graph that is ready to run, and the problems that kept one from being ready."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.reason import Reason


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a graph. node_id, port: where, or None when it is about the whole graph."""

    reason: Reason
    node_id: str | None = None
    port: str | None = None

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """{code, params, text, node_id, port}: the shape of validate's issues."""
        return {**self.reason.to_json(lang), "node_id": self.node_id, "port": self.port}


@dataclass(frozen=True)
class Wire:
    """Feeds `port` of the node that holds it from `source_port` of node `source`."""

    port: str
    source: str
    source_port: str


@dataclass(frozen=True)
class PreparedNode:
    """A node that will run. params: every declared param, checked and coerced.

    container: the card on the canvas that this node lies in (outermost), None for a node of the canvas itself.
    inner_id: `<card>/<inner>` as inner_node_status names it, None without a container.
    containers: every card this node lies in, outermost first (ids as inner_node_status names nested cards).
    """

    id: str
    type: str
    params: Mapping[str, Any]
    wires: tuple[Wire, ...] = ()
    container: str | None = None
    inner_id: str | None = None
    containers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Body:
    """What a Map node runs for each item of its list: an installed preset, expanded as a card in its place would be.

    nodes: in a topological order, with ids `<map>__<inner>`. A wire from the source `item` carries the item itself.
    result: from where what the item becomes is taken.
    """

    preset: str
    nodes: tuple[PreparedNode, ...]
    item: str
    result: Wire


@dataclass(frozen=True)
class PreparedGraph:
    """nodes: in one fixed topological order, every wire's source earlier. bypassed: ids reported once up front.

    bodies: by the id of the Map node, those of Map nodes within a body too. A run needs nothing else of the presets.
    """

    nodes: tuple[PreparedNode, ...]
    bypassed: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    name: str = "Untitled"
    bodies: Mapping[str, Body] = field(default_factory=dict)

    @property
    def types(self) -> frozenset[str]:
        """Names of every node type that a run of it needs."""
        bodies = (node for body in self.bodies.values() for node in body.nodes)
        return frozenset(node.type for node in (*self.nodes, *bodies))


@dataclass(frozen=True)
class Preparation:
    """What preparation found. graph is None exactly when there are problems; warnings never stop a run."""

    graph: PreparedGraph | None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
