"""The TrainingLoop is, bit by bit, the loop that one would write by hand; what it reports is exact."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.engine.sinks import Artifact
from app.nodes.training.training_loop import TrainingLoop
from tests.support.training import (
    BATCHES,
    CLASSES,
    NoisyItems,
    assert_same_weights,
    loop,
    make_loader,
    make_model,
    seed_all,
)

if TYPE_CHECKING:
    from pathlib import Path


def by_hand(
    epochs: int = 3,
    clip: float = 0.0,
    accumulate: int = 1,
    max_steps: int = 0,
    precision: str = "fp32",
    schedule: Any = None,
    per_step: bool = False,
    validate: bool = False,
) -> tuple[nn.Module, list[float]]:
    """The loop without any of our code."""
    model, loader, val = make_model(), make_loader(), make_loader(seed=8)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    scheduler = schedule(optimizer) if schedule else None
    scaler = torch.amp.GradScaler("cpu", enabled=precision == "fp16")
    dtype = {"bf16": torch.bfloat16, "fp16": torch.float16}.get(precision, torch.float32)
    loss_fn = nn.CrossEntropyLoss()
    seed_all(17)
    losses, steps = [], 0
    for _ in range(epochs):
        model.train()
        total, count, pending = 0.0, 0, 0
        for number, (x, y) in enumerate(loader, 1):
            with torch.autocast("cpu", dtype=dtype, enabled=precision != "fp32"):
                loss = loss_fn(model(x), y)
            total, count, pending = total + loss.item(), count + 1, pending + 1
            scaler.scale(loss / accumulate).backward()
            if pending == accumulate or number == BATCHES:
                if clip:
                    scaler.unscale_(optimizer)
                    nn.utils.clip_grad_norm_(model.parameters(), clip)
                scaler.step(optimizer)
                scaler.update()
                optimizer.zero_grad()
                steps, pending = steps + 1, 0
                if scheduler and per_step:
                    scheduler.step()
            if max_steps and steps >= max_steps:
                break
        losses.append(total / count)
        if validate:
            model.eval()
            for x, _ in val:
                model(x)
        if scheduler and not per_step:
            scheduler.step()
        if max_steps and steps >= max_steps:
            break
    return model, losses


MATRIX: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({"epochs": 1}, {"epochs": 1}),
    ({"grad_clip_norm": 0.2}, {"clip": 0.2}),
    ({"accumulate_steps": 4}, {"accumulate": 4}),
    ({"accumulate_steps": 3, "grad_clip_norm": 0.1}, {"accumulate": 3, "clip": 0.1}),
    ({"max_steps": 8}, {"max_steps": 8}),
    ({"max_steps": BATCHES}, {"max_steps": BATCHES}),
    ({"accumulate_steps": 2, "max_steps": 4}, {"accumulate": 2, "max_steps": 4}),
    ({"precision": "bf16"}, {"precision": "bf16"}),
    ({"precision": "fp16"}, {"precision": "fp16"}),
    ({"precision": "fp16", "grad_clip_norm": 0.3}, {"precision": "fp16", "clip": 0.3}),
    ({"batch_metrics": True, "log_grad_norm": True, "log_update_ratio": True}, {}),
    ({"deterministic": True}, {}),
    ({"checkpoint_every": 1, "tensorboard": True}, {}),
]


@pytest.mark.parametrize(("params", "hand"), MATRIX, ids=[str(case[0]) for case in MATRIX])
def test_equals_the_loop_by_hand(tmp_path: Path, params: dict[str, Any], hand: dict[str, Any]) -> None:
    model, losses = by_hand(**hand)
    ours = loop(tmp_path, params)
    assert_same_weights(ours.weights, model.state_dict())
    assert ours.sinks.series("train_loss") == list(enumerate(losses, 1))
    assert ours.outputs["losses"].tolist() == torch.tensor(losses).tolist()
    assert not ours.sinks.warnings


@pytest.mark.parametrize("per_step", [False, True])
def test_schedules_and_validation_by_hand(tmp_path: Path, per_step: bool) -> None:
    model, losses = by_hand(
        schedule=lambda o: torch.optim.lr_scheduler.StepLR(o, 2, 0.5), per_step=per_step, validate=True
    )
    ours = loop(
        tmp_path,
        {"scheduler_step": "optimizer_step" if per_step else "epoch"},
        scheduler={"type": "StepLR", "step_size": 2, "gamma": 0.5},
        validate=make_loader(seed=8),
    )
    assert_same_weights(ours.weights, model.state_dict())
    assert ours.sinks.series("train_loss") == list(enumerate(losses, 1))
    rates = [0.01 * 0.5 ** ((n * BATCHES - 1) // 2) for n in (1, 2, 3)] if per_step else [0.01, 0.01, 0.005]
    assert ours.sinks.series("lr") == list(enumerate(rates, 1))


def test_metrics_have_their_names_and_steps(tmp_path: Path) -> None:
    params = {"epochs": 2, "batch_metrics": True, "log_interval": 4, "log_grad_norm": True, "grad_clip_norm": 0.05}
    more = {"log_update_ratio": True, "val_every_steps": 5, "early_stopping_patience": 5}
    ours = loop(tmp_path, {**params, **more}, validate=make_loader(seed=8))
    steps = list(range(1, 2 * BATCHES + 1))
    series = {p.name: [step for step, _ in ours.sinks.series(p.name)] for p in ours.sinks.metrics}
    assert series == {
        "train_loss_batch": [4, 8, 12],
        "grad_norm": steps,
        "grad_norm_clipped": steps,
        "update_ratio": steps,
        "val_loss_step": [5, 10],
        "train_loss": [1, 2],
        "lr": [1, 2],
        "val_loss": [1, 2],
        "val_accuracy": [1, 2],
        "patience_counter": [1, 2],
        "best_epoch": [1, 2],
    }
    assert {p.node_id for p in ours.sinks.metrics} == {"n1"}
    norms, clipped = ours.sinks.series("grad_norm"), ours.sinks.series("grad_norm_clipped")
    assert [min(value, 0.05) for _, value in norms] == pytest.approx([value for _, value in clipped])
    assert all(0 < value < 1 for _, value in ours.sinks.series("update_ratio"))


def test_grad_norm_without_clipping(tmp_path: Path) -> None:
    ours = loop(tmp_path, {"epochs": 1, "log_grad_norm": True})
    assert len(ours.sinks.series("grad_norm")) == BATCHES
    assert not ours.sinks.series("grad_norm_clipped")


class Fast(TrainingLoop):
    """Every look at the clock is 0.3 s later: every second batch may report."""

    ticks = 0

    @staticmethod
    def clock() -> float:
        Fast.ticks += 1
        return Fast.ticks * 0.3


def test_progress_frames(tmp_path: Path) -> None:
    Fast.ticks = 0
    ours = loop(tmp_path, {"epochs": 2, "accumulate_steps": 2}, node=Fast, validate=make_loader(seed=8))
    kinds = [frame["event"] for frame in ours.frames]
    assert kinds == ["config", "batch", "batch", "batch", "epoch", "batch", "batch", "batch", "epoch"]
    assert ours.frames[0]["config"] == {
        "model_class": "Sequential",
        "params": 91,
        "trainable": 91,
        "optimizer": "Adam",
        "lr": 0.01,
        "loss_fn": "CrossEntropyLoss",
        "epochs": 2,
        "start_epoch": 0,
        "device": "cpu",
        "batch_size": 4,
        "early_stopping": False,
        "patience": 0,
        "grad_clip_norm": 0.0,
        "has_validation": True,
        "has_lr_scheduler": False,
        "precision": "fp32",
        "precision_requested": "fp32",
        "accumulate_steps": 2,
        "effective_batch_size": 8,
    }
    batch = ours.frames[1]
    assert (batch["epoch"], batch["batch"], batch["total_batches"]) == (1, 2, BATCHES)
    assert isinstance(batch["loss"], float)
    last = ours.frames[-1]
    losses = [value for _, value in ours.sinks.series("train_loss")]
    val = [value for _, value in ours.sinks.series("val_loss")]
    assert last == {
        "event": "epoch",
        "epoch": 2,
        "total_epochs": 2,
        "loss": losses[1],
        "losses": losses,
        "lr": 0.01,
        "val_loss": val[1],
        "val_losses": val,
    }


def test_validation_figures(tmp_path: Path) -> None:
    items = NoisyItems(noise=0)
    ours = loop(tmp_path, {"epochs": 1}, loss={"ignore_index": 1}, validate=make_loader(items, shuffle=False))
    model = ours.outputs["model"].eval()
    with torch.no_grad():
        output = model(items.x)
    counted = items.y != 1
    expected = (output.argmax(1) == items.y)[counted].float().mean().item()
    batches = [
        nn.functional.cross_entropy(output[i : i + 4], items.y[i : i + 4], ignore_index=1).item()
        for i in range(0, 22, 4)
    ]
    assert ours.sinks.series("val_accuracy")[0][1] == pytest.approx(expected)
    assert ours.sinks.series("val_loss")[0][1] == pytest.approx(sum(batches) / BATCHES, rel=1e-5)


def test_early_stopping_restores_the_best_weights(tmp_path: Path) -> None:
    params = {"epochs": 30, "early_stopping_patience": 2}
    ours = loop(tmp_path, params, optimizer={"lr": 0.5}, validate=make_loader(NoisyItems(noise=0), seed=8))
    values = [value for _, value in ours.sinks.series("val_loss")]
    best = values.index(min(values)) + 1
    assert len(values) == best + 2 < 30
    metrics = ours.outputs["metrics"]
    assert (metrics["best_epoch"], metrics["stopped_early"]) == (best, True)
    assert [v for _, v in ours.sinks.series("patience_counter")][-3:] == [0, 1, 2]
    upto = loop(tmp_path, {"epochs": best}, optimizer={"lr": 0.5}, validate=make_loader(NoisyItems(noise=0), seed=8))
    assert_same_weights(ours.weights, upto.weights)


def test_a_stop_keeps_the_newest_weights_not_the_best(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"optimizer": {"lr": 0.5}}
    val = make_loader(NoisyItems(noise=0), seed=8)
    ours = loop(tmp_path, {"epochs": 9, "early_stopping_patience": 9}, validate=val, stop_after=25, **settings)
    assert ours.interrupted is not None
    saved = torch.load(ours.interrupted["checkpoint_path"], weights_only=True)
    assert_same_weights(ours.weights, saved["model_state_dict"])
    best = saved["cdui"]["early"]["weights"]
    assert not torch.equal(best["0.weight"], ours.weights["0.weight"])


def test_a_stop_reports_where_it_was(tmp_path: Path) -> None:
    ours = loop(tmp_path, {}, stop_after=BATCHES + 2)
    path = tmp_path / "data" / "models" / "interrupted" / f"{'0' * 32}_n1.pt"
    assert ours.interrupted == {"epoch": 1, "batch": 2, "checkpoint_path": str(path)}
    assert ours.sinks.artifacts == [
        Artifact("checkpoint", str(path), "n1", {"reason": "interrupted", "epoch": 1, "batch": 2})
    ]
    saved = torch.load(path, weights_only=True)
    assert set(saved) == {"epoch", "model_state_dict", "optimizer_state_dict", "losses", "cdui"}
    assert {"batch", "python", "numpy", "torch", "loader_rng", "order"} <= set(saved["cdui"])
    assert saved["epoch"] == 1
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_without_a_place_for_rows_no_checkpoint_is_written(tmp_path: Path) -> None:
    params = {"checkpoint_every": 1, "checkpoint_every_steps": 2, "tensorboard": True}
    ours = loop(tmp_path, params, stop_after=8, can_record_artifacts=False)
    assert ours.interrupted is not None
    assert ours.interrupted["checkpoint_path"] is None
    assert not ours.sinks.artifacts
    assert not list((tmp_path / "data" / "models").iterdir())


def test_periodic_checkpoints(tmp_path: Path) -> None:
    ours = loop(tmp_path, {"epochs": 4, "checkpoint_every": 2, "checkpoint_every_steps": 9})
    folder = tmp_path / "data" / "models" / "periodic"
    names = [f"{'0' * 32}_n1_{place}.pt" for place in ("e00001_b000003", "e00002", "e00003", "e00004")]
    expected = [
        {"reason": "periodic", "epoch": 1, "batch": 3},
        {"reason": "periodic", "epoch": 2},
        {"reason": "periodic", "epoch": 2, "batch": 6},
        {"reason": "periodic", "epoch": 4},
    ]
    assert [a.meta for a in ours.sinks.artifacts] == expected
    assert sorted(p.name for p in folder.iterdir()) == sorted(
        [names[0], names[1], f"{'0' * 32}_n1_e00002_b000006.pt", names[3]]
    )
    assert len(torch.load(folder / names[3], weights_only=True)["losses"]) == 4


def test_epochs_are_absolute(tmp_path: Path) -> None:
    ours = loop(tmp_path, {"epochs": 5, "batch_metrics": True}, inputs={"start_epoch": 3})
    assert [step for step, _ in ours.sinks.series("train_loss")] == [4, 5]
    assert [step for step, _ in ours.sinks.series("train_loss_batch")] == list(range(3 * BATCHES + 1, 5 * BATCHES + 1))
    assert len(ours.outputs["losses"]) == 2
    done = loop(tmp_path, {"epochs": 5}, inputs={"start_epoch": torch.tensor(5)})
    assert (done.outputs["losses"].tolist(), done.sinks.metrics) == ([], [])
    assert done.outputs["__log__"] == "nothing to do: epoch 5 of 5 was already trained"


def test_a_fresh_schedule_is_replayed(tmp_path: Path) -> None:
    ours = loop(
        tmp_path, {"epochs": 4}, scheduler={"type": "StepLR", "step_size": 2, "gamma": 0.5}, inputs={"start_epoch": 3}
    )
    assert ours.sinks.series("lr") == [(4, 0.005)]


def test_a_plateau_that_cannot_be_replayed_warns(tmp_path: Path) -> None:
    ours = loop(tmp_path, {"epochs": 2}, scheduler={"type": "ReduceLROnPlateau"}, inputs={"start_epoch": 1})
    assert [kind for kind, _ in ours.sinks.warnings] == ["schedule_not_replayed"]


def test_an_optimizer_of_another_model_is_rebuilt_with_a_warning(tmp_path: Path) -> None:
    other = torch.optim.Adam(nn.Linear(2, 2).parameters(), lr=0.01)
    ours = loop(tmp_path, {}, inputs={"optimizer": other})
    assert_same_weights(ours.weights, by_hand()[0].state_dict())
    ((kind, payload),) = ours.sinks.warnings
    assert (kind, payload["code"], payload["params"], payload["node_id"]) == (
        "optimizer_rebuilt",
        "optimizer_rebuilt",
        {"type": "Adam"},
        "n1",
    )


def test_a_loss_without_reduction_is_averaged(tmp_path: Path) -> None:
    ours = loop(tmp_path, {}, loss={"reduction": "none"})
    assert_same_weights(ours.weights, loop(tmp_path, {}).weights)


def test_a_loss_that_is_no_number_warns_once_and_training_goes_on(tmp_path: Path) -> None:
    items = NoisyItems(noise=0)
    items.x[:] = float("nan")
    ours = loop(tmp_path, {"epochs": 2}, loader=make_loader(items))
    assert [(kind, payload["params"]) for kind, payload in ours.sinks.warnings] == [("loss_not_finite", {"batch": 1})]
    assert len(ours.sinks.series("train_loss")) == 2
    epochs = [frame for frame in ours.frames if frame["event"] == "epoch"]
    assert [frame["losses"] for frame in epochs] == [[None], [None, None]]


def test_several_inputs(tmp_path: Path) -> None:
    class Twice(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.fc = nn.Linear(10, CLASSES)

        def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            return self.fc(torch.cat([a, b], 1))  # type: ignore[no-any-return]

    items = [((torch.randn(5), torch.randn(5)), n % 3) for n in range(8)]
    ours = loop(tmp_path, {}, model=Twice(), loader=make_loader(items))  # type: ignore[arg-type]
    assert len(ours.outputs["losses"]) == 3
