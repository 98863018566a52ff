"""Tables and classical learners: the script in an interpreter of its own against the run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.graphs import graph, node
from tests.support.scripts import REPO, exported, run_script, run_values, script_of, style_faults

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = REPO / "assets" / "examples" / "knn-vs-tree.json"


def test_the_example_scores_as_in_its_run(tmp_path: Path) -> None:
    document = json.loads(EXAMPLE.read_text("utf-8"))
    values, _ = run_values(document, tmp_path / "run", seed=42)
    assert values is not None
    made = exported(document)
    assert made.script is not None
    assert style_faults(made.script) == ""
    assert [(w.node_id, w.reason.code) for w in made.warnings] == [("flowers", "export_needs_file")]
    shown = dict(run_script(made.script, tmp_path))
    assert shown["k-NN accuracy:"] == values["knn-accuracy", "accuracy"]
    assert shown["tree accuracy:"] == values["tree-accuracy", "accuracy"]
    assert shown["the tree:"] == values["tree", "tree_text"]


TABLES = {
    "semicolons.csv": 'name; size ;size;kind\n"a;b";1,5;2;x\nc;;3,25;y\nd;-4;1e2;x\n',
    "headerless.csv": "1,2,a\n3,?,b\n\n5,6,a\n",
    "sixteen.csv": "p\tq\n1\t2\n3\tn/a\n",
}


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("semicolons.csv", {"target_column": "kind"}),
        ("semicolons.csv", {"include_columns": "size_2, size"}),
        ("headerless.csv", {"skip_header": False, "target_column": "2"}),
        ("sixteen.csv", {"target_column": "p"}),
    ],
)
def test_tables_are_read_as_the_node_reads_them(tmp_path: Path, name: str, params: dict[str, Any]) -> None:
    (tmp_path / name).write_text(TABLES[name], encoding="utf-16" if name == "sixteen.csv" else "utf-8")
    outputs = ("tensor", "labels", "columns")
    document = graph(
        [node("go", "Start"), node("t", "CSVReader", path=str(tmp_path / name), **params)]
        + [node(f"o{i}", "GraphOutput", name=port) for i, port in enumerate(outputs)],
        *("go > t", *(f"t.{port} > o{i}.value" for i, port in enumerate(outputs))),
        settings={"device": "cpu"},
    )
    values, _ = run_values(document, tmp_path / "run")
    assert values is not None
    script = script_of(document)
    assert style_faults(script) == ""
    shown = dict(run_script(script, tmp_path))
    for port in outputs:
        value = values["t", port]
        wanted = value.tolist() if port == "tensor" else value
        assert str(shown[f"{port} ="]) == str(wanted), port  # as text: NaN differs from itself


def test_inputs_of_a_graph_are_options(tmp_path: Path) -> None:
    kinds = {"number": "2.5", "integer": "7", "boolean": "yes", "string": "hi", "json": '{"a": [1, null]}'}
    document = graph(
        [node("go", "Start"), node("needed", "GraphInput", name="seed", type="number")]
        + [node(f"i-{kind}", "GraphInput", name=kind, type=kind, default=text) for kind, text in kinds.items()]
        + [node(f"o-{kind}", "GraphOutput", name=kind) for kind in (*kinds, "seed")],
        *(f"go > i-{kind}" for kind in kinds),
        *("go > needed", "needed.value > o-seed.value"),
        *(f"i-{kind}.value > o-{kind}.value" for kind in kinds),
    )
    script = script_of(document)
    assert style_faults(script) == ""
    shown = dict(run_script(script, tmp_path, "--seed-input", "3", "--string", "ho", "--no-boolean"))
    assert shown == {
        "number =": 2.5,
        "integer =": 7,
        "boolean =": False,
        "string =": "ho",
        "json =": {"a": [1, None]},
        "seed =": 3.0,
    }
