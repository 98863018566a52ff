"""Scripts that go on from checkpoints of runs, of scripts and of other programs, against runs that do the same."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest
import torch

from tests.integration.export.test_training_script import LAYERS
from tests.support.graphs import graph, node
from tests.support.scripts import exported, run_values, script_of, style_faults

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DATA = [
    node("go", "Start"),
    node("flowers", "Dataset", name="Iris"),
    node("others", "Dataset", name="Iris", split="test"),
    node("net", "SequentialModel", layers=LAYERS),
    node("batches", "DataLoader", batch_size=16),
    node("judge", "DataLoader", batch_size=20),
    node("cost", "Loss"),
]
WIRES = [
    *("go > flowers", "go > others", "go > net", "go > cost"),
    *("flowers.dataset > batches.dataset", "others.dataset > judge.dataset", "net.model > steps.model"),
]


def loop(model: str, optimizer: str, to: str = "loop") -> list[str]:
    """What feeds a loop."""
    return [
        *(f"{model}.model > {to}.model", f"batches.dataloader > {to}.dataloader", f"cost.loss_fn > {to}.loss_fn"),
        *(f"{optimizer}.optimizer > {to}.optimizer", f"judge.dataloader > {to}.val_dataloader"),
    ]


def saving(settings: dict[str, Any], optimizer: dict[str, Any], schedule: dict[str, Any] | None) -> dict[str, Any]:
    """Trains and writes c.pt."""
    nodes = [*DATA, node("steps", "Optimizer", **optimizer), node("loop", "TrainingLoop", **settings)]
    nodes.append(node("save", "CheckpointSaver", path="c.pt"))
    wires = [*WIRES, *loop("net", "steps"), "loop.model > save.model", "loop.optimizer > save.optimizer"]
    if schedule:
        nodes.append(node("plan", "LRScheduler", **schedule))
        wires += ["steps.optimizer > plan.optimizer", "plan.scheduler > loop.lr_scheduler"]
    return graph(nodes, *wires, settings={"device": "cpu"})


def going_on(
    settings: dict[str, Any], optimizer: dict[str, Any], schedule: dict[str, Any] | None, restored: bool
) -> dict[str, Any]:
    """Goes on from c.pt. restored: the schedule goes through the loader."""
    nodes = [*DATA, node("steps", "Optimizer", **optimizer), node("loop", "TrainingLoop", **settings)]
    nodes += [node("load", "CheckpointLoader", path="c.pt"), node("o", "GraphOutput", name="losses")]
    wires = [*WIRES, *loop("load", "load"), "net.model > load.model", "steps.optimizer > load.optimizer"]
    wires += ["load.epoch > loop.start_epoch", "loop.losses > o.value"]
    if schedule:
        nodes.append(node("plan", "LRScheduler", **schedule))
        wires.append("steps.optimizer > plan.optimizer")
        to_load = ["plan.scheduler > load.lr_scheduler", "load.lr_scheduler > loop.lr_scheduler"]
        wires += to_load if restored else ["plan.scheduler > loop.lr_scheduler"]
    return graph(nodes, *wires, settings={"device": "cpu"})


ADAM = {"lr": 0.01}
STEP = {"type": "StepLR", "step_size": 1, "gamma": 0.5}
CYCLE = {"type": "OneCycleLR", "total_steps": 40, "max_lr": 0.1}
PER_STEP = {"scheduler_step": "optimizer_step"}
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any] | None]] = {
    "after an epoch": ({}, ADAM, None),
    "within an epoch": ({"max_steps": 11}, ADAM, None),
    "with a schedule": ({"max_steps": 11}, ADAM, STEP),
    "with a schedule by steps": ({"max_steps": 11, **PER_STEP}, {"type": "SGD", "lr": 0.1, "momentum": 0.9}, CYCLE),
    "accumulated": ({"max_steps": 5, "accumulate_steps": 3}, ADAM, STEP),
    "scaled": ({"precision": "fp16", "max_steps": 9}, ADAM, None),
}


def first_of(settings: dict[str, Any]) -> dict[str, Any]:
    return {**settings, "epochs": 2}


def rest_of(settings: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in {**settings, "epochs": 4}.items() if key != "max_steps"}


@pytest.mark.parametrize("restored", [True, False])
@pytest.mark.parametrize("case", CASES)
def test_a_script_goes_on_from_a_runs_checkpoint(
    case: str,
    restored: bool,
    tmp_path: Path,
    run_here: Callable[[str], dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings, optimizer, schedule = CASES[case]
    saved, _ = run_values(saving(first_of(settings), optimizer, schedule), tmp_path, seed=3)
    assert saved is not None
    document = going_on(rest_of(settings), optimizer, schedule, restored)
    values, _ = run_values(document, tmp_path, seed=9)
    assert values is not None
    shutil.copy(next((tmp_path / "data").rglob("c.pt")), tmp_path / "c.pt")
    monkeypatch.chdir(tmp_path)
    script = script_of(document, seed=9)
    assert style_faults(script) == "", script
    assert run_here(script)["losses ="] == pytest.approx(values["loop", "losses"].tolist(), rel=1e-6)


@pytest.mark.parametrize("case", CASES)
def test_a_script_goes_on_from_its_own_checkpoint_as_if_nothing_had_been(
    case: str, tmp_path: Path, run_here: Callable[[str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, optimizer, schedule = CASES[case]
    whole = saving({**rest_of(settings), "epochs": 4}, optimizer, schedule)
    whole["nodes"].append(node("o", "GraphOutput", name="losses"))
    whole["edges"] += graph([], "loop.losses > o.value")["edges"]
    monkeypatch.chdir(tmp_path)
    wanted = run_here(script_of(whole, seed=3))["losses ="]
    first = script_of(saving(first_of(settings), optimizer, schedule), seed=3)
    assert style_faults(first) == "", first
    run_here(first)
    rest = run_here(script_of(going_on(rest_of(settings), optimizer, schedule, True), seed=8))["losses ="]
    assert rest == pytest.approx(wanted[-len(rest) :], rel=1e-6)


@pytest.mark.parametrize("schedule", [None, STEP, CYCLE, {"type": "ReduceLROnPlateau"}])
def test_a_checkpoint_of_another_program_goes_on_at_the_next_epoch(
    schedule: dict[str, Any] | None,
    tmp_path: Path,
    run_here: Callable[[str], dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saved, _ = run_values(saving({"epochs": 2}, ADAM, None), tmp_path, seed=3)
    assert saved is not None
    path = next((tmp_path / "data").rglob("c.pt"))
    content = torch.load(path, weights_only=True)
    torch.save({key: content[key] for key in ("epoch", "model_state_dict", "optimizer_state_dict")}, path)
    shutil.copy(path, tmp_path / "c.pt")
    document = going_on({"epochs": 4}, ADAM, schedule, False)
    values, _ = run_values(document, tmp_path, seed=9)
    assert values is not None
    monkeypatch.chdir(tmp_path)
    script = script_of(document, seed=9)
    assert style_faults(script) == "", script
    assert run_here(script)["losses ="] == pytest.approx(values["loop", "losses"].tolist(), rel=1e-6)


def test_what_no_script_notes_is_refused() -> None:
    early = going_on({"epochs": 4, "early_stopping_patience": 2}, ADAM, None, False)
    assert [(p.node_id, p.port, p.reason.code) for p in exported(early).problems] == [
        ("loop", "start_epoch", "export_port_unsupported")
    ]
