"""Subgraphs and presets: ids, ports, triggers, overrides, nesting, and definitions that cannot be used."""

from __future__ import annotations

from typing import Any

from app.core.graph.prepare import prepare_value
from app.core.graph.prepared import PreparedGraph, Wire
from tests.support.catalog import CATALOG
from tests.support.graphs import graph, node, preset, subgraph

GO = node("go", "Start")
SRC = node("src", "TensorInput")
SAY = node("say", "Print")
SOFT = subgraph("soft", [node("s", "Softmax", dim=1)], inputs={"x": "s.tensor"}, outputs={"y": "s.tensor"})


def prepared(document: dict[str, Any], installed: dict[str, Any] | None = None) -> PreparedGraph:
    found = prepare_value(document, CATALOG, installed)
    assert found.problems == ()
    assert found.graph is not None
    return found.graph


def codes(document: dict[str, Any], installed: dict[str, Any] | None = None) -> list[str]:
    return [problem.reason.code for problem in prepare_value(document, CATALOG, installed).problems]


def test_a_subgraph_is_replaced_by_its_inside() -> None:
    made = prepared(
        graph(
            [GO, SRC, node("box", "subgraph:soft"), SAY],
            "go > src",
            "src.tensor > box.x",
            "box.y > say.value",
            subgraphs=[SOFT],
        )
    )
    assert [each.id for each in made.nodes] == ["src", "box/s", "say"]
    inner = made.nodes[1]
    assert (inner.type, inner.params) == ("Softmax", {"dim": 1})
    assert (inner.container, inner.inner_id, inner.containers) == ("box", "box/s", ("box",))
    assert inner.wires == (Wire("tensor", "src", "tensor"),)
    assert made.nodes[2].wires == (Wire("value", "box/s", "tensor"),)


def test_cards_within_cards_and_a_preset_inside() -> None:
    twice = preset("twice", [node("a", "Softmax"), node("b", "Softmax")], "a.tensor > b.tensor",
                   inputs={"in": "a.tensor"}, outputs={"out": "b.tensor"})  # fmt: skip
    outer = subgraph(
        "outer",
        [node("mid", "subgraph:soft"), node("card", "preset:twice")],
        "mid.y > card.in",
        inputs={"x": "mid.x"},
        outputs={"y": "card.out"},
    )
    made = prepared(
        graph(
            [GO, SRC, node("box", "subgraph:outer"), SAY], "go > src", "src.tensor > box.x", "box.y > say.value",
            subgraphs=[outer, SOFT], presets=[twice],
        )
    )  # fmt: skip
    rows = [(each.id, each.container, each.inner_id, each.containers) for each in made.nodes[1:-1]]
    assert rows == [
        ("box/mid/s", "box", "box/mid/s", ("box", "box/mid")),
        ("box/card__a", "box", "box/card/a", ("box", "box/card")),
        ("box/card__b", "box", "box/card/b", ("box", "box/card")),
    ]
    assert made.nodes[-1].wires == (Wire("value", "box/card__b", "tensor"),)


def test_the_preset_in_the_graph_beats_the_installed_one() -> None:
    here = preset("P", [node("here", "TensorInput")], outputs={"o": "here.tensor"})
    there = preset("P", [node("there", "TensorInput")], outputs={"o": "there.tensor"})
    document = graph([GO, node("card", "preset:P")], "go > card", presets=[here])
    assert [each.id for each in prepared(document, {"P": there}).nodes] == ["card__here"]
    del document["presets"]
    assert [each.id for each in prepared(document, {"P": there}).nodes] == ["card__there"]


def test_overrides_of_a_card_are_merged_and_strangers_named() -> None:
    card = node("card", "preset:P")
    card["data"]["internalParams"] = {"a": {"seed": "9"}, "stranger": {"seed": 1}}
    document = graph([GO, card], "go > card", presets=[preset("P", [node("a", "TensorInput", shape="3", seed=1)])])
    found = prepare_value(document, CATALOG)
    assert found.graph is not None
    assert found.graph.nodes[0].params["shape"] == "3"
    assert found.graph.nodes[0].params["seed"] == 9
    (warning,) = found.warnings
    assert (warning.reason.code, warning.node_id, warning.reason.params["inner"]) == (
        "unknown_inner_node",
        "card",
        "stranger",
    )


def test_a_trigger_on_a_card_starts_its_roots_or_the_listed_targets() -> None:
    inside = [node("a", "TensorInput"), node("b", "TensorInput"), node("s", "Softmax")]
    block = subgraph("B", inside, "a.tensor > s.tensor")
    assert [e.id for e in prepared(graph([GO, node("box", "subgraph:B")], "go > box", subgraphs=[block])).nodes] == [
        "box/a", "box/b", "box/s",
    ]  # fmt: skip
    start_only_b = subgraph("B", [node("b", "TensorInput"), node("say", "Print")], "b.tensor > say.value", starts=["b"])
    assert len(prepared(graph([GO, node("box", "subgraph:B")], "go > box", subgraphs=[start_only_b])).nodes) == 2


