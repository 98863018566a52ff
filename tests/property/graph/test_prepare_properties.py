"""Preparation against anything: it never raises, its order is a true order, and it means what its input means."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.graph.order import topological
from app.core.graph.parse import parse_text
from app.core.graph.prepare import prepare_text, prepare_value
from app.core.graph.secrets import blank_secrets
from tests.support.catalog import CATALOG
from tests.support.graphs import graph, node, preset, subgraph, wire

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["a", "b", "Start", "Add"]),
)
KEYS = st.sampled_from(
    ["id", "type", "data", "params", "bypassed", "internalParams", "nodes", "edges", "source", "target", "sourceHandle",
     "targetHandle", "presets", "subgraphs", "settings", "device", "seed", "name", "preset_name", "interface", "inputs",
     "exposed_inputs", "port", "innerNode", "innerPort", "triggerTargets", "shape", "alpha", "x"]
)  # fmt: skip
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=30
)
IDS = st.sampled_from(["a", "b", "c", "d", "a/b", "a__b"])
TYPES = st.sampled_from(
    ["Start", "Add", "Softmax", "TensorInput", "Print", "note", "subgraph:a", "subgraph:b", "preset:a", "preset:b",
     "Nope", "CheckpointLoader", "GraphInput", "Split"]
)  # fmt: skip
NODES = st.lists(
    st.fixed_dictionaries(
        {"id": IDS, "type": TYPES},
        optional={
            "data": st.fixed_dictionaries(
                {}, optional={"params": ANYTHING, "bypassed": st.booleans(), "internalParams": ANYTHING}
            ),
            "params": ANYTHING,
        },
    ),
    max_size=5,
)
PORTS = st.sampled_from(["tensor", "tensor_a", "tensor_b", "value", "trigger", "", "x"])
EDGES = st.lists(
    st.fixed_dictionaries(
        {"source": IDS, "target": IDS, "sourceHandle": PORTS, "targetHandle": PORTS},
        optional={"type": st.sampled_from(["data", "trigger"])},
    ),
    max_size=8,
)
ENDS = st.lists(st.fixed_dictionaries({"port": PORTS, "innerNode": IDS, "innerPort": PORTS}), max_size=2)
EXPOSED = st.lists(st.fixed_dictionaries({"name": PORTS, "internal_node": IDS, "internal_port": PORTS}), max_size=2)
PLAUSIBLE = st.fixed_dictionaries(
    {"nodes": NODES, "edges": EDGES},
    optional={
        "settings": st.fixed_dictionaries({}, optional={"device": ANYTHING, "seed": ANYTHING}),
        "subgraphs": st.lists(
            st.fixed_dictionaries(
                {"id": IDS, "nodes": NODES, "edges": EDGES},
                optional={"interface": st.fixed_dictionaries({"inputs": ENDS, "outputs": ENDS})},
            ),
            max_size=3,
        ),
        "presets": st.lists(
            st.fixed_dictionaries(
                {"preset_name": IDS, "nodes": NODES, "edges": EDGES},
                optional={"exposed_inputs": EXPOSED, "exposed_outputs": EXPOSED},
            ),
            max_size=3,
        ),
    },
)


def _is_sound(document: Any) -> None:
    found = prepare_value(document, CATALOG)
    assert (found.graph is None) == bool(found.problems)
    for problem in (*found.problems, *found.warnings):
        json.dumps(problem.to_json("zh-TW"), allow_nan=False)
    if found.graph:
        done: set[str] = set()
        for each in found.graph.nodes:
            assert all(line.source in done for line in each.wires)
            assert each.id not in done
            assert each.params.keys() == CATALOG[each.type].defaults().keys()
            done.add(each.id)
    assert prepare_value(document, CATALOG) == found


@given(ANYTHING)
def test_any_json_value_is_answered(value: Any) -> None:
    _is_sound(value)


@settings(max_examples=400)
@given(PLAUSIBLE)
def test_any_plausible_document_is_answered(document: dict[str, Any]) -> None:
    _is_sound(document)


@given(st.binary(max_size=60) | ANYTHING.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_answered(data: bytes) -> None:
    found = prepare_text(data, CATALOG)
    assert found.problems


@given(st.recursive(LEAVES, lambda i: st.lists(i, max_size=4) | st.dictionaries(st.text(max_size=5), i, max_size=4)))
def test_what_json_can_hold_is_read_back(value: Any) -> None:
    parsed = parse_text(json.dumps({"nodes": [], "ui": value}).encode())
    finite = "NaN" not in json.dumps(value) and "Infinity" not in json.dumps(value)
    if finite:
        assert parsed.doc is not None
        assert parsed.doc.raw["ui"] == value


@st.composite
def dags(draw: st.DrawFn) -> dict[str, Any]:
    """Add and TensorInput nodes in document order unrelated to the wires; everything runs."""
    size = draw(st.integers(1, 25))
    nodes, wires = [], ["go > n0"]
    for at in range(size):
        if at and draw(st.booleans()):
            nodes.append(node(f"n{at}", "Add"))
            wires += [f"n{draw(st.integers(0, at - 1))}.tensor > n{at}.tensor_{side}" for side in "ab"]
        else:
            nodes.append(node(f"n{at}", "TensorInput"))
            wires.append(f"go > n{at}")
    return graph(draw(st.permutations([node("go", "Start"), *nodes])), *draw(st.permutations(wires)))


@given(dags(), st.randoms())
def test_order_is_whole_and_true_and_no_edge_order_matters(document: dict[str, Any], random: Any) -> None:
    made = prepare_value(document, CATALOG).graph
    assert made is not None
    order = [each.id for each in made.nodes]
    assert sorted(order) == sorted(item["id"] for item in document["nodes"] if item["id"] != "go")
    for each in made.nodes:
        for line in each.wires:
            assert order.index(line.source) < order.index(each.id)
    random.shuffle(document["edges"])
    assert prepare_value(document, CATALOG).graph == made


@given(dags())
def test_a_block_means_what_its_inside_means(document: dict[str, Any]) -> None:
    inner = [item for item in document["nodes"] if item["id"] != "go"]
    data = [edge for edge in document["edges"] if edge["type"] == "data"]
    flat = prepare_value(document, CATALOG).graph
    assert flat is not None
    block = {**subgraph("B", inner), "edges": data}
    texts = [f"{e['source']}.{e['sourceHandle']} > {e['target']}.{e['targetHandle']}" for e in data]
    cards = {
        "/": graph([node("go", "Start"), node("box", "subgraph:B")], "go > box", subgraphs=[block]),
        "__": graph([node("go", "Start"), node("box", "preset:B")], "go > box", presets=[preset("B", inner, *texts)]),
    }
    for separator, carded in cards.items():
        made = prepare_value(carded, CATALOG).graph
        assert made is not None
        before = "box" + separator
        assert [each.id for each in made.nodes] == [before + each.id for each in flat.nodes]
        assert [[(w.port, w.source, w.source_port) for w in each.wires] for each in made.nodes] == [
            [(w.port, before + w.source, w.source_port) for w in each.wires] for each in flat.nodes
        ]
        assert {each.containers for each in made.nodes} == {("box",)}


@given(st.integers(1, 12), st.data())
def test_every_knot_gives_a_real_loop(size: int, data: st.DataObject) -> None:
    ids = [f"n{at}" for at in range(size)]
    pairs = data.draw(st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids)), max_size=30))
    found = topological(ids, pairs)
    place = {node_id: at for at, node_id in enumerate(found.nodes)}
    for source, target in pairs:
        if target in place:
            assert place[source] < place[target]
    for loop in found.cycles:
        assert len(set(loop)) == len(loop)
        assert all(step in pairs for step in zip(loop, [*loop[1:], loop[0]], strict=True))
    assert bool(found.cycles) == (len(found.nodes) < size)


@given(PLAUSIBLE)
def test_blanking_takes_every_secret_and_nothing_else(document: dict[str, Any]) -> None:
    before = json.dumps(document)
    assert blank_secrets(document, CATALOG) == document
    document["nodes"] = [*document["nodes"], node("z", "LLMChat", openai_api_key="sk-secret", prompt="sk-secret?")]
    document["edges"] = [*document["edges"], wire("z.text > z.text")]
    blanked = blank_secrets(document, CATALOG)
    assert json.dumps({**blanked, "nodes": blanked["nodes"][:-1], "edges": blanked["edges"][:-1]}) == before
    assert blanked["nodes"][-1]["data"]["params"] == {"openai_api_key": "", "prompt": "sk-secret?"}
    assert document["nodes"][-1]["data"]["params"]["openai_api_key"] == "sk-secret"
