"""Map: an installed preset, run once for each item of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.bodies import ItemStopped
from app.engine.node import Node
from app.nodes.operands import items_of
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import MapBodies, NodeContext


class Map(Node):
    """Items go into the preset's first open input one after the other; its first open output gives the results.

    The preset is prepared with the graph that holds this node (app.core.graph.mapped). In a seeded run each item has a
    seed of its own; layers in the preset have the same weights for all items.
    """

    SPEC = NodeSpec(
        name="Map",
        category="Data Flow",
        description=Text(
            "Runs an installed preset for each item of a list and collects the results.",
            "對清單的每一項執行一個已安裝的預設組合，並收集結果。",
        ),
        title_zh_tw="逐項執行",
        inputs=(port("items", DataType.LIST, "The items; a tensor counts as its rows.", "各個項目；張量視為其各列。"),),
        outputs=(
            port("results", DataType.LIST, "What each item became, in the same order.", "每一項的結果，順序相同。"),
            port("count", DataType.SCALAR, "How many results there are.", "結果的數量。"),
        ),
        params=(
            param(
                "subgraph",
                ParamType.STRING,
                "",
                "Name of the preset. Its first open input takes the item, its first open output gives the result.",
                "預設組合的名稱。項目送進第一個開放的輸入，結果取自第一個開放的輸出。",
            ),
        ),
        align_inputs=False,
    )

    def cache_fingerprint(self, params: dict[str, Any], context: NodeContext) -> Any:
        """Tell what the preset does now. Raises: whatever says that this cannot be told."""
        return _bodies(context).fingerprint(context)

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """A run that is asked to stop ends the list before the item that was being computed.

        Raises: NodeError not_a_list, map_item_failed, map_result_missing, map_unprepared, out_of_memory.
        """
        items = items_of(inputs, "items")
        body = _bodies(context).of(context)
        results: list[Any] = []
        for place, item in enumerate(items):
            if context.cancelled:
                return _stopped(results, len(items))
            if place:
                # as a batch, which is told a few times a second and is no metric
                context.progress({"event": "batch", "items": {"done": place, "total": len(items)}})
            try:
                results.append(body.result_of(place, item))
            except ItemStopped:
                return _stopped(results, len(items))
        return {"results": results, "count": float(len(results)), "__log__": f"{len(results)} items"}


def _stopped(results: list[Any], wanted: int) -> Mapping[str, Any]:
    done = len(results)
    log = f"stopped after {done} of {wanted} items"
    return {"results": results, "count": float(done), "__log__": log, "__interrupted__": {"items": done}}


def _bodies(context: NodeContext) -> MapBodies:
    if context.run.bodies is None:
        raise NodeError.of("map_unprepared", node=context.node_id)
    return context.run.bodies
