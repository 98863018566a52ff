"""Small documents that ask for much: each is answered by name, with little work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.graph import blocks
from app.core.graph.parse import MAX_NAME, parse_value
from app.core.graph.prepare import prepare_value
from tests.support.catalog import CATALOG
from tests.support.graphs import bypassed, graph, node, subgraph, wire

if TYPE_CHECKING:
    import pytest

GO = node("go", "Start")


def test_names_are_bounded() -> None:
    fine, long = "x" * MAX_NAME, "x" * (MAX_NAME + 1)
    assert parse_value(graph([node(fine, fine)])).problems == ()
    edge = {"id": long, "source": long, "target": "a", "sourceHandle": long}
    parsed = parse_value({"nodes": [node(long, "T"), node("a", long)], "edges": [edge]})
    assert [(p.reason.code, p.reason.params["path"]) for p in parsed.problems] == [
        ("field_too_long", path)
        for path in ("nodes[0].id", "nodes[1].type", "edges[0].source", "edges[0].id", "edges[0].sourceHandle")
    ]


def test_many_triggers_into_many_roots() -> None:
    document = graph(
        [*(node(f"go{at}", "Start") for at in range(1000)), node("box", "subgraph:B")],
        subgraphs=[subgraph("B", [node(f"n{at}", "TensorInput") for at in range(1000)])],
    )
    document["edges"] = [wire(f"go{at} > box") for at in range(1000)]
    found = prepare_value(document, CATALOG)
    assert [(p.reason.code, p.node_id) for p in found.problems] == [("graph_too_large", "box")]


def test_long_ids_inside_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    document = graph(
        [GO, node("x" * 900, "subgraph:B")],
        subgraphs=[subgraph("B", [node(f"n{at}", "TensorInput") for at in range(100)])],
    )
    document["edges"] = [wire("go > " + "x" * 900)]
    found = prepare_value(document, CATALOG)
    assert found.graph is not None
    monkeypatch.setattr(blocks, "MAX_FLAT_CHARACTERS", 901 * 100 - 1)
    assert [p.reason.code for p in prepare_value(document, CATALOG).problems] == ["graph_too_large"]


def test_many_starts_on_a_long_bypassed_chain() -> None:
    size = 3000
    nodes = [*(node(f"go{at}", "Start") for at in range(size)), node("src", "TensorInput")]
    nodes += [*(bypassed(f"b{at}", "Softmax") for at in range(size)), node("say", "Print")]
    wires = [f"go{at} > b0" for at in range(size)]
    wires += [
        "src.tensor > b0.tensor",
        *(f"b{at - 1}.tensor > b{at}.tensor" for at in range(1, size)),
        f"b{size - 1}.tensor > say.value",
    ]
    made = prepare_value(graph(nodes, *wires), CATALOG).graph
    assert made is not None
    assert [each.id for each in made.nodes] == ["src", "say"]


def test_a_trigger_from_elsewhere_onto_a_bypassed_node() -> None:
    document = graph([GO, node("a", "TensorInput"), bypassed("b", "Softmax")], "go > a", "a > b")
    found = prepare_value(document, CATALOG)
    assert [(p.reason.code, p.node_id) for p in found.problems] == [("trigger_not_from_start", "a")]


def test_thousands_of_unknown_types() -> None:
    found = prepare_value(graph([GO, *(node(f"n{at}", f"Softmaxx{at}") for at in range(3000))], "go > n0"), CATALOG)
    assert len(found.problems) == 1
    assert len(found.warnings) == 201
    assert found.problems[0].reason.params["closest"] == "Softmax"
    assert found.warnings[150].reason.params["closest"] == ""
