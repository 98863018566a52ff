"""A run that is stopped anywhere and resumed from its interrupt checkpoint ends as one that was never stopped."""

from __future__ import annotations

import itertools
import random
from contextlib import nullcontext
from multiprocessing import forkserver, resource_tracker
from typing import TYPE_CHECKING, Any

import numpy
import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes._torch.loading import worker_context
from app.nodes.io.checkpoint_saver import CheckpointSaver
from app.nodes.training.lr_scheduler import TYPES as SCHEDULERS
from app.nodes.training.optimizer import TYPES as OPTIMIZERS
from tests.support.nodes import call
from tests.support.training import (
    BATCHES,
    NoisyItems,
    Trained,
    assert_same_weights,
    loop,
    make_loader,
    make_model,
    seed_all,
)

if TYPE_CHECKING:
    from pathlib import Path

CUTS = (1, 4, BATCHES, BATCHES + 1, 2 * BATCHES + 5)
_SHORT = {"warmup_steps": 2, "total_steps": 5, "step_size": 1, "T_max": 2, "gamma": 0.5}
_PER_STEP = {"warmup_steps": 4, "total_steps": 14, "step_size": 3, "T_max": 5, "gamma": 0.7}


@pytest.fixture(scope="module", autouse=True)
def _fork_server() -> None:
    """Start what lives as long as the interpreter before a test takes stock of open pipes."""
    worker_context()  # which says that the server has torch loaded
    forkserver.ensure_running()
    resource_tracker.ensure_running()


def resumed(root: Path, cut: int, params: dict[str, Any], **settings: Any) -> tuple[Trained, Trained]:
    """(never stopped, stopped after `cut` batches and resumed); settings are called for each loop anew."""

    def fresh() -> dict[str, Any]:
        return {name: value() if callable(value) else value for name, value in settings.items()}

    whole = loop(root / "whole", params, **fresh())
    stopped = loop(root / "stopped", params, stop_after=cut, **fresh())
    assert stopped.interrupted is not None
    again = loop(root / "again", params, resume=stopped.interrupted["checkpoint_path"], **fresh())
    assert again.interrupted is None
    return whole, again


def check(root: Path, cut: int, params: dict[str, Any], **settings: Any) -> None:
    whole, again = resumed(root, cut, params, **settings)
    assert_same_weights(again.weights, whole.weights)
    kept = len(again.outputs["losses"])
    assert kept
    assert again.outputs["losses"].tolist() == whole.outputs["losses"].tolist()[-kept:]
    for name in ("train_loss", "lr", "val_loss", "val_accuracy", "patience_counter", "best_epoch"):
        expected = whole.sinks.series(name)
        found = again.sinks.series(name)
        assert found == (expected[-len(found) :] if found else [])
        assert bool(found) == bool(expected)


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_every_optimizer(tmp_path: Path, optimizer: str) -> None:
    momentum = {"momentum": 0.9} if optimizer in ("SGD", "RMSprop") else {}
    check(tmp_path, BATCHES + 2, {}, optimizer={"type": optimizer, "weight_decay": 0.01, **momentum})


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_every_schedule_by_epochs(tmp_path: Path, scheduler: str) -> None:
    check(tmp_path, 2 * BATCHES + 1, {}, scheduler={"type": scheduler, **_SHORT})


@pytest.mark.parametrize("scheduler", [name for name in SCHEDULERS if name != "ReduceLROnPlateau"])
def test_every_schedule_by_steps(tmp_path: Path, scheduler: str) -> None:
    check(tmp_path, 3, {"scheduler_step": "optimizer_step"}, scheduler={"type": scheduler, **_PER_STEP})


@pytest.mark.parametrize("cut", range(1, 3 * BATCHES))
def test_every_batch(tmp_path: Path, cut: int) -> None:
    check(tmp_path, cut, {})


