"""Modules kept from run to run: while their structure stays, within their limits, and until they are reset."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.graph.prepared import PreparedGraph, PreparedNode, Wire
from app.engine.modules import structure_of
from app.engine.registry import discover
from app.engine.runner import run_graph
from app.engine.weights import NodeStateStore
from app.nodes.cnn.conv2d import Conv2d
from app.nodes.utility.linear import Linear
from tests.support.canvas import shown
from tests.support.mock_nodes import PATIENCE_S
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path


def _linear(size: int = 10) -> Any:
    return torch.nn.Linear(size, 1, bias=False)


def test_the_module_is_built_once_and_comes_back_as_new_ones_are() -> None:
    store = NodeStateStore()
    built: list[Any] = []

    def build() -> Any:
        built.append(_linear())
        return built[-1]

    module = store.module("g", "n", "s", build)
    module(torch.ones(1, 10)).sum().backward()
    module.eval()
    again = store.module("g", "n", "s", build)
    assert again is module
    assert built == [module]
    assert again.training
    assert again.weight.grad is None


def test_graphs_and_nodes_have_modules_of_their_own() -> None:
    store = NodeStateStore()
    modules = [store.module(graph, node, "s", _linear) for graph in "gh" for node in "nm"]
    assert len({id(module) for module in modules}) == 4
    assert store.node_ids("g") == ["m", "n"]
    assert store.node_ids("other") == []


def test_another_structure_drops_the_former_for_good() -> None:
    store = NodeStateStore()
    first = store.module("g", "n", "one", _linear)
    store.module("g", "n", "two", lambda: _linear(20))
    assert (len(store), store.bytes >= 80) == (1, True)
    assert store.module("g", "n", "one", _linear) is not first
    with pytest.raises(ValueError, match="no such layer"):
        store.module("g", "n", "bad", _refuse)
    assert (len(store), store.bytes) == (0, 0)


def _refuse() -> Any:
    raise ValueError("no such layer")


def test_the_least_recently_used_goes_first() -> None:
    store = NodeStateStore(max_modules=2)
    a = store.module("g", "a", "s", _linear)
    store.module("g", "b", "s", _linear)
    assert store.module("g", "a", "s", _linear) is a
    store.module("g", "c", "s", _linear)
    assert store.node_ids("g") == ["a", "c"]


def test_bytes_are_limited_with_gradients_counted_at_the_next_use() -> None:
    store = NodeStateStore(max_bytes=100_000)
    a = store.module("g", "a", "s", lambda: _linear(10_000))
    b = store.module("g", "b", "s", lambda: _linear(10_000))
    assert 80_000 <= store.bytes < 100_000
    assert store.module("g", "c", "s", lambda: _linear(30_000)) is not None
    assert store.node_ids("g") == ["a", "b"]
    store.module("g", "d", "s", lambda: _linear(10_000))
    assert store.node_ids("g") == ["b", "d"]
    assert store.module("g", "b", "s", _refuse) is b
    assert store.module("g", "a", "s", lambda: a) is a


def test_reset_counts_what_it_drops() -> None:
    store = NodeStateStore()
    for graph in "gh":
        for node in "abc":
            store.module(graph, node, "s", _linear)
    assert store.reset("g", ["a", "none"]) == 1
    assert store.node_ids("g") == ["b", "c"]
    assert store.reset("g") == 2
    assert store.reset("g") == 0
    assert (len(store), store.node_ids("h")) == (3, ["a", "b", "c"])
    assert store.reset("h") == 3
    assert store.bytes == 0


def test_of_two_threads_that_build_at_once_both_get_one_module() -> None:
    store = NodeStateStore()
    both = threading.Barrier(2)
    got: list[Any] = []

    def build() -> Any:
        both.wait(PATIENCE_S)
        return _linear()

    threads = [threading.Thread(target=lambda: got.append(store.module("g", "n", "s", build))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got[0] is got[1]
    assert len(store) == 1


def test_the_structure_is_the_type_and_its_structural_params() -> None:
    params = Linear.SPEC.defaults()
    same = structure_of(Linear.SPEC, params)
    assert structure_of(Linear.SPEC, {**params, "out_features": params["out_features"] + 1}) != same
    assert structure_of(replace(Linear.SPEC, name="Other"), params) != same
    conv = Conv2d.SPEC.defaults()
    assert structure_of(Conv2d.SPEC, conv) == structure_of(Conv2d.SPEC, {**conv, "not_structural": 1})


LAYERS = (
    PreparedNode("x", "TensorCreate", {"shape": "2,3", "fill": "ones", "value": 0.0, "requires_grad": False}),
    PreparedNode("l", "Linear", {"in_features": 3, "out_features": 2}, (Wire("tensor", "x", "tensor"),)),
    PreparedNode("m", "SequentialModel", {"layers": '[{"type": "Linear", "in_features": 3, "out_features": 2}]'}),
)


def _values(root: Path, **changes: Any) -> Any:
    sinks = RecordingSinks()
    outcome = run_graph(PreparedGraph(LAYERS), run_context(root, sinks, **changes), discover())
    assert outcome.error is None, outcome.error.text()
    return shown(sinks)["l"][-1]["tensor_summary"]["tensor"]["values"]


def test_layers_keep_their_weights_only_where_the_run_lends_a_store(tmp_path: Path) -> None:
    store = NodeStateStore()
    first = _values(tmp_path, weights=store, graph_id="g")
    assert _values(tmp_path, weights=store, graph_id="g") == first
    assert store.node_ids("g") == ["l", "m"]
    assert _values(tmp_path, weights=store, graph_id="h") != first
    assert _values(tmp_path, weights=store) != first
    assert _values(tmp_path, graph_id="g") != first
    store.reset("g", ["l"])
    assert _values(tmp_path, weights=store, graph_id="g") != first
