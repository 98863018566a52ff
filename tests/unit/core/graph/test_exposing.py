"""A canvas becomes a preset: what is open, what is left behind, what cannot be one."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.graph.exposing import NotExposable, make_preset
from app.core.graph.parse import parse_value
from app.core.graph.prepare import prepare_value
from app.core.vocab.errors import Refused
from tests.support.catalog import CATALOG, param, spec
from tests.support.graphs import bypassed, graph, node, subgraph

ABOUT = {"preset_name": "P", "category": "Custom", "description": "d", "tags": ["t"]}
CHAT = spec("Chat", "text:STRING?", "reply:STRING", param("key", "secret", ""), param("model", "string", "m"))


def made(document: dict[str, Any]) -> dict[str, Any]:
    doc = parse_value(document).doc
    assert doc is not None
    return make_preset(doc, {**CATALOG, "Chat": CHAT}, ABOUT)


def code(document: dict[str, Any]) -> str:
    with pytest.raises(Refused) as caught:
        made(document)
    return caught.value.reason.code


def ports(definition: dict[str, Any], side: str) -> list[tuple[str, str, str, str]]:
    return [(p["name"], p["internal_node"], p["internal_port"], p["data_type"]) for p in definition[side]]


TWO = graph([node("a", "Softmax", dim=1), node("b", "Add", alpha=2)], "a.tensor > b.tensor_a")


def test_every_port_without_a_connection_is_open() -> None:
    definition = made(TWO)
    assert ports(definition, "exposed_inputs") == [
        ("a_tensor", "a", "tensor", "TENSOR"),
        ("b_tensor_b", "b", "tensor_b", "TENSOR"),
    ]
    assert ports(definition, "exposed_outputs") == [("b_tensor", "b", "tensor", "TENSOR")]
    assert definition["nodes"] == [
        {"id": "a", "type": "Softmax", "params": {"dim": 1}, "position": {"x": 0, "y": 0}},
        {"id": "b", "type": "Add", "params": {"alpha": 2}, "position": {"x": 0, "y": 0}},
    ]
    assert definition["edges"] == [{"source": "a", "sourceHandle": "tensor", "target": "b", "targetHandle": "tensor_a"}]
    assert {key: definition[key] for key in ABOUT} == ABOUT


def test_params_are_open_with_what_they_are_and_secrets_are_not() -> None:
    definition = made(graph([node("c", "Chat", key="sk-1", model="x")]))
    assert [(p["internal_node"], p["param_name"], p["group"]) for p in definition["exposed_params"]] == [
        ("c", "model", "Chat (c)")
    ]
    assert definition["exposed_params"][0]["param_def"]["default"] == "m"
    assert definition["nodes"][0]["params"] == {"key": "", "model": "x"}
    assert "sk-1" not in str(definition)


def test_two_ports_of_one_name_are_told_apart() -> None:
    definition = made(graph([node("a", "Softmax"), node("a_tensor", "Softmax")], "a.tensor > a_tensor.tensor"))
    assert [p[0] for p in ports(definition, "exposed_inputs")] == ["a_tensor"]
    same = {**CATALOG, "X": spec("X", "b_c:TENSOR", ""), "Y": spec("Y", "c:TENSOR", "")}
    doc = parse_value(graph([node("a", "X"), node("a_b", "Y"), node("a_b_c", "Y")])).doc
    assert doc is not None
    assert [p["name"] for p in make_preset(doc, same, ABOUT)["exposed_inputs"]] == ["a_b_c", "a_b_c_2", "a_b_c_c"]


def test_ports_that_depend_on_params_are_open_as_they_are() -> None:
    definition = made(graph([node("s", "Split", chunks=3)]))
    assert [p[0] for p in ports(definition, "exposed_outputs")] == ["s_chunk_0", "s_chunk_1", "s_chunk_2"]


def test_starts_and_notes_stay_behind_and_a_bypass_stays() -> None:
    nodes = [node("go", "Start"), node("n", "note"), *TWO["nodes"][:1], bypassed("b", "Softmax")]
    definition = made(graph(nodes, "go > a", "a.tensor > b.tensor"))
    assert [n["id"] for n in definition["nodes"]] == ["a", "b"]
    assert definition["nodes"][1]["data"] == {"bypassed": True}
    assert len(definition["edges"]) == 1


def test_what_is_made_runs_as_the_canvas_would() -> None:
    definition = made(TWO)
    user = graph(
        [node("go", "Start"), node("x", "TensorInput", shape="2"), node("y", "TensorInput", shape="2"),
         {"id": "p", "type": "preset:P", "data": {"params": {}, "internalParams": {"b": {"alpha": 5}}}}],
        "go > x", "go > y", "x.tensor > p.a_tensor", "y.tensor > p.b_tensor_b",
    )  # fmt: skip
    done = prepare_value(user, CATALOG, {"P": definition})
    assert done.problems == ()
    assert done.graph is not None
    by_id = {n.id: n for n in done.graph.nodes}
    assert sorted(by_id) == ["p__a", "p__b", "x", "y"]
    assert [(w.port, w.source) for w in by_id["p__b"].wires] == [("tensor_a", "p__a"), ("tensor_b", "y")]
    assert (by_id["p__a"].params["dim"], by_id["p__b"].params["alpha"]) == (1, 5)


@pytest.mark.parametrize(
    ("document", "wanted"),
    [
        (graph([]), "preset_without_nodes"),
        (graph([node("go", "Start"), node("n", "note")]), "preset_without_nodes"),
        (graph([node("a", "Softmax"), node("p", "preset:Q")]), "preset_of_cards"),
        (graph([node("s", "subgraph:S")], subgraphs=[subgraph("S", [])]), "preset_of_cards"),
        (graph([node("t", "TensorInput"), node("o", "GraphOutput")], "t.tensor > o.value"), "preset_without_ports"),
        (graph([node("a", "Nope")]), "invalid_graph"),
    ],
)
def test_what_cannot_be_a_preset(document: dict[str, Any], wanted: str) -> None:
    assert code(document) == wanted


def test_everything_that_is_wrong_is_named_at_once() -> None:
    nodes = [node("a", "Softmax", dim="x"), node("a", "Softmax"), node("b", "Nope"), node("c", "Softmax")]
    document = graph([*nodes, node("d", "Softmax")], "c.tensor > d.tensor", "d.tensor > c.tensor", "a.zzz > d.tensor")
    doc = parse_value(document).doc
    assert doc is not None
    with pytest.raises(NotExposable) as caught:
        make_preset(doc, CATALOG, ABOUT)
    assert sorted(p.reason.code for p in caught.value.problems) == [
        "duplicate_node_id", "graph_cycle", "param_wrong_type", "unknown_node_type", "unknown_output_port",
    ]  # fmt: skip