def test_members_of_a_card_run_together_when_one_does() -> None:
    block = subgraph("B", [node("s", "Softmax"), node("alone", "TensorInput")], inputs={"x": "s.tensor"})
    made = prepared(graph([GO, SRC, node("box", "subgraph:B")], "go > src", "src.tensor > box.x", subgraphs=[block]))
    assert [each.id for each in made.nodes] == ["src", "box/s", "box/alone"]


def test_a_bypassed_node_inside_a_subgraph() -> None:
    inner = node("s", "Softmax")
    inner["data"]["bypassed"] = True
    block = subgraph("B", [inner, node("t", "Softmax")], "s.tensor > t.tensor", inputs={"x": "s.tensor"})
    made = prepared(graph([GO, SRC, node("box", "subgraph:B")], "go > src", "src.tensor > box.x", subgraphs=[block]))
    assert [each.id for each in made.nodes] == ["src", "box/t"]
    assert made.nodes[1].wires == (Wire("tensor", "src", "tensor"),)
    assert made.bypassed == ("box/s",)


def test_a_start_inside_a_preset_is_a_trigger_there_too() -> None:
    made = prepared(
        graph([GO, node("card", "preset:P")], "go > card",
              presets=[preset("P", [node("s", "Start"), node("a", "TensorInput")], "s.trigger > a.")])
    )  # fmt: skip
    assert [each.id for each in made.nodes] == ["card__a"]


def test_recursion_is_named_by_the_way_it_takes() -> None:
    blocks = [
        subgraph("A", [node("b", "subgraph:B")]),
        subgraph("B", [node("c", "subgraph:C")]),
        subgraph("C", [node("a", "subgraph:A")]),
    ]
    found = prepare_value(graph([GO, node("box", "subgraph:A")], "go > box", subgraphs=blocks), CATALOG)
    (problem,) = found.problems
    assert (problem.reason.code, problem.node_id) == ("subgraph_recursion", "box/b/c/a")
    assert problem.reason.params["path"] == "A > B > C > A"


def test_ten_levels_are_allowed_and_eleven_are_not() -> None:
    def nested(levels: int) -> dict[str, Any]:
        blocks = [subgraph(f"s{at}", [node("n", f"subgraph:s{at + 1}")]) for at in range(1, levels)]
        return graph(
            [GO, node("box", "subgraph:s1")],
            "go > box",
            subgraphs=[*blocks, subgraph(f"s{levels}", [node("n", "TensorInput")])],
        )

    assert [each.id for each in prepared(nested(10)).nodes] == ["box" + "/n" * 10]
    assert codes(nested(11)) == ["nesting_too_deep"]


def test_definitions_matter_only_when_a_card_names_them() -> None:
    document = graph(
        [GO, SRC], "go > src", subgraphs=[{"id": "A", "nodes": 5}, {}], presets=[{"preset_name": "P"}, {"x": 1}]
    )
    assert [each.id for each in prepared(document).nodes] == ["src"]


def test_the_place_of_the_damage_is_named() -> None:
    def where(definition: dict[str, Any]) -> str:
        document = graph([GO, node("box", "subgraph:A")], "go > box", subgraphs=[{"id": "A", **definition}])
        (problem,) = prepare_value(document, CATALOG).problems
        assert problem.reason.code == "malformed_subgraph"
        return str(problem.reason.params["where"])

    good = [node("a", "TensorInput")]
    assert where({"nodes": 5}) == "nodes"
    assert where({"nodes": [*good, {"id": "b", "type": 5}]}) == "nodes[1].type"
    assert where({"nodes": [*good, *good]}) == "nodes[1].id"
    assert where({"nodes": good, "edges": [{"source": "a", "target": "q"}]}) == "edges[0]"
    assert where({"nodes": good, "interface": [1]}) == "interface"
    assert where({"nodes": good, "interface": {"outputs": [{"port": "y", "innerNode": "a"}]}}) == "interface.outputs[0]"
    assert where({"nodes": good, "interface": {"triggerTargets": ["q"]}}) == "interface.triggerTargets"


def test_two_cards_of_one_definition_are_apart() -> None:
    made = prepared(
        graph([GO, SRC, node("one", "subgraph:soft"), node("two", "subgraph:soft")], "go > src", "src.tensor > one.x",
              "one.y > two.x", subgraphs=[SOFT])
    )  # fmt: skip
    assert [(each.id, each.wires) for each in made.nodes] == [
        ("src", ()),
        ("one/s", (Wire("tensor", "src", "tensor"),)),
        ("two/s", (Wire("tensor", "one/s", "tensor"),)),
    ]


def test_inputs_and_outputs_inside_a_block_are_no_part_of_the_contract() -> None:
    block = subgraph("B", [node("i", "GraphInput", name="not a name")])
    assert [
        each.id for each in prepared(graph([GO, node("box", "subgraph:B")], "go > box", subgraphs=[block])).nodes
    ] == ["box/i"]


def test_a_trigger_cannot_leave_a_card() -> None:
    document = graph(
        [GO, SRC, node("box", "subgraph:soft"), SAY],
        "go > src",
        "src.tensor > box.x",
        "src.tensor > say.value",
        subgraphs=[SOFT],
    )
    document["edges"].append({"id": "t", "source": "box", "target": "say", "type": "trigger"})
    assert codes(document) == ["trigger_not_from_start"]