@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize("cut", [3, BATCHES + 3])
def test_loader_workers_that_draw_random_numbers(tmp_path: Path, cut: int, persistent: bool) -> None:
    check(tmp_path, cut, {"epochs": 2}, loader=lambda: make_loader(workers=2, persistent_workers=persistent))


def test_persistent_workers_change_no_item(tmp_path: Path) -> None:
    """The same draws in every epoch; also after one that was left in its middle."""

    def epochs(persistent: bool) -> list[torch.Tensor]:
        loader = make_loader(workers=2, persistent_workers=persistent)
        first = [next(iter(loader))[0]]
        return first + [x for _ in range(2) for x, _ in loader]

    kept, anew = epochs(persistent=True), epochs(persistent=False)
    assert len(kept) == len(anew) == 1 + 2 * BATCHES
    assert all(torch.equal(a, b) for a, b in zip(kept, anew, strict=True))


@pytest.mark.parametrize("cut", [2, 3, BATCHES - 1, BATCHES + 4])
def test_accumulated_windows_are_discarded_and_made_again(tmp_path: Path, cut: int) -> None:
    check(tmp_path, cut, {"accumulate_steps": 4, "grad_clip_norm": 0.5})


@pytest.mark.parametrize("cut", [1, BATCHES + 2])
def test_fp16_scaling(tmp_path: Path, cut: int) -> None:
    check(tmp_path, cut, {"precision": "fp16"})


def test_bf16(tmp_path: Path) -> None:
    check(tmp_path, 4, {"precision": "bf16"})


@pytest.mark.parametrize("monitor", ["val_loss", "val_accuracy"])
def test_early_stopping_goes_on_counting(tmp_path: Path, monitor: str) -> None:
    check(
        tmp_path,
        2 * BATCHES + 2,
        {"epochs": 9, "early_stopping_patience": 2, "monitor": monitor},
        optimizer={"lr": 0.3},
        validate=lambda: make_loader(seed=8),
    )


def test_max_steps_and_validation_by_steps(tmp_path: Path) -> None:
    params = {"max_steps": 2 * BATCHES + 3, "val_every_steps": 4, "log_grad_norm": True, "log_update_ratio": True}
    check(tmp_path, BATCHES + 3, params, validate=lambda: make_loader(seed=8))


def test_a_loader_without_a_generator_draws_from_the_global_state(tmp_path: Path) -> None:
    def plain() -> Any:
        from torch.utils.data import DataLoader

        return DataLoader(NoisyItems(), batch_size=4, shuffle=True)

    check(tmp_path, BATCHES + 2, {}, loader=plain)


def test_a_stop_while_batches_are_skipped_keeps_the_place(tmp_path: Path) -> None:
    whole = loop(tmp_path / "whole", {})
    first = loop(tmp_path / "a", {}, stop_after=5)
    assert first.interrupted is not None
    second = loop(tmp_path / "b", {}, stop_after=2, resume=first.interrupted["checkpoint_path"])
    assert second.interrupted is not None
    assert (second.interrupted["epoch"], second.interrupted["batch"]) == (0, 5)
    third = loop(tmp_path / "c", {}, resume=second.interrupted["checkpoint_path"])
    assert_same_weights(third.weights, whole.weights)


@pytest.mark.parametrize("looks", [2, BATCHES + 3, 2 * BATCHES - 1, 3 * BATCHES + 1])
@pytest.mark.parametrize("accumulate", [1, 4])
def test_a_stop_in_the_middle_of_a_validation(tmp_path: Path, looks: int, accumulate: int) -> None:
    """By steps or at the end of an epoch; the validation that was cut short is made again, from the same state."""
    params = {"val_every_steps": 4, "scheduler_step": "optimizer_step", "accumulate_steps": accumulate}
    settings: dict[str, Any] = {"scheduler": {"type": "warmup_cosine", **_PER_STEP}}
    whole = loop(tmp_path / "whole", params, validate=make_loader(seed=8), **settings)
    stopped = loop(tmp_path / "a", params, validate=make_loader(seed=8), stop_in_validation=looks, **settings)
    assert stopped.interrupted is not None
    path = stopped.interrupted["checkpoint_path"]
    again = loop(tmp_path / "b", params, validate=make_loader(seed=8), resume=path, **settings)
    assert_same_weights(again.weights, whole.weights)
    for name in ("train_loss", "lr", "val_loss", "val_loss_step"):
        found = again.sinks.series(name)
        expected = whole.sinks.series(name)
        assert found == expected[len(expected) - len(found) :]
        steps = [step for step, _ in stopped.sinks.series(name)] + [step for step, _ in found]
        assert steps == [step for step, _ in expected], name


