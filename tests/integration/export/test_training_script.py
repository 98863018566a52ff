"""Training: the script in an interpreter of its own against the run with the same seed, figure by figure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.graphs import graph, node
from tests.support.scripts import exported, run_values, script_of, style_faults

if TYPE_CHECKING:
    from pathlib import Path


LAYERS = json.dumps(
    {
        "version": 2,
        "nodes": [
            {"id": "in", "type": "Input", "ports": [{"id": "x", "name": "x"}]},
            {"id": "hidden", "type": "Linear", "params": {"in_features": 4, "out_features": 8}},
            {"id": "drop", "type": "Dropout", "params": {"p": 0.2}},
            {"id": "wide", "type": "Linear", "params": {"in_features": 4, "out_features": 8}},
            {"id": "act", "type": "Tanh"},
            {"id": "sum", "type": "Add"},
            {"id": "kinds", "type": "Linear", "params": {"in_features": 8, "out_features": 3}},
            {"id": "out", "type": "Output", "ports": [{"id": "y", "name": "y"}]},
        ],
        "edges": [
            {"source": source, "target": target}
            for source, target in (
                *(("in", "hidden"), ("hidden", "drop"), ("in", "wide"), ("wide", "act"), ("drop", "sum")),
                *(("act", "sum"), ("sum", "kinds"), ("kinds", "out")),
            )
        ],
    }
)


def training(
    loop: dict[str, Any],
    optimizer: dict[str, Any] | None = None,
    schedule: dict[str, Any] | None = None,
    loss: dict[str, Any] | None = None,
    has_validation: bool = True,
) -> dict[str, Any]:
    """Iris, a model with two branches, one loop; losses and an evaluation are outputs."""
    nodes = [
        node("go", "Start"),
        node("flowers", "Dataset", name="Iris"),
        node("others", "Dataset", name="Iris", split="test"),
        node("net", "SequentialModel", layers=LAYERS),
        node("batches", "DataLoader", batch_size=16),
        node("judge", "DataLoader", batch_size=20, shuffle=False),
        node("cost", "Loss", **(loss or {})),
        node("steps", "Optimizer", **{"lr": 0.01, **(optimizer or {})}),
        node("loop", "TrainingLoop", **{"epochs": 3, **loop}),
        node("score", "EvaluateModel", batch_size=7),
        node("o1", "GraphOutput", name="losses"),
        node("o2", "GraphOutput", name="accuracy"),
    ]
    wires = [
        *("go > flowers", "go > others", "go > net", "go > cost"),
        *("flowers.dataset > batches.dataset", "others.dataset > judge.dataset", "net.model > steps.model"),
        *("net.model > loop.model", "batches.dataloader > loop.dataloader", "steps.optimizer > loop.optimizer"),
        *("cost.loss_fn > loop.loss_fn", "loop.model > score.model", "others.dataset > score.dataset"),
        *("loop.losses > o1.value", "score.accuracy > o2.value"),
    ]
    if has_validation:
        nodes.append(node("o3", "GraphOutput", name="val_losses"))
        wires += ["judge.dataloader > loop.val_dataloader", "loop.val_losses > o3.value"]
    if schedule is not None:
        nodes.append(node("plan", "LRScheduler", **schedule))
        wires += ["steps.optimizer > plan.optimizer", "plan.scheduler > loop.lr_scheduler"]
    return graph(nodes, *wires, settings={"device": "cpu"})


STEPS = {"scheduler_step": "optimizer_step"}
CASES: dict[str, dict[str, Any]] = {
    "plain": {"loop": {}, "has_validation": False},
    "validated": {"loop": {}},
    "clipped": {"loop": {"grad_clip_norm": 0.05}, "optimizer": {"type": "SGD", "momentum": 0.9, "nesterov": True}},
    "accumulated": {"loop": {"accumulate_steps": 3, "max_steps": 5, "val_every_steps": 2}},
    "limited": {"loop": {"max_steps": 8}, "loss": {"reduction": "none"}},
    "stopped early": {
        "loop": {"epochs": 9, "early_stopping_patience": 1, "monitor": "val_accuracy"},
        "optimizer": {"type": "SGD", "lr": 0.3},
    },
    "watched": {"loop": {"epochs": 6, "early_stopping_patience": 1}, "optimizer": {"type": "RMSprop", "lr": 0.05}},
    "bf16": {"loop": {"precision": "bf16"}},
    "batches": {"loop": {"batch_metrics": True, "log_interval": 3, "deterministic": True}},
    "weighted": {"loop": {}, "loss": {"weight": "1, 2, 0.5", "label_smoothing": 0.1, "ignore_index": 1}},
    "plateau": {"loop": {}, "schedule": {"type": "ReduceLROnPlateau"}, "optimizer": {"type": "Adagrad", "lr": 0.5}},
    "one cycle": {"loop": STEPS, "schedule": {"type": "OneCycleLR", "total_steps": 9}, "optimizer": {"type": "NAdam"}},
    "cosine": {"loop": STEPS, "schedule": {"type": "warmup_cosine", "warmup_steps": 3, "total_steps": 12}},
    "constant": {"loop": {}, "schedule": {"type": "constant_with_warmup", "warmup_steps": 2}},
    "decays": {"loop": {}, "schedule": {"type": "MultiStepLR", "step_size": 1}, "optimizer": {"type": "AdamW"}},
}


@pytest.mark.parametrize("case", CASES)
def test_each_option_of_a_loop_gives_what_the_run_gives(
    case: str, tmp_path: Path, run_here: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = training(**CASES[case])
    values, _ = run_values(document, tmp_path, seed=3)
    assert values is not None
    script = script_of(document, seed=3)
    assert style_faults(script) == "", script
    shown = run_here(script)
    assert shown["losses ="] == pytest.approx(values["loop", "losses"].tolist(), rel=1e-6, abs=1e-6)
    assert shown["accuracy ="] == values["score", "accuracy"]
    if "val_losses =" in shown:
        assert shown["val_losses ="] == pytest.approx(values["loop", "val_losses"].tolist(), rel=1e-6, abs=1e-6)
    assert len(shown["losses ="]) == len(values["loop", "losses"])


def test_options_that_are_off_leave_no_line() -> None:
    script = script_of(training({}, has_validation=False), seed=1)
    for word in ("scheduler", "scaler", "patience", "clip", "accumulate", "autocast", "validate", "max_steps", "copy"):
        assert word not in script, word


def test_records_beside_the_training_are_left_out_with_a_warning() -> None:
    made = exported(training({"tensorboard": True, "checkpoint_every": 2}))
    assert made.script is not None
    assert [(w.reason.code, w.reason.params["param"]) for w in made.warnings] == [
        ("export_option_left_out", "tensorboard"),
        ("export_option_left_out", "checkpoint_every"),
    ]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"strategy": "ddp"}, "export_value_unsupported"),
        ({"scheduler_step": "optimizer_step"}, "plateau_needs_epochs"),
    ],
)
def test_what_has_no_form_as_a_script_is_refused(change: dict[str, Any], code: str) -> None:
    made = exported(training(change, schedule={"type": "ReduceLROnPlateau"}))
    assert [(p.node_id, p.reason.code) for p in made.problems] == [("loop", code)]
