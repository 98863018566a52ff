"""What the Map nodes of one run do for each item: the nodes of a body, one after the other, without events of theirs.

An item is like a small run of its own: its seed comes from that of its Map node, its nodes' seeds come from it. A layer
in a body is one layer: its weights are made for the first item and stay for the others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.core.graph.prepared import PreparedGraph, PreparedNode
from app.core.vocab.errors import NodeError
from app.core.vocab.seed import node_seed
from app.engine.call import NodeCall
from app.engine.context import NodeContext
from app.engine.failures import OUT_OF_MEMORY, failure_of
from app.engine.reuse import watched
from app.engine.values import Values
from app.engine.weights import NodeStateStore

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.graph.prepared import Body
    from app.engine.context import RunContext
    from app.engine.registry import Registry

ITEM_PORT = "value"
"""The port of the node that stands for the item."""


class ItemStopped(Exception):
    """The run was asked to stop while an item was being computed; what it had so far is gone."""


class MapBody:
    """One execution of one Map node. context: the Map node's own."""

    def __init__(self, body: Body, calls: tuple[NodeCall, ...], context: NodeContext) -> None:
        self._body = body
        self._calls = calls
        self._outer = context
        # the result is read by nobody in the body; a node that is never called stands for its reader
        end = PreparedNode(f"{body.item}>", "", {}, (body.result,))
        self._graph = PreparedGraph((*body.nodes, end))
        self._run = _within(context.run)

    def result_of(self, place: int, item: Any) -> Any:
        """What the item at this place of the list, from 0, becomes.

        Raises: NodeError map_item_failed naming place and node, map_result_missing, out_of_memory; ItemStopped.
        """
        run = self._run
        if self._outer.seed is not None:
            run = replace(run, seed=node_seed(self._outer.seed, f"item:{place}"))
        values = Values(self._graph)
        values.put(self._body.item, {ITEM_PORT: item})
        for call in self._calls:
            if self._outer.cancelled:
                raise ItemStopped
            node = call.node
            values.put(node.id, self._given(call, values.gather(node), run, place))
            values.release(node)
        given = values.gather(self._graph.nodes[-1])
        if not given:
            end = self._body.result
            raise NodeError.of("map_result_missing", place=place, inner=end.source, port=end.source_port)
        return given[self._body.result.port]

    def _given(self, call: NodeCall, inputs: dict[str, Any], run: RunContext, place: int) -> Mapping[str, Any]:
        node = call.node
        try:
            result = call.run(inputs, _context(run, node, self._outer.device))
        except BaseException as error:  # SystemExit and the like of a node end the node, never the process
            failure = failure_of(error, node, self._outer.device)
        else:
            if result.interrupted is not None:
                raise ItemStopped
            return result.values
        if failure.reason.code == OUT_OF_MEMORY:
            raise NodeError(failure.reason)
        raise NodeError.of("map_item_failed", place=place, inner=node.id, problem=failure.reason.text())


class Bodies:
    """The bodies of one prepared graph, by Map node. Made once for each run. Raises: KeyError for a missing type."""

    def __init__(self, graph: PreparedGraph, registry: Registry) -> None:
        self._made = {
            map_id: (body, tuple(NodeCall(node, registry.node_class(node.type)) for node in body.nodes))
            for map_id, body in graph.bodies.items()
        }

    def of(self, context: NodeContext) -> MapBody:
        """The body of the Map node that is being called. Raises: NodeError map_unprepared."""
        body, calls = self._found(context.node_id)
        return MapBody(body, calls, context)

    def fingerprint(self, context: NodeContext) -> Any:
        """JSON that tells whether the body of the Map node would still do the same with the same items.

        Raises: whatever says that the result of one of its nodes cannot be told from what it is made from.
        """
        body, calls = self._found(context.node_id)
        run = context.run
        if context.seed is not None:
            run = replace(run, seed=context.seed)
        told = [
            [
                call.node.id,
                call.node.type,
                dict(call.node.params),
                [[wire.port, wire.source, wire.source_port] for wire in call.node.wires],
                watched(call, _context(run, call.node, context.device)),
            ]
            for call in calls
        ]
        return [told, [body.result.source, body.result.source_port]]

    def _found(self, map_id: str) -> tuple[Body, tuple[NodeCall, ...]]:
        made = self._made.get(map_id)
        if made is None:
            raise NodeError.of("map_unprepared", node=map_id)
        return made


def _within(run: RunContext) -> RunContext:
    """The run as nodes of a body see it: nothing in it is recorded, and layers have a place to keep their weights."""
    kept: dict[str, Any] = {}
    if run.weights is None or run.graph_id is None:
        kept = {"weights": NodeStateStore(max_modules=1_000_000, max_bytes=0), "graph_id": run.run_id}
    return replace(run, verbose=False, recorder=None, gradients=None, cache=None, graph_inputs={}, **kept)


def _context(run: RunContext, node: PreparedNode, device: str) -> NodeContext:
    seed = None if run.seed is None else node_seed(run.seed, node.id)
    return NodeContext(run=run, node_id=node.id, device=device, seed=seed, progress=_muted)


def _muted(progress: Mapping[str, Any]) -> None:
    del progress
