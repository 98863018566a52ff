"""Values of secret params in a prepared graph: which nodes have some, what they are, and putting others there.

A prepared graph is where they can be told apart: a node inside two cards of one subgraph is two nodes here and one in
the document, and inner nodes of installed presets are in no document at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from app.core.vocab.nodespec import ParamType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.graph.prepared import PreparedGraph, PreparedNode
    from app.core.vocab.nodespec import Catalog


@dataclass(frozen=True)
class SecretParam:
    """A secret param of a node that runs. node_id: as prepared, `card/inner` or `card__inner` within cards and Maps."""

    node_id: str
    node_type: str
    param: str

    @property
    def place(self) -> str:
        """`<node id>.<param>`: names it within its graph."""
        return f"{self.node_id}.{self.param}"

    @property
    def kind(self) -> str:
        """`<node type>.<param>`: names it within any graph."""
        return f"{self.node_type}.{self.param}"


def secret_values(graph: PreparedGraph, catalog: Catalog) -> dict[SecretParam, str]:
    """Every secret param of the nodes that run, in their order, those of Map nodes last; "" for one that is blank."""
    names: dict[str, tuple[str, ...]] = {}
    found: dict[SecretParam, str] = {}
    for node in chain(graph.nodes, *(body.nodes for body in graph.bodies.values())):
        secret = names.get(node.type)
        if secret is None:
            spec = catalog.get(node.type)
            params = () if spec is None else spec.params
            secret = names[node.type] = tuple(p.name for p in params if p.param_type is ParamType.SECRET)
        for name in secret:
            value = node.params.get(name)
            found[SecretParam(node.id, node.type, name)] = value if isinstance(value, str) else ""
    return found


def without_secrets(graph: PreparedGraph, catalog: Catalog) -> PreparedGraph:
    """The graph with every secret param blank, for what is written down."""
    return with_secrets(graph, {param: "" for param, value in secret_values(graph, catalog).items() if value})


def with_secrets(graph: PreparedGraph, values: Mapping[SecretParam, str]) -> PreparedGraph:
    """The graph with these values in their places; the graph itself when there are none."""
    if not values:
        return graph
    by_node: dict[str, dict[str, str]] = {}
    for secret, value in values.items():
        by_node.setdefault(secret.node_id, {})[secret.param] = value
    bodies = {node_id: replace(body, nodes=_filled(body.nodes, by_node)) for node_id, body in graph.bodies.items()}
    return replace(graph, nodes=_filled(graph.nodes, by_node), bodies=bodies)


def _filled(nodes: tuple[PreparedNode, ...], by_node: Mapping[str, Mapping[str, str]]) -> tuple[PreparedNode, ...]:
    return tuple(
        replace(node, params={**node.params, **by_node[node.id]}) if node.id in by_node else node for node in nodes
    )
