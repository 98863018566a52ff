"""Scripts as text: what is in them, what is left out, what cannot be exported."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from app.engine.registry import discover
from app.export.exporter import export
from app.export.registry import EMITTERS
from tests.support.graphs import graph, node
from tests.support.scripts import exported, prepared, script_of, style_faults

TINY = graph(
    [node("go", "Start"), node("x", "TensorInput", shape="2,2"), node("soft", "Softmax", dim=0)],
    "go > x",
    "x.tensor > soft.tensor",
    settings={"device": "cpu"},
)


def test_a_small_graph_reads_like_written_by_hand() -> None:
    assert (
        script_of({**TINY, "name": "Tiny net"})
        == '''"""Tiny net.

Written by CodefyUI Desktop from a graph; it needs nothing of that program.
"""

import argparse

import torch


def main() -> None:
    """Do what the graph does, in the order in which its nodes run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    args = parser.parse_args()
    device = torch.device(args.device)

    x = torch.randn((2, 2), dtype=torch.float32, generator=torch.Generator().manual_seed(0))
    x = x.to(device)

    soft = torch.softmax(x, 0)
    print("soft:", soft)


if __name__ == "__main__":
    main()
'''
    )


def test_a_type_without_an_emitter_is_a_problem_that_names_it() -> None:
    made = export(prepared(TINY), emitters={"TensorInput": EMITTERS["TensorInput"]})
    assert made.script is None
    (problem,) = made.problems
    assert (problem.reason.code, problem.node_id, problem.reason.params) == (
        "export_unsupported",
        "soft",
        {"type": "Softmax"},
    )


def test_every_node_type_can_be_written_and_nothing_else() -> None:
    assert set(EMITTERS) == set(discover().catalog) - {"Start"}


def test_pictures_are_left_out_unless_something_reads_them() -> None:
    nodes = [
        node("go", "Start"),
        node("x", "TensorInput", shape="2,2"),
        node("plot", "Visualize"),
        node("say", "Print"),
    ]
    made = exported(graph(nodes[:3], "go > x", "x.tensor > plot.data"))
    assert [(w.reason.code, w.node_id) for w in made.warnings] == [("export_picture_left_out", "plot")]
    assert made.script is not None
    assert 'print("x:", x)' in made.script
    read = exported(graph(nodes, "go > x", "x.tensor > plot.data", "plot.image > say.value"))
    assert [(p.reason.code, p.node_id, p.port) for p in read.problems] == [("export_port_unsupported", "plot", "image")]


def test_a_mark_for_gradients_is_told_and_its_value_goes_on() -> None:
    nodes = [node("go", "Start"), node("x", "TensorInput", shape="2,2"), node("mark", "BackwardOnce")]
    made = exported(
        graph([*nodes, node("say", "Print")], "go > x", "x.tensor > mark.tensor", "mark.tensor > say.value")
    )
    assert [(w.reason.code, w.node_id) for w in made.warnings] == [("export_backward_left_out", "mark")]
    assert made.script is not None
    assert "    print(x)\n" in made.script


@pytest.mark.parametrize(
    ("port", "lines"),
    [
        ("", ['print("it:", it)']),
        ("correct", ['print("it:", it)', 'print("said:", it_correct)']),
        ("accuracy", ['print("said:", it)']),
    ],
)
def test_an_accuracy_that_a_print_node_reads_is_printed_once(port: str, lines: list[str]) -> None:
    nodes = [
        node("go", "Start"),
        node("made", "PythonScript", code="def run(inputs, params):\n    return [1]"),
        node("it", "Accuracy"),
    ]
    wires = ["go > made", "made.out1 > it.predictions", "made.out1 > it.labels"]
    if port:
        nodes.append(node("say", "Print", label="said"))
        wires.append(f"it.{port} > say.value")
    script = script_of(graph(nodes, *wires))
    assert [line.strip() for line in script.splitlines() if line.startswith("    print(")] == lines


@pytest.mark.parametrize("port", ["accuracy", "correct"])
def test_the_accuracy_of_a_model_is_printed_once_too(port: str) -> None:
    nodes = [
        node("go", "Start"),
        node("digits", "Dataset", name="Digits"),
        node("net", "SequentialModel"),
        node("it", "EvaluateModel"),
        node("out", "GraphOutput", name="score"),
    ]
    wires = ["go > digits", "go > net", "digits.dataset > it.dataset", "net.model > it.model", f"it.{port} > out.value"]
    assert ('print("it:", ' in script_of(graph(nodes, *wires))) == (port == "correct")


def test_what_is_connected_but_makes_no_difference_is_not_written() -> None:
    nodes = [
        node("go", "Start"),
        node("judged", "ResizeTransform"),
        node("trained", "ToTensorTransform"),
        node("digits", "Dataset", name="Digits", split="train"),
        node("some", "DatasetBatch"),
    ]
    wires = ["judged.transform > digits.eval_transform", "trained.transform > digits.train_transform"]
    made = exported(graph(nodes, "go > judged", "go > trained", *wires, "digits.dataset > some.dataset"))
    assert made.script is not None
    assert "resize" not in made.script
    assert "to_tensor" in made.script
    assert [(w.reason.code, w.node_id) for w in made.warnings] == [("export_left_out", "judged")]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("count = 0\n\ndef run(inputs, params):\n    global count\n    return count", "global"),
        ("from math import *\n\ndef run(inputs, params):\n    return pi", "import *"),
    ],
)
def test_a_script_that_no_function_can_hold_is_refused(code: str, value: str) -> None:
    made = exported(graph([node("go", "Start"), node("own", "PythonScript", code=code)], "go > own"))
    assert [(p.reason.code, p.reason.params["value"]) for p in made.problems] == [("export_value_unsupported", value)]


def test_a_script_stands_as_its_author_wrote_it() -> None:
    code = 'def run( inputs,params ):\n    text = """one\n  two"""\n    return {"out1": text, \'out2\': 1}'
    script = script_of(graph([node("go", "Start"), node("own", "PythonScript", code=code)], "go > own"), seed=1)
    wanted = (
        '    def run( inputs,params ):\n        text = """one\n  two"""\n        return {"out1": text, \'out2\': 1}\n'
    )
    assert f"    # fmt: off\n{wanted}    # fmt: on\n" in script
    assert "own = own_script()({}, {})" in script


def test_what_a_loop_depends_on_must_be_known() -> None:
    nodes = [
        node("go", "Start"),
        node("flowers", "Dataset", name="Iris"),
        node("batches", "DataLoader"),
        node("net", "SequentialModel"),
        node("steps", "Optimizer"),
        node("own", "PythonScript", output_types="LOSS_FN"),
        node("loop", "TrainingLoop"),
    ]
    wires = [
        *("go > flowers", "go > net", "go > own", "flowers.dataset > batches.dataset", "net.model > steps.model"),
        *("batches.dataloader > loop.dataloader", "net.model > loop.model", "steps.optimizer > loop.optimizer"),
        "own.out1 > loop.loss_fn",
    ]
    assert [(p.reason.code, p.port) for p in exported(graph(nodes, *wires)).problems] == [
        ("export_port_unsupported", "loss_fn")
    ]


def test_bad_params_are_the_nodes_own_refusals_all_at_once() -> None:
    document = graph(
        [
            node("go", "Start"),
            node("x", "TensorCreate", shape="2,,3"),
            node("y", "TensorInput", value_mode="explicit", shape="2", values=[1]),
            node("m", "Mean", dim="one"),
        ],
        *("go > x", "go > y", "x.tensor > m.tensor"),
    )
    made = exported(document)
    assert made.script is None
    assert [(p.node_id, p.reason.code) for p in made.problems] == [
        ("x", "shape_malformed"),
        ("y", "values_count"),
        ("m", "dims_malformed"),
    ]


def test_the_seeding_rule_is_there_only_where_something_is_drawn() -> None:
    drawn = graph([node("go", "Start"), node("noise", "TensorCreate", fill="rand", shape="3")], "go > noise")
    assert "part_seed" not in script_of(TINY)
    script = script_of(drawn, seed=5)
    assert 'torch.manual_seed(part_seed(args.seed, "noise"))' in script
    assert 'parser.add_argument("--seed", type=int, default=5)' in script
    assert "default=6)" in script_of({**drawn, "settings": {"seed": 6}})
    assert "default=random.randrange(2**32)" in script_of(drawn)
    for one in (script, script_of(drawn), script_of(drawn, deterministic=True)):
        assert style_faults(one) == ""


def test_what_nobody_reads_is_left_out_with_a_warning() -> None:
    document = graph(
        [node("go", "Start"), node("x", "TensorInput"), node("who", "GraphInput", name="who")], "go > x", "go > who"
    )
    made = exported(document)
    assert made.script is not None
    assert "who" not in made.script
    assert [(w.reason.code, w.node_id) for w in made.warnings] == [("export_left_out", "who")]


@pytest.mark.parametrize(
    "name", ['quote """ inside', "back\\slash", "line\nbreak", "\ud800 odd", "", "x" * 300, "問題？"]
)
def test_any_title_makes_a_script(name: str) -> None:
    script = script_of({**TINY, "name": name})
    assert ast.get_docstring(ast.parse(script.encode("utf-8")))
    assert style_faults(script) == ""


def test_a_path_of_odd_characters_stays_in_its_quotes() -> None:
    document = graph([node("go", "Start"), node("t", "CSVReader", path='a"""\nb\ud800.csv')], "go > t")
    script = script_of(document)
    assert 'read_csv(\'a"""\\nb\\ud800.csv\', True)' in script
    compile(script.encode("utf-8"), "x", "exec")


def test_node_ids_that_are_no_names() -> None:
    document: dict[str, Any] = graph(
        [node("go", "Start"), node("節 點\n\ud800", "TensorCreate", fill="randn"), node("torch", "Softmax")],
        *("go > 節 點\n\ud800", "節 點\n\ud800.tensor > torch.tensor"),
    )
    script = script_of(document)
    assert '"\\ud800' not in script.replace('"節\\u3000', "")
    assert 'encode("utf-8", "surrogatepass")' in script
    compile(script.encode("utf-8"), "x", "exec")


def test_workers_that_stay_are_left_out_since_they_would_draw_another_order() -> None:
    nodes = [
        node("go", "Start"),
        node("flowers", "Dataset", name="Iris"),
        node("batches", "DataLoader", num_workers=2, persistent_workers=True),
        node("say", "Print"),
    ]
    made = exported(graph(nodes, "go > flowers", "flowers.dataset > batches.dataset", "batches.dataloader > say.value"))
    assert made.script is not None
    assert "num_workers=2, prefetch_factor=2" in made.script
    assert "persistent" not in made.script
    assert [(w.reason.code, w.reason.params) for w in made.warnings] == [
        ("export_option_left_out", {"param": "persistent_workers"})
    ]
