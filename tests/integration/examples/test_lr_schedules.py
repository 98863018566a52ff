"""The example of three schedules: one start for all three, and the curves that torch's own formulas give."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
import torch

from tests.support.scripts import run_values

if TYPE_CHECKING:
    from pathlib import Path

LOOPS = ("steps-loop", "cosine-loop", "cycle-loop")


def example(repo: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((repo / "assets" / "examples" / "lr-schedules.json").read_text("utf-8"))
    return document


def test_all_three_start_from_the_saved_weights_and_are_three_models(repo: Path, tmp_path: Path) -> None:
    document = example(repo)
    document["nodes"] = [node for node in document["nodes"] if node["id"] not in LOOPS]
    document["edges"] = [edge for edge in document["edges"] if edge["target"] not in LOOPS]
    values, _ = run_values(document, tmp_path, seed=9)
    assert values is not None
    start = torch.load(values["first", "path"], weights_only=False).state_dict()
    models = [values[loop.replace("loop", "model"), "model"] for loop in LOOPS]
    assert len({id(model) for model in models}) == 3
    for model in models:
        state = model.state_dict()
        assert state.keys() == start.keys()
        assert all(torch.equal(state[name], start[name]) for name in start)


def test_its_rates_are_those_of_the_plans(repo: Path, tmp_path: Path) -> None:
    values, sinks = run_values(example(repo), tmp_path, seed=9)
    assert values is not None
    rates = {
        loop: [point.value for point in sinks.metrics if (point.node_id, point.name) == (loop, "lr")] for loop in LOOPS
    }
    assert rates["steps-loop"] == pytest.approx([0.1] * 4 + [0.0333] * 4 + [0.0110889] * 4)
    assert rates["cosine-loop"] == pytest.approx([0.05 * (1 + math.cos(math.pi * at / 12)) for at in range(12)])
    cycle = rates["cycle-loop"]
    top = cycle.index(max(cycle))
    assert all(a < b for a, b in pairwise(cycle[: top + 1]))
    assert all(a > b for a, b in pairwise(cycle[top:]))
    assert 0 < top < 11
    weights = [values[loop, "model"].state_dict()["hidden.weight"] for loop in LOOPS]
    assert not any(torch.equal(weights[a], weights[b]) for a, b in ((0, 1), (0, 2), (1, 2)))
