"""The LRScheduler node gives the rates that torch's schedules give, and warm-ups by their formula."""

from __future__ import annotations

import math
import pickle
from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn
from torch.optim import lr_scheduler as schedules

from app.core.vocab.errors import NodeError
from app.nodes._torch.schedulers import advance, check_scheduler, replay
from app.nodes.training.lr_scheduler import TYPES, LRScheduler
from tests.support.nodes import call

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PARAMS = {"step_size": 2, "gamma": 0.6, "T_max": 5, "max_lr": 0.4, "total_steps": 12, "warmup_steps": 4}
EXPECTED: dict[str, Callable[[Any], Any]] = {
    "StepLR": lambda o: schedules.StepLR(o, 2, 0.6),
    "CosineAnnealingLR": lambda o: schedules.CosineAnnealingLR(o, 5),
    "ExponentialLR": lambda o: schedules.ExponentialLR(o, 0.6),
    "CosineAnnealingWarmRestarts": lambda o: schedules.CosineAnnealingWarmRestarts(o, 5),
    "MultiStepLR": lambda o: schedules.MultiStepLR(o, [2, 4, 6, 8], 0.6),
    "OneCycleLR": lambda o: schedules.OneCycleLR(o, 0.4, total_steps=12),
}
WARMUPS: dict[str, Callable[[float], float]] = {
    "warmup_cosine": lambda t: 0.5 * (1 + math.cos(math.pi * t)),
    "warmup_linear": lambda t: 1 - t,
    "constant_with_warmup": lambda t: 1.0,
}


def optimizer(lr: float = 0.1) -> torch.optim.Optimizer:
    return torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=lr, momentum=0.9)


def rates(scheduler: Any, own: torch.optim.Optimizer, count: int = 12) -> list[float]:
    found = []
    for _ in range(count):
        own.step()
        found.append(own.param_groups[0]["lr"])
        scheduler.step()
    return found


def made(root: Path, kind: str, own: torch.optim.Optimizer, **more: Any) -> Any:
    return call(LRScheduler, root, {"optimizer": own}, {"type": kind, **PARAMS, **more})["scheduler"]


@pytest.mark.parametrize("kind", EXPECTED)
def test_rates_like_torch(tmp_path: Path, kind: str) -> None:
    own, twin = optimizer(), optimizer()
    found = rates(made(tmp_path, kind, own), own)
    assert found == rates(EXPECTED[kind](twin), twin)
    assert len(set(found)) > 2


@pytest.mark.parametrize("kind", WARMUPS)
def test_warm_ups(tmp_path: Path, kind: str) -> None:
    own = optimizer()
    found = rates(made(tmp_path, kind, own), own, 15)
    climb = [0.1 * (1e-8 + (1 - 1e-8) * step / 4) for step in range(4)]
    fall = [0.1 * WARMUPS[kind](min(1, (step - 4) / 8)) for step in range(4, 15)]
    assert found == pytest.approx(climb + fall, rel=1e-9, abs=1e-15)
    assert found[0] == pytest.approx(1e-9, rel=1e-9)


def test_plateau_uses_gamma_as_its_factor(tmp_path: Path) -> None:
    own = optimizer()
    scheduler = made(tmp_path, "ReduceLROnPlateau", own)
    for _ in range(12):
        advance(scheduler, 1.0)
    assert own.param_groups[0]["lr"] == pytest.approx(0.06)


def test_every_type_is_tried() -> None:
    assert {*EXPECTED, *WARMUPS, "ReduceLROnPlateau"} == set(TYPES)


@pytest.mark.parametrize("kind", TYPES)
def test_state_survives_a_file_of_plain_values(tmp_path: Path, kind: str) -> None:
    own = optimizer()
    scheduler = made(tmp_path, kind, own)
    own.step()  # a schedule warns when it moves before its optimizer
    for _ in range(5):
        advance(scheduler, 1.0)
    torch.save(scheduler.state_dict(), tmp_path / "s.pt")
    state = torch.load(tmp_path / "s.pt", weights_only=True)
    other = optimizer()
    fresh = made(tmp_path, kind, other)
    fresh.load_state_dict(state)
    other.load_state_dict(own.state_dict())
    other.step()
    for _ in range(4):
        advance(scheduler, 2.0)
        advance(fresh, 2.0)
    assert other.param_groups[0]["lr"] == own.param_groups[0]["lr"]
    pickle.dumps(scheduler.state_dict())


@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind != "ReduceLROnPlateau"])
def test_replay_reaches_the_rate_of_steps_made_one_by_one(tmp_path: Path, kind: str) -> None:
    own, other = optimizer(), optimizer()
    scheduler, fresh = made(tmp_path, kind, own), made(tmp_path, kind, other)
    rates(scheduler, own, 7)
    other.param_groups[0]["lr"] = 123.0  # what a checkpoint's optimizer may have left there
    assert replay(fresh, other, 7)
    assert other.param_groups[0]["lr"] == pytest.approx(own.param_groups[0]["lr"], rel=1e-12)


def test_a_plateau_cannot_be_replayed(tmp_path: Path) -> None:
    own = optimizer()
    assert not replay(made(tmp_path, "ReduceLROnPlateau", own), own, 3)


def test_one_cycle_stays_at_its_end(tmp_path: Path) -> None:
    own = optimizer()
    scheduler = made(tmp_path, "OneCycleLR", own)
    own.step()
    moved = [advance(scheduler) for _ in range(15)]
    assert moved == [True] * 12 + [False] * 3


@pytest.mark.parametrize("kind", ["Adagrad", "Rprop", "ASGD"])
def test_one_cycle_over_optimizers_without_momentum(tmp_path: Path, kind: str) -> None:
    own, twin = (getattr(torch.optim, kind)(nn.Linear(2, 2).parameters(), lr=0.1) for _ in range(2))
    expected = schedules.OneCycleLR(twin, 0.4, total_steps=12, cycle_momentum=False)
    assert rates(made(tmp_path, "OneCycleLR", own), own) == rates(expected, twin)


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"type": "warmup_cosine", "total_steps": 4}, "schedule_too_short"),
        ({"type": "ReduceLROnPlateau", "gamma": 1.5}, "scheduler_params"),
        ({"type": "StepLR", "step_size": 0}, "scheduler_params"),
        ({"type": "OneCycleLR", "total_steps": 0}, "scheduler_params"),
        ({"type": "CosineAnnealingWarmRestarts", "T_max": -3}, "scheduler_params"),
    ],
)
def test_params_that_make_no_schedule(tmp_path: Path, params: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        call(LRScheduler, tmp_path, {"optimizer": optimizer()}, {**PARAMS, **params})
    assert caught.value.reason.code == code


def test_checks(tmp_path: Path) -> None:
    own = optimizer()
    scheduler = made(tmp_path, "StepLR", own)
    check_scheduler(scheduler, own, per_step=True)
    cases = [
        (3, own, False, "not_a_scheduler"),
        (scheduler, optimizer(), False, "scheduler_of_another_optimizer"),
        (made(tmp_path, "ReduceLROnPlateau", own), own, True, "plateau_needs_epochs"),
    ]
    for value, trained, per_step, code in cases:
        with pytest.raises(NodeError) as caught:
            check_scheduler(value, trained, per_step)
        assert caught.value.reason.code == code
    with pytest.raises(NodeError) as caught:
        call(LRScheduler, tmp_path, {"optimizer": 5})
    assert caught.value.reason.code == "not_an_optimizer"
