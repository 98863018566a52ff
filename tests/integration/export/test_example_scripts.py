"""Every example as a script, in an interpreter of its own that cannot import this program."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy
import pytest
import torch

from tests.support.scripts import REPO, exported, prepared, run_script, run_values, style_faults
from tests.support.server_process import environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.nodes import RecordingSinks

EXAMPLES = {path.stem: path for path in sorted((REPO / "assets" / "examples").glob("*.json"))}

REFUSED: dict[str, list[tuple[str, str]]] = {}
"""Examples that cannot be exported: (node, code of the reason)."""


def document(name: str) -> dict[str, Any]:
    """An example as it is in the repository."""
    found = json.loads(EXAMPLES[name].read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def loops(name: str) -> list[str]:
    """Training loops of an example, in the order in which they run."""
    return [node.id for node in prepared(document(name)).nodes if node.type == "TrainingLoop"]


def series(sinks: RecordingSinks, node_id: str) -> dict[str, list[float]]:
    """What a node recorded, by name."""
    found: dict[str, list[float]] = {}
    for point in sinks.metrics:
        if point.node_id == node_id:
            found.setdefault(point.name, []).append(point.value)
    return found


EXPORTED = [name for name in EXAMPLES if name not in REFUSED]
TRAINING = [name for name in EXPORTED if loops(name)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_is_written_as_our_own_code_or_refused_with_its_reason(name: str) -> None:
    made = exported(document(name))
    assert [(problem.node_id, problem.reason.code) for problem in made.problems] == REFUSED.get(name, [])
    assert made.script is None or style_faults(made.script) == ""


def test_there_are_examples_that_train() -> None:
    assert {"digits-cnn", "resume"} <= set(TRAINING)


def test_there_is_nothing_else_in_an_interpreter_of_its_own(tmp_path: Path) -> None:
    script = (
        "import sys\nprint('app', any(name.partition('.')[0] == 'app' for name in sys.modules), sys.flags.isolated)\n"
    )
    assert run_script(script, tmp_path) == [["app", False, 1]]


def shortened(name: str) -> dict[str, Any]:
    """The example with as many epochs as it takes to differ."""
    found = document(name)
    for one in found["nodes"]:
        if one["type"] == "TrainingLoop":
            one["data"]["params"]["epochs"] = min(one["data"]["params"]["epochs"], 3)
    return found


@pytest.mark.req("DN-006")
@pytest.mark.parametrize("name", TRAINING)
def test_a_training_example_ends_as_its_run(name: str, tmp_path: Path) -> None:
    wanted = shortened(name)
    ends_alike(wanted, exported(wanted).script, name, tmp_path)


@pytest.mark.req("DN-006")
def test_the_command_writes_such_a_script_with_no_server(tmp_path: Path) -> None:
    wanted, file, out = shortened("iris-mlp"), tmp_path / "graph.json", tmp_path / "made.py"
    file.write_text(json.dumps(wanted), "utf-8")
    command = [sys.executable, "-m", "app", "export", str(file), "-o", str(out)]
    assert subprocess.run(command, cwd=REPO, env=environment(tmp_path / "home"), check=False).returncode == 0
    assert not (tmp_path / "home" / "server.json").exists()
    ends_alike(wanted, out.read_text("utf-8"), "iris-mlp", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRAINING)
def test_a_whole_training_example_ends_as_its_run(name: str, tmp_path: Path) -> None:
    ends_alike(document(name), exported(document(name)).script, name, tmp_path)


def ends_alike(wanted: dict[str, Any], script: str | None, name: str, tmp_path: Path) -> None:
    """Run the graph and its script; every figure of every epoch is the same."""
    values, sinks = run_values(wanted, tmp_path / "run", seed=wanted["settings"]["seed"])
    assert values is not None
    assert script is not None
    shown = run_script(script, tmp_path)
    trained = [one[1] for one in shown if len(one) == 2 and isinstance(one[1], dict) and "train_loss" in one[1]]
    assert len(trained) == len(loops(name))
    for loop, figures in zip(loops(name), trained, strict=True):
        recorded = series(sinks, loop)
        for key, found in figures.items():
            assert found == pytest.approx(recorded[key], rel=1e-6, abs=1e-6), (loop, key)


@pytest.mark.parametrize("name", [name for name in EXPORTED if name not in TRAINING])
def test_any_other_example_prints_what_its_run_shows(name: str, tmp_path: Path) -> None:
    wanted = document(name)
    values, sinks = run_values(wanted, tmp_path / "run", seed=wanted["settings"]["seed"])
    script = exported(wanted).script
    assert values is not None
    assert script is not None
    shown = run_script(script, tmp_path)
    expected = shown_by_run(wanted, values)
    assert sorted(line[0] for line in shown) == sorted(expected)
    for label, found in shown:
        numpy.testing.assert_equal(found, expected[label], err_msg=label)
    assert {point.value for point in sinks.metrics} <= {found for _, found in shown if isinstance(found, float)}


def shown_by_run(wanted: dict[str, Any], values: dict[tuple[str, str], Any]) -> dict[str, Any]:
    """What Print and GraphOutput nodes were given in a run, by what a script prints before it."""
    found: dict[str, Any] = {}
    for one in prepared(wanted).nodes:
        if one.type in ("Print", "GraphOutput"):
            (wire,) = one.wires
            value = values[wire.source, wire.source_port]
            label = f"{one.params['label']}:" if one.type == "Print" else f"{one.params['name']} ="
            assert label not in found
            found[label] = value.tolist() if isinstance(value, torch.Tensor) else value
    return found
