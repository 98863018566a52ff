"""What runs, in which order, with which wires; what is a problem and what only a warning."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.graph.prepare import prepare_value
from app.core.graph.prepared import Preparation, PreparedGraph, Wire
from tests.support.catalog import CATALOG
from tests.support.graphs import bypassed, graph, node


def prepared(document: dict[str, Any]) -> PreparedGraph:
    found = prepare_value(document, CATALOG)
    assert found.problems == ()
    assert found.graph is not None
    return found.graph


def ids(document: dict[str, Any]) -> list[str]:
    return [each.id for each in prepared(document).nodes]


def codes(found: Preparation) -> list[str]:
    return [problem.reason.code for problem in found.problems]


GO = node("go", "Start")
SRC = node("src", "TensorInput")


def test_a_small_graph() -> None:
    made = prepared(
        graph(
            [
                GO,
                node("src", "TensorInput", shape="2,2", seed="7"),
                node("x2", "ScalarMultiply", scalar=2),
                node("say", "Print"),
            ],
            "go > src",
            "src.tensor > x2.tensor",
            "x2.tensor > say.value",
            settings={"device": "cuda:1", "seed": 7.0, "later": True},
            name="double",
        )
    )
    assert [(each.id, each.type) for each in made.nodes] == [
        ("src", "TensorInput"),
        ("x2", "ScalarMultiply"),
        ("say", "Print"),
    ]
    assert made.nodes[0].params == {
        "shape": "2,2",
        "dtype": "float32",
        "value_mode": "random",
        "values": None,
        "seed": 7,
    }
    assert made.nodes[1].params == {"scalar": 2.0}
    assert made.nodes[1].wires == (Wire("tensor", "src", "tensor"),)
    assert made.nodes[1].container is None
    assert made.nodes[1].containers == ()
    assert (made.name, made.settings, made.bypassed) == ("double", {"device": "cuda:1", "seed": 7, "later": True}, ())


def test_document_order_breaks_ties_and_wires_follow_the_declared_ports() -> None:
    nodes = [node("sum", "Add"), node("b", "TensorInput"), node("a", "TensorInput"), GO]
    made = prepared(graph(nodes, "go > a", "go > b", "b.tensor > sum.tensor_b", "a.tensor > sum.tensor_a"))
    assert [each.id for each in made.nodes] == ["b", "a", "sum"]
    assert [wire.port for wire in made.nodes[2].wires] == ["tensor_a", "tensor_b"]


def test_what_feeds_a_running_node_runs_and_the_rest_are_drafts() -> None:
    document = graph(
        [GO, SRC, node("sum", "Add"), node("feeder", "TensorInput"), node("before", "Softmax"),
         node("deep", "TensorInput"), node("other", "Softmax"), node("loose", "Add")],
        "go > src",
        "src.tensor > sum.tensor_a",
        "feeder.tensor > before.tensor",
        "before.tensor > sum.tensor_b",
        "feeder.tensor > other.tensor",
    )  # fmt: skip
    assert ids(document) == ["src", "feeder", "before", "sum"]


def test_notes_and_their_edges_are_gone_before_anything_is_judged() -> None:
    document = graph([GO, SRC, node("n", "note"), node("m", "note")], "go > src", "n.x > src.y", "src.tensor > m.z")
    assert ids(document) == ["src"]


def test_drafts_never_stop_a_run() -> None:
    found = prepare_value(
        graph(
            [GO, SRC, node("d1", "NoSuchThing"), node("d2", "Softmax", dim="x"), node("d3", "Softmax"),
             node("d4", "Add"), node("box", "subgraph:none"), node("card", "preset:none"), node("d5", "Print")],
            "go > src",
            "d2.tensor > d3.tensor",
            "d3.tensor > d2.tensor",
            "d5.value > d4.tensor_a",
        ),
        CATALOG,
    )  # fmt: skip
    assert found.problems == ()
    assert sorted((w.reason.code, w.node_id or "") for w in found.warnings) == [
        ("graph_cycle", "d2"),
        ("unknown_node_type", "d1"),
        ("unknown_preset", "card"),
        ("unknown_subgraph", "box"),
    ]


def test_without_an_entry_point_everything_else_is_named_too() -> None:
    found = prepare_value(
        graph([SRC, node("a", "Softmax", dim="x"), node("b", "Nope"), node("sum", "Add")], "a.tensor > a.tensor"),
        CATALOG,
    )
    assert codes(found) == ["no_entry_points", "graph_cycle", "param_wrong_type", "unknown_node_type"]


def test_the_last_of_several_writers_counts() -> None:
    found = prepare_value(
        graph([GO, SRC, node("b", "TensorInput"), node("a", "Softmax")], "go > src", "go > b", "b.tensor > a.tensor",
              "src.tensor > a.tensor"),
        CATALOG,
    )  # fmt: skip
    assert found.graph is not None
    assert found.graph.nodes[-1].wires == (Wire("tensor", "src", "tensor"),)
    (warning,) = found.warnings
    assert (warning.reason.code, warning.node_id, warning.port) == ("several_writers", "a", "tensor")
    assert warning.reason.params["used"] == "src.tensor"
    assert warning.reason.params["unused"] == "b.tensor"


def test_close_types_are_proposed() -> None:
    found = prepare_value(graph([GO, node("a", "tensorimput")], "go > a"), CATALOG)
    (problem,) = found.problems
    assert problem.reason.params["closest"] == "TensorInput"
    far = prepare_value(graph([GO, node("a", "zzzz")], "go > a"), CATALOG).problems[0]
    assert far.reason.params["closest"] == ""
    assert "installed here (similar: TensorInput). Install" in problem.reason.text()
    assert "installed here. Install" in far.reason.text()
    assert "相近的有：TensorInput）。請" in problem.reason.text("zh-TW")
    assert "「zzzz」。請" in far.reason.text("zh-TW")


def test_a_bare_plugin_name_is_found_with_a_warning() -> None:
    document = graph([GO, SRC, node("stats", "Edu-ColumnStats")], "go > src", "src.tensor > stats.tensor")
    found = prepare_value(document, CATALOG)
    assert found.graph is not None
    assert found.graph.nodes[1].type == "foundations:Edu-ColumnStats"
    assert [w.reason.code for w in found.warnings] == ["plugin_type_guessed"]


def test_ports_follow_the_params() -> None:
    wires = ("go > src", "src.tensor > split.tensor", "split.chunk_2 > say.value")
    assert ids(graph([GO, SRC, node("split", "Split", chunks=3), node("say", "Print")], *wires)) == [
        "src",
        "split",
        "say",
    ]
    found = prepare_value(graph([GO, SRC, node("split", "Split"), node("say", "Print")], *wires), CATALOG)
    (problem,) = found.problems
    assert (problem.reason.code, problem.node_id, problem.port) == ("unknown_output_port", "split", "chunk_2")
    assert problem.reason.params["allowed"] == "chunk_0, chunk_1"


def test_an_image_may_feed_a_tensor_but_not_the_other_way() -> None:
    assert ids(graph([GO, node("i", "ImageReader"), node("a", "Softmax")], "go > i", "i.image > a.tensor")) == [
        "i",
        "a",
    ]


def test_a_problem_carries_its_place() -> None:
    found = prepare_value(
        graph([GO, node("csv", "CSVReader"), node("a", "Softmax")], "go > csv", "csv.labels > a.tensor"), CATALOG
    )
    answer = found.problems[0].to_json("zh-TW")
    assert answer == {
        "code": "type_mismatch",
        "node_id": "a",
        "port": "tensor",
        "params": {
            "node": "a",
            "port": "tensor",
            "port_type": "TENSOR",
            "source": "csv",
            "source_port": "labels",
            "source_type": "LIST",
        },
        "text": "a 的輸入 tensor 需要 TENSOR，但 csv 的 labels 是 LIST。請改接型別相符的輸出。",
    }


def test_the_long_way_round_is_named_in_order_and_shortened_in_the_sentence() -> None:
    size = 40
    nodes = [GO, *(node(f"n{at}", "Softmax") for at in range(size))]
    found = prepare_value(
        graph(nodes, "go > n3", *(f"n{at}.tensor > n{(at + 1) % size}.tensor" for at in range(size))), CATALOG
    )
    (problem,) = found.problems
    assert problem.reason.params["nodes"] == [f"n{at}" for at in range(size)]
    assert problem.reason.params["path"].startswith("n0 > n1 > n2 > ")
    assert problem.reason.params["path"].endswith(" > … > n39 > n0")


def test_two_knots_are_two_problems() -> None:
    found = prepare_value(
        graph(
            [GO, node("a", "Add"), node("b", "Softmax"), node("c", "Add"), node("d", "Softmax")],
            "go > a", "b.tensor > a.tensor_a", "a.tensor > b.tensor", "b.tensor > c.tensor_a", "d.tensor > c.tensor_b",
            "c.tensor > d.tensor", "a.tensor > a.tensor_b",
        ),
        CATALOG,
    )  # fmt: skip
    assert [problem.reason.params["path"] for problem in found.problems] == ["a > a", "c > d > c"]


@pytest.mark.parametrize("settings", [{}, {"device": None, "seed": None}, {"device": "auto", "seed": 0}])
def test_settings_that_are_fine(settings: dict[str, Any]) -> None:
    made = prepared(graph([GO, SRC], "go > src", settings=settings))
    assert made.settings == {key: value for key, value in settings.items() if value is not None}


def test_a_newer_format_is_a_warning() -> None:
    found = prepare_value(graph([GO, SRC], "go > src", format_version=2), CATALOG)
    assert found.graph is not None
    assert [w.reason.code for w in found.warnings] == ["format_version_newer"]


class TestBypass:
    """A bypassed node is cut out and one of its inputs of the same type goes through."""

    def test_chains_of_bypassed_nodes(self) -> None:
        made = prepared(
            graph(
                [GO, SRC, bypassed("a", "Softmax"), bypassed("b", "Add"), node("say", "Print")],
                "go > src", "src.tensor > a.tensor", "a.tensor > b.tensor_b", "b.tensor > say.value",
            )
        )  # fmt: skip
        assert [each.id for each in made.nodes] == ["src", "say"]
        assert made.nodes[1].wires == (Wire("value", "src", "tensor"),)
        assert made.bypassed == ("a", "b")

    def test_the_input_of_the_same_type_goes_through(self) -> None:
        made = prepared(
            graph(
                [GO, node("net", "SequentialModel"), node("opt", "Optimizer"), bypassed("load", "CheckpointLoader"),
                 node("m", "Print"), node("o", "Print")],
                "go > net", "net.model > opt.model", "net.model > load.model", "opt.optimizer > load.optimizer",
                "load.model > m.value", "load.optimizer > o.value",
            )
        )  # fmt: skip
        wires = {each.id: each.wires for each in made.nodes}
        assert wires["m"] == (Wire("value", "net", "model"),)
        assert wires["o"] == (Wire("value", "opt", "optimizer"),)

    def test_an_output_without_such_an_input_is_refused_only_where_it_is_used(self) -> None:
        nodes = [GO, node("net", "SequentialModel"), node("opt", "Optimizer"), bypassed("load", "CheckpointLoader")]
        wires = ("go > net", "net.model > opt.model", "net.model > load.model", "opt.optimizer > load.optimizer")
        assert ids(graph(nodes, *wires)) == ["net", "opt"]
        found = prepare_value(
            graph([*nodes, node("say", "Print"), node("sum", "Print")], *wires, "load.epoch > say.value", "go > say"),
            CATALOG,
        )
        assert [(p.reason.code, p.node_id, p.port) for p in found.problems] == [
            ("bypass_without_match", "load", "epoch")
        ]

    def test_a_trigger_goes_on_to_what_the_node_fed(self) -> None:
        document = graph(
            [GO, SRC, bypassed("a", "Softmax"), bypassed("b", "Softmax"), node("say", "Print")],
            "go > a", "src.tensor > a.tensor", "a.tensor > b.tensor", "b.tensor > say.value",
        )  # fmt: skip
        assert ids(document) == ["src", "say"]

    def test_what_nothing_feeds_leaves_its_follower_unfed(self) -> None:
        found = prepare_value(
            graph([GO, bypassed("a", "Softmax"), node("say", "Print")], "go > say", "a.tensor > say.value"), CATALOG
        )
        assert [(p.reason.code, p.node_id) for p in found.problems] == [("input_not_fed", "say")]

    def test_start_cannot_be_bypassed(self) -> None:
        found = prepare_value(graph([bypassed("go", "Start"), SRC], "go > src"), CATALOG)
        assert codes(found) == ["bypass_without_match"]

    def test_an_output_without_a_name_is_a_problem(self) -> None:
        document = graph([GO, bypassed("b", "Add"), node("p", "Print")], "go > p", "b.x > p.value")
        document["edges"][1]["sourceHandle"] = ""
        (problem,) = prepare_value(document, CATALOG).problems
        assert (problem.reason.code, problem.node_id, problem.port) == ("unknown_output_port", "b", "")

    def test_five_thousand_in_a_row_each_with_a_follower(self) -> None:
        size = 5000
        nodes = [GO, SRC, *(bypassed(f"b{at}", "Softmax") for at in range(size))]
        nodes += [node(f"p{at}", "Print") for at in range(size)]
        wires = ["go > b0", "src.tensor > b0.tensor"]
        wires += [f"b{at - 1}.tensor > b{at}.tensor" for at in range(1, size)]
        wires += [f"b{at}.tensor > p{at}.value" for at in reversed(range(size))]
        made = prepared(graph(nodes, *wires))
        assert len(made.nodes) == size + 1
        assert {each.wires for each in made.nodes[1:]} == {(Wire("value", "src", "tensor"),)}
