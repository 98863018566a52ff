"""Map nodes: the body each gets, and presets that cannot be one."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.graph import mapped
from app.core.graph.prepare import prepare_value
from app.core.graph.prepared import Body, PreparedGraph, Wire
from tests.support.catalog import CATALOG
from tests.support.graphs import graph, node, preset, subgraph

GO = node("go", "Start")
TABLE = node("table", "CSVReader")
TWO = preset(
    "two", [node("a", "Softmax"), node("b", "Softmax", dim=0)], "a.tensor > b.tensor",
    inputs={"x": "a.tensor"}, outputs={"y": "b.tensor"},
)  # fmt: skip


def mapping(name: str = "two", *extra: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A table whose labels a Map node runs `name` for."""
    nodes = [GO, TABLE, node("each", "Map", subgraph=name), *extra]
    return graph(nodes, "go > table", "table.labels > each.items", **more)


def installed(*definitions: dict[str, Any]) -> dict[str, Any]:
    return {definition["preset_name"]: definition for definition in definitions}


def prepared(document: dict[str, Any], *definitions: dict[str, Any]) -> PreparedGraph:
    found = prepare_value(document, CATALOG, installed(*definitions))
    assert (found.problems, found.warnings) == ((), ())
    assert found.graph is not None
    return found.graph


def problems(document: dict[str, Any], *definitions: dict[str, Any]) -> list[tuple[str, str | None, dict[str, Any]]]:
    found = prepare_value(document, CATALOG, installed(*definitions))
    assert found.graph is None
    return [(p.reason.code, p.node_id, dict(p.reason.params)) for p in found.problems]


def test_a_body_is_the_preset_expanded_as_a_card_would_be() -> None:
    made = prepared(mapping(), TWO)
    assert [each.id for each in made.nodes] == ["table", "each"]
    (body,) = made.bodies.values()
    assert list(made.bodies) == ["each"]
    assert body.preset == "two"
    assert [(each.id, each.type, each.params) for each in body.nodes] == [
        ("each__a", "Softmax", {"dim": -1}),
        ("each__b", "Softmax", {"dim": 0}),
    ]
    assert body.nodes[0].wires == (Wire("tensor", body.item, "value"),)
    assert body.nodes[1].wires == (Wire("tensor", "each__a", "tensor"),)
    assert (body.result.source, body.result.source_port) == ("each__b", "tensor")


def test_the_first_open_ports_count_and_every_node_of_the_preset_runs() -> None:
    wide = preset(
        "wide", [node("a", "Print"), node("b", "Print"), node("c", "TensorInput"), node("s", "Start")], "s > c",
        inputs={"one": "b.value", "two": "b.value"}, outputs={"last": "c.tensor", "first": "a.value"},
    )  # fmt: skip
    wide["edges"].append({"source": "c", "sourceHandle": "tensor", "target": "a", "targetHandle": "value"})
    body = prepared(mapping("wide"), wide).bodies["each"]
    assert sorted(each.id for each in body.nodes) == ["each__a", "each__b", "each__c"]
    assert {each.id: each.wires for each in body.nodes}["each__b"] == (Wire("value", body.item, "value"),)
    assert (body.result.source, body.result.source_port) == ("each__c", "tensor")


def test_a_graph_without_maps_has_no_bodies_and_drafts_get_none() -> None:
    assert prepared(graph([GO, TABLE], "go > table"), TWO).bodies == {}
    draft = graph([GO, TABLE, node("draft", "Map", subgraph="nobody")], "go > table")
    assert prepared(draft, TWO).bodies == {}


def test_only_installed_presets_count_also_for_cards_within() -> None:
    other = preset("two", [node("other", "Print")], inputs={"x": "other.value"}, outputs={"y": "other.value"})
    body = prepared(mapping(presets=[other]), TWO).bodies["each"]
    assert [each.type for each in body.nodes] == ["Softmax", "Softmax"]
    around = preset("around", [node("card", "preset:two")], inputs={"x": "card.x"}, outputs={"y": "card.y"})
    body = prepared(mapping("around", presets=[other]), TWO, around).bodies["each"]
    assert [each.id for each in body.nodes] == ["each__card__a", "each__card__b"]
    assert problems(mapping(presets=[TWO])) == [
        ("map_preset_unknown", "each", {"node": "each", "preset": "two", "closest": ""})
    ]


def test_maps_in_cards_and_in_bodies_get_bodies_of_their_own() -> None:
    inner = preset("inner", [node("m", "Map", subgraph="two")], inputs={"x": "m.items"}, outputs={"y": "m.results"})
    block = subgraph("block", [node("m", "Map", subgraph="inner")], inputs={"x": "m.items"}, outputs={"y": "m.results"})
    document = graph([GO, TABLE, node("box", "subgraph:block")], "go > table", "table.labels > box.x",
                     subgraphs=[block])  # fmt: skip
    bodies = prepared(document, TWO, inner).bodies
    assert {map_id: [each.id for each in body.nodes] for map_id, body in bodies.items()} == {
        "box/m": ["box/m__m"],
        "box/m__m": ["box/m__m__a", "box/m__m__b"],
    }


