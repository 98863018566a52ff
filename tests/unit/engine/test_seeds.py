"""Seeded runs: the same numbers everywhere, and nothing of it left behind in the process."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from app.core.vocab.run import RunStatus
from app.core.vocab.seed import node_seed
from app.engine import seeds
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, fail, graph, node
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path

    from app.engine.context import NodeContext

DRAWING = """
import json, random, sys, tempfile
from pathlib import Path
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, graph, node
from tests.support.nodes import run_context
assert "torch" not in sys.modules and "numpy" not in sys.modules
drawn = []
def draw(inputs, context):
    import numpy, torch
    drawn.append([random.random(), float(numpy.random.rand()), torch.rand(2).tolist(), context.seed])
    return {"out": 1}
with tempfile.TemporaryDirectory() as folder:
    steps = graph(node("a", draw), node("b", draw), node("c", draw, ("a",)))
    for seed in SEEDS:
        run_graph(steps, run_context(Path(folder), seed=seed), MOCKS)
print(json.dumps(drawn))
"""


def _draw(repo: Path, *run_seeds: int) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-c", DRAWING.replace("SEEDS", repr(run_seeds))],
        cwd=repo,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    drawn: list[Any] = json.loads(done.stdout)
    return drawn


def test_two_processes_draw_the_same_and_labels_and_seeds_differ(repo: Path) -> None:
    first, other = _draw(repo, 7), _draw(repo, 8, 7)
    assert first == other[3:]
    assert [row[3] for row in first] == [node_seed(7, name) for name in "abc"]
    assert len({json.dumps(row) for row in other}) == 6


def test_a_seeded_run_gives_the_process_its_random_states_back(tmp_path: Path) -> None:
    random.seed(1)
    np.random.seed(1)
    torch.manual_seed(1)
    expected = random.random(), np.random.rand(), torch.rand(1).item()
    random.seed(1)
    np.random.seed(1)
    torch.manual_seed(1)

    def draw(inputs: dict[str, Any], context: NodeContext) -> Any:
        return {"out": [random.random(), np.random.rand(), torch.rand(1)]}

    broken = fail(ValueError("x"))
    assert run_graph(graph(node("a", draw)), run_context(tmp_path, seed=3), MOCKS).status is RunStatus.SUCCEEDED
    assert run_graph(graph(node("a", broken)), run_context(tmp_path, seed=3), MOCKS).status is RunStatus.FAILED
    assert (random.random(), np.random.rand(), torch.rand(1).item()) == expected


def test_the_seed_of_a_node_is_the_one_torch_random_and_numpy_would_be_given(tmp_path: Path) -> None:
    drawn: list[Any] = []

    def draw(inputs: dict[str, Any], context: NodeContext) -> Any:
        drawn.append((random.random(), np.random.rand(), torch.rand(3).tolist()))
        return {"out": 1}

    run_graph(graph(node("a", draw)), run_context(tmp_path, seed=11), MOCKS)
    seed = node_seed(11, "a")
    torch.manual_seed(seed)
    assert drawn == [(random.Random(seed).random(), np.random.RandomState(seed).rand(), torch.rand(3).tolist())]


def test_an_unseeded_run_draws_on_and_has_no_node_seed(tmp_path: Path) -> None:
    got: list[Any] = []

    def draw(inputs: dict[str, Any], context: NodeContext) -> Any:
        got.append((context.seed, random.random()))
        return {"out": 1}

    random.seed(5)
    run_graph(graph(node("a", draw), node("b", draw, ("a",))), run_context(tmp_path), MOCKS)
    random.seed(5)
    assert got == [(None, random.random()), (None, random.random())]


def test_deterministic_holds_for_the_run_and_is_undone(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.delenv("CUBLAS_WORKSPACE_CONFIG", raising=False)
    monkeypatch.setattr(torch.backends.cudnn, "benchmark", True)
    seen: list[Any] = []

    def look(inputs: dict[str, Any], context: NodeContext) -> Any:
        seen.append(
            (
                torch.are_deterministic_algorithms_enabled(),
                torch.is_deterministic_algorithms_warn_only_enabled(),
                torch.backends.cudnn.benchmark,
                os.environ.get("CUBLAS_WORKSPACE_CONFIG"),
            )
        )
        return {"out": 1}

    run_graph(graph(node("a", look)), run_context(tmp_path, RecordingSinks(), deterministic=True), MOCKS)
    run_graph(graph(node("a", look)), run_context(tmp_path, RecordingSinks()), MOCKS)
    assert seen == [(True, True, False, ":4096:8"), (False, False, True, None)]


def test_the_deterministic_scope_ends_with_its_last_user(monkeypatch: Any) -> None:
    monkeypatch.setenv("CUBLAS_WORKSPACE_CONFIG", ":16:8")
    outer, inner = seeds.deterministic(), seeds.deterministic()
    outer.__enter__()
    inner.__enter__()
    outer.__exit__(None, None, None)
    assert torch.are_deterministic_algorithms_enabled()
    inner.__exit__(None, None, None)
    assert not torch.are_deterministic_algorithms_enabled()
    assert os.environ["CUBLAS_WORKSPACE_CONFIG"] == ":16:8"
    with seeds.deterministic(wanted=False):
        assert not torch.are_deterministic_algorithms_enabled()


def test_scopes_that_overlap_give_back_what_was_there_before_the_first() -> None:
    random.seed(1)
    expected = random.random(), random.random()
    random.seed(1)
    first, second = seeds.kept_random_state(), seeds.kept_random_state()
    first.__enter__()
    random.seed(2)
    second.__enter__()
    random.seed(3)
    first.__exit__(None, None, None)
    assert random.random() != expected[0]  # the second one still draws from its own
    second.__exit__(None, None, None)
    assert (random.random(), random.random()) == expected