@pytest.mark.parametrize("params", [{"checkpoint_every": 1}, {"checkpoint_every_steps": 5}], ids=str)
def test_every_periodic_checkpoint_resumes_exactly(tmp_path: Path, params: dict[str, Any]) -> None:
    settings: dict[str, Any] = {"scheduler": {"type": "StepLR", "step_size": 1, "gamma": 0.5}}
    whole = loop(tmp_path / "whole", params, **settings)
    files = [artifact.path for artifact in whole.sinks.artifacts]
    assert len(files) == 3
    for number, path in enumerate(files[:2] if "checkpoint_every" in params else files):
        again = loop(tmp_path / str(number), params, resume=path, **settings)
        assert_same_weights(again.weights, whole.weights)


def test_a_schedule_made_after_the_checkpoint_was_loaded(tmp_path: Path) -> None:
    """LRScheduler may stand behind CheckpointLoader in the graph; making it changes the optimizer's rates again."""
    from app.nodes.io.checkpoint_loader import CheckpointLoader
    from app.nodes.training.lr_scheduler import LRScheduler
    from app.nodes.training.optimizer import Optimizer

    schedule = {"type": "OneCycleLR", "total_steps": 3 * BATCHES, "max_lr": 0.05}
    params = {"scheduler_step": "optimizer_step"}
    whole = loop(tmp_path / "whole", params, scheduler=schedule)
    stopped = loop(tmp_path / "stopped", params, scheduler=schedule, stop_after=8)
    assert stopped.interrupted is not None
    model = make_model()
    optimizer = call(Optimizer, tmp_path, {"model": model}, {"lr": 0.01})["optimizer"]
    path = stopped.interrupted["checkpoint_path"]
    loaded = call(CheckpointLoader, tmp_path, {"model": model, "optimizer": optimizer}, {"path": path})
    late = call(LRScheduler, tmp_path, {"optimizer": loaded["optimizer"]}, schedule)["scheduler"]
    inputs = {"optimizer": optimizer, "lr_scheduler": late, "start_epoch": loaded["epoch"]}
    again = loop(tmp_path / "again", params, model=model, inputs=inputs)
    assert_same_weights(again.weights, whole.weights)