def test_a_bypassed_node_passes_the_item_on() -> None:
    short = preset("short", [node("a", "Softmax"), node("b", "Softmax")], "a.tensor > b.tensor",
                   inputs={"x": "a.tensor"}, outputs={"y": "b.tensor"})  # fmt: skip
    for inner in short["nodes"]:
        inner["data"] = {"bypassed": True}
    body = prepared(mapping("short"), short).bodies["each"]
    assert body == Body("short", (), body.item, Wire("value", body.item, "value"))
    short["edges"] = []
    assert problems(mapping("short"), short) == [("map_without_result", "each", {"node": "each", "preset": "short"})]


def _with(**changes: Any) -> dict[str, Any]:
    return {**TWO, **changes}


@pytest.mark.parametrize(
    ("name", "definition", "expected"),
    [
        ("", TWO, ("map_without_preset", "each", {"node": "each"})),
        ("tow", TWO, ("map_preset_unknown", "each", {"node": "each", "preset": "tow", "closest": "two"})),
        ("two", _with(exposed_inputs=[]), (
            "map_preset_without_ports", "each", {"node": "each", "preset": "two", "missing": "exposed_inputs"})),
        ("two", _with(exposed_outputs=None), (
            "map_preset_without_ports", "each", {"node": "each", "preset": "two", "missing": "exposed_outputs"})),
        ("two", _with(nodes=1), ("malformed_preset", "each", {"node": "each", "preset": "two", "where": "nodes"})),
        ("two", _with(nodes=[{**n, "type": "Sofmax"} for n in TWO["nodes"]][:1], edges=[], exposed_outputs=[
            {"name": "y", "internal_node": "a", "internal_port": "tensor"}]), (
            "unknown_node_type", "each__a", {"node": "each__a", "node_type": "Sofmax", "closest": "Softmax"})),
        ("two", _with(exposed_inputs=[{"name": "x", "internal_node": "b", "internal_port": "tensor"}]), (
            "input_not_fed", "each__a",
            {"node": "each__a", "port": "tensor", "node_type": "Softmax", "port_type": "TENSOR"})),
        ("two", _with(exposed_outputs=[{"name": "y", "internal_node": "b", "internal_port": "z"}]), (
            "unknown_output_port", "each__b", {"node": "each__b", "port": "z", "allowed": "tensor"})),
    ],
)  # fmt: skip
def test_what_cannot_be_mapped_is_named(
    name: str, definition: dict[str, Any], expected: tuple[str, str, dict[str, Any]]
) -> None:
    assert problems(mapping(name), definition) == [expected]


def test_a_cycle_within_a_body_is_named() -> None:
    ring = preset("ring", [node("a", "Add"), node("b", "Softmax")], "a.tensor > b.tensor", "b.tensor > a.tensor_b",
                  inputs={"x": "a.tensor_a"}, outputs={"y": "b.tensor"})  # fmt: skip
    ((code, where, params),) = problems(mapping("ring"), ring)
    assert (code, where, params["path"]) == ("graph_cycle", "each__a", "each__a > each__b > each__a")


def test_a_preset_that_maps_itself_is_refused_also_on_a_detour() -> None:
    loop = preset("loop", [node("m", "Map", subgraph="loop")], inputs={"x": "m.items"}, outputs={"y": "m.results"})
    assert problems(mapping("loop"), loop) == [("map_recursion", "each__m", {"node": "each__m", "path": "loop > loop"})]
    card = preset("card", [node("c", "preset:far")], inputs={"x": "c.x"}, outputs={"y": "c.y"})
    far = preset("far", [node("m", "Map", subgraph="card")], inputs={"x": "m.items"}, outputs={"y": "m.results"})
    assert problems(mapping("card"), card, far) == [
        ("map_recursion", "each__c__m", {"node": "each__c__m", "path": "card > far > card"})
    ]
    in_card = graph([GO, TABLE, node("box", "preset:far")], "go > table", "table.labels > box.x")
    assert problems(in_card, card, far) == [
        ("preset_recursion", "box__m__c", {"node": "box__m__c", "path": "far > card > far"})
    ]


def test_bodies_within_bodies_end_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = [
        preset(f"p{at}", [node("m", "Map", subgraph=f"p{at + 1}")], inputs={"x": "m.items"}, outputs={"y": "m.results"})
        for at in range(12)
    ]
    ((code, where, params),) = problems(mapping("p0"), *deep)
    assert (code, where, params["limit"]) == ("nesting_too_deep", "each" + "__m" * 10, 10)
    monkeypatch.setattr(mapped, "MAX_FLAT_NODES", 3)
    twins = preset("twins", [node("a", "Softmax"), node("b", "Softmax")],
                   inputs={"x": "a.tensor"}, outputs={"y": "b.tensor"})  # fmt: skip
    twins["edges"] = [{"source": "a", "sourceHandle": "tensor", "target": "b", "targetHandle": "tensor"}]
    document = mapping("twins", node("more", "Map", subgraph="twins"))
    document["edges"].append({**document["edges"][1], "target": "more"})
    assert [code for code, _, _ in problems(document, twins)] == ["graph_too_large"]


def test_problems_of_bodies_come_with_those_of_the_graph() -> None:
    document = mapping("", node("lost", "Softmax"))
    document["edges"].append({"source": "table", "sourceHandle": "labels", "target": "lost", "targetHandle": "tensor"})
    assert [code for code, _, _ in problems(document)] == ["type_mismatch", "map_without_preset"]
