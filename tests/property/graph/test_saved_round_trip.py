"""Whatever a document holds that we do not know, at whatever level: once saved it is the same, and runs the same."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.recorder import RunOutputStore
from app.engine.registry import discover
from app.engine.runner import run_graph
from tests.support.graphs import graph, node, preset, subgraph
from tests.support.nodes import run_context
from tests.support.server_process import server

if TYPE_CHECKING:
    from pathlib import Path

REGISTRY = discover()

STRANGE = st.text(max_size=6).map("~".__add__) | st.sampled_from(
    ["ui", "layout", "__proto__", "鍵", "", "version", "x y"]
)
"""Keys that the format does not know."""

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
EXTRAS = st.dictionaries(STRANGE, VALUES, max_size=2)
KEYED_BY_IDS = ("internalParams",)
"""Objects whose keys are names of nodes: a strange key there would be a strange node."""

SCALE = subgraph(
    "scale", [node("by", "ScalarMultiply", scalar=3.0)], inputs={"x": "by.tensor"}, outputs={"y": "by.tensor"}
)
SHIFT = preset(
    "Shift",
    [node("one", "TensorInput", shape="2", value_mode="ones"), node("add", "Add")],
    "one.tensor > add.tensor_a",
    inputs={"x": "add.tensor_b"},
    outputs={"y": "add.tensor"},
)


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, Any]:
    """A running chain of cards over one tensor: plain nodes, bypassed ones, blocks and presets, and notes beside it."""
    nodes = [node("go", "Start"), node("n0", "TensorInput", shape="2", seed=draw(st.integers(0, 9)))]
    wires, last = ["go > n0"], "n0.tensor"
    for at in range(1, draw(st.integers(1, 6))):
        kind = draw(st.sampled_from(["ScalarMultiply", "Softmax", "subgraph:scale", "preset:Shift", "note"]))
        made = node(f"n{at}", kind)
        nodes.append(made)
        if kind == "note":
            made["data"].update(noteKind="text", noteContent=draw(st.text(max_size=8)), boundOffset={"x": 1, "y": -0.0})
            continue
        port_in, port_out = ("x", "y") if ":" in kind else ("tensor", "tensor")
        if kind == "ScalarMultiply":
            made["data"]["params"]["scalar"] = draw(st.floats(-9, 9))
            made["data"]["bypassed"] = draw(st.booleans())
        if kind == "preset:Shift":
            made["data"]["internalParams"] = {"one": {"value_mode": draw(st.sampled_from(["ones", "zeros", "random"]))}}
        wires.append(f"{last} > n{at}.{port_in}")
        last = f"n{at}.{port_out}"
    return graph(
        nodes,
        *wires,
        name=draw(st.text(max_size=8)),
        description=draw(st.text(max_size=8)),
        settings={"device": "cpu"},
        subgraphs=[copy.deepcopy(SCALE)],
        presets=[copy.deepcopy(SHIFT)],
        segmentGroups=[{"id": "s", "headNodeId": "n0", "tailNodeId": "n0"}],
    )


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """(a graph, the same with strange keys at every level)."""
    plain = draw(graphs())

    def strange(value: Any, key: str = "") -> Any:
        if isinstance(value, list):
            return [strange(item) for item in value]
        if not isinstance(value, dict):
            return value
        known = {name: strange(item, name) for name, item in value.items()}
        extra = {} if key in KEYED_BY_IDS else draw(EXTRAS)
        first = {} if draw(st.booleans()) else extra
        return {**first, **known, **{name: item for name, item in extra.items() if name not in first}}

    return plain, strange(plain)


def values(document: dict[str, Any], root: Path) -> dict[tuple[str, str], Any]:
    """What the nodes of a run give, by node and port."""
    prepared = prepare_value(document, REGISTRY.catalog)
    assert {problem.reason.code for problem in prepared.warnings} <= {"param_unknown"}
    assert prepared.graph is not None
    store = RunOutputStore()
    context = run_context(root, seed=5, recorder=store)
    assert run_graph(prepared.graph, context, REGISTRY).status is RunStatus.SUCCEEDED
    return {place: port.value.tolist() for place, port in store.ports(context.run_id).items()}


def test_strange_keys_survive_a_save_and_change_no_run(tmp_path: Path) -> None:
    with server(tmp_path / "home") as running:

        @settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        @given(documents())
        def check(made: tuple[dict[str, Any], dict[str, Any]]) -> None:
            plain, document = made
            status, saved = running.ask("POST", "/api/graph/save", {**document, "file": "random.json"})
            assert (status, saved["file"]) == (200, "random.json")
            _, loaded = running.ask("GET", "/api/graph/load/random.json")
            assert json.dumps(loaded) == json.dumps(document)
            assert values(loaded, tmp_path) == values(document, tmp_path) == values(plain, tmp_path) != {}

        check()
        running.signal()
        assert running.ended()[0] == 0