@pytest.mark.parametrize("steps", [2, BATCHES, BATCHES + 2])
@pytest.mark.parametrize("scheduler", ["StepLR", "ReduceLROnPlateau"])
def test_a_saver_behind_a_loop_keeps_its_exact_place(tmp_path: Path, steps: int, scheduler: str) -> None:
    """CheckpointSaver -> CheckpointLoader -> TrainingLoop equals one loop; also inside an epoch, which was judged."""

    def settings() -> dict[str, Any]:
        schedule = {"type": scheduler, "step_size": 1, "gamma": 0.5}
        return {"scheduler": schedule, "validate": make_loader(seed=8)}

    whole = loop(tmp_path / "whole", {}, **settings())
    first = loop(tmp_path / "first", {"max_steps": steps}, **settings())
    wired = {name: first.outputs[name] for name in ("model", "optimizer", "losses")}
    path = call(CheckpointSaver, tmp_path, wired)["path"]
    assert torch.load(path, weights_only=True)["epoch"] == steps // BATCHES
    again = loop(tmp_path / "again", {}, resume=path, **settings())
    assert_same_weights(again.weights, whole.weights)
    for name in ("train_loss", "lr", "val_loss", "val_accuracy"):
        assert again.sinks.series(name) == whole.sinks.series(name)[steps // BATCHES :]


def test_a_model_that_was_changed_since_is_at_no_exact_place(tmp_path: Path) -> None:
    trained = loop(tmp_path, {"max_steps": 2})
    wired = {name: trained.outputs[name] for name in ("model", "optimizer")}
    assert "cdui" in torch.load(call(CheckpointSaver, tmp_path, wired)["path"], weights_only=True)
    other = call(CheckpointSaver, tmp_path, wired, {"epoch": 4})["path"]
    assert "cdui" not in torch.load(other, weights_only=True)
    with torch.no_grad():
        next(iter(wired["model"].parameters())).add_(1)
    assert "cdui" not in torch.load(call(CheckpointSaver, tmp_path, wired)["path"], weights_only=True)


def _drawn() -> tuple[float, float, float]:
    return random.random(), float(numpy.random.rand()), float(torch.rand(1))


@pytest.mark.parametrize("fails", [False, True])
def test_a_resumed_loop_gives_the_process_its_random_states_back(tmp_path: Path, fails: bool) -> None:
    """Runs without a seed that follow draw on from where they were, not from the checkpoint's states again."""
    stopped = loop(tmp_path / "stopped", {}, stop_after=4)
    assert stopped.interrupted is not None
    path = stopped.interrupted["checkpoint_path"]
    seed_all(17)  # what `loop` does just before the node is called
    expected = _drawn()
    broken: dict[str, Any] = {"inputs": {"loss_fn": lambda output, target: output.sum() * "no number"}} if fails else {}
    with pytest.raises(NodeError) if fails else nullcontext():
        loop(tmp_path / "again", {}, resume=path, **broken)
    assert _drawn() == expected


def test_another_loader_starts_its_epoch_over_and_says_so(tmp_path: Path) -> None:
    stopped = loop(tmp_path / "a", {}, stop_after=BATCHES + 2)
    assert stopped.interrupted is not None
    other = make_loader(batch_size=11)
    again = loop(tmp_path / "b", {}, loader=other, resume=stopped.interrupted["checkpoint_path"])
    assert [kind for kind, _ in again.sinks.warnings] == ["resume_order_changed"]
    assert again.sinks.series("train_loss")[0][0] == 2
    assert len(again.outputs["losses"]) == 2


def test_the_comparison_sees_a_run_that_lost_its_random_state(tmp_path: Path) -> None:
    """The mutant: resume by epoch only. It must not be equal, else the tests above prove nothing."""
    whole = loop(tmp_path / "whole", {})
    stopped = loop(tmp_path / "stopped", {}, stop_after=4)
    assert stopped.interrupted is not None
    path = stopped.interrupted["checkpoint_path"]
    mutant = loop(tmp_path / "again", {}, resume=path, inputs={"start_epoch": 0})
    with pytest.raises(AssertionError):
        assert_same_weights(mutant.weights, whole.weights)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("optimizer", "scheduler"), [*itertools.product(OPTIMIZERS, SCHEDULERS)])
def test_every_optimizer_with_every_schedule(tmp_path: Path, optimizer: str, scheduler: str) -> None:
    for cut, accumulate in itertools.product(CUTS, (1, 3)):
        check(
            tmp_path / f"{cut}-{accumulate}",
            cut,
            {"accumulate_steps": accumulate},
            optimizer={"type": optimizer},
            scheduler={"type": scheduler, **_SHORT},
        )


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("cut", [2, BATCHES + 3])
def test_every_optimizer_with_loader_workers(tmp_path: Path, optimizer: str, cut: int) -> None:
    check(tmp_path, cut, {"epochs": 2}, optimizer={"type": optimizer}, loader=lambda: make_loader(workers=2))
