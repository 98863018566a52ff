"""Inputs of a call become defaults of the graph that is run."""

from __future__ import annotations

import copy
from typing import Any

from app.core.graph.calling import with_inputs
from tests.support.graphs import graph, node


def test_only_the_named_nodes_change_and_the_original_stays() -> None:
    document: dict[str, Any] = graph(
        [node("a", "GraphInput", name="x", default="1"), node("b", "Print")], ui={"zoom": 2}
    )
    before = copy.deepcopy(document)
    made = with_inputs(document, {"a": "5"})
    assert document == before
    assert made["nodes"][0]["data"] == {"params": {"name": "x", "default": "5"}}
    assert made["nodes"][1] is document["nodes"][1]
    assert {key: made[key] for key in ("name", "edges", "ui")} == {key: before[key] for key in ("name", "edges", "ui")}


def test_nodes_without_params_and_odd_documents() -> None:
    bare = {"nodes": [{"id": "a", "type": "GraphInput"}, {"id": "b", "data": {"params": None, "bypassed": False}}, 3]}
    assert with_inputs(bare, {"a": "1", "b": "2"})["nodes"] == [
        {"id": "a", "type": "GraphInput", "data": {"params": {"default": "1"}}},
        {"id": "b", "data": {"params": {"default": "2"}, "bypassed": False}},
        3,
    ]
    assert with_inputs({"nodes": None}, {"a": "1"}) == {"nodes": None}
