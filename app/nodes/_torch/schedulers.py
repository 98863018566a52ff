"""Makes learning-rate schedules whose whole state fits into a checkpoint."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch.optim import lr_scheduler as schedules

from app.core.vocab.errors import NodeError

if TYPE_CHECKING:
    from collections.abc import Mapping

WARMUP_FROM = 1e-8
"""Factor at step 0 of the warm-up; not 0, so that the first step still moves."""


class WarmupFactor:
    """Factor on the base rate: a straight line up from 1e-8 over `warmup` steps, then `shape` down until `total`.

    shape: cosine, linear (both reach 0 at `total` and stay there) or constant. An object, not a closure, so that
    LambdaLR keeps it in its state and it can be pickled.
    """

    def __init__(self, shape: str, warmup: int, total: int) -> None:
        self.shape, self.warmup, self.total = shape, warmup, total

    def __call__(self, step: int) -> float:
        """The factor at scheduler step `step`, 0 or more."""
        if step < self.warmup:
            return WARMUP_FROM + (1.0 - WARMUP_FROM) * step / self.warmup
        if self.shape == "constant":
            return 1.0
        done = min(1.0, (step - self.warmup) / (self.total - self.warmup))
        return 1.0 - done if self.shape == "linear" else 0.5 * (1.0 + math.cos(math.pi * done))


_WARMUPS = {"warmup_cosine": "cosine", "warmup_linear": "linear", "constant_with_warmup": "constant"}


def make_scheduler(optimizer: Any, params: Mapping[str, Any]) -> Any:
    """Make the schedule of `params["type"]` over the optimizer. A step is an epoch or an optimizer step, as trained.

    Raises: NodeError not_an_optimizer, schedule_too_short, scheduler_params.
    """
    if not isinstance(optimizer, torch.optim.Optimizer):
        raise NodeError.of("not_an_optimizer", got=type(optimizer).__name__)
    kind: str = params["type"]
    try:
        if kind in _WARMUPS:
            return _warmup(optimizer, kind, params["warmup_steps"], params["total_steps"])
        return getattr(schedules, kind)(optimizer, **_arguments(optimizer, kind, params))
    except (ValueError, TypeError, ZeroDivisionError) as error:
        raise NodeError.of("scheduler_params", type=kind, message=str(error)) from None


def _warmup(optimizer: torch.optim.Optimizer, kind: str, warmup: int, total: int) -> schedules.LambdaLR:
    if kind != "constant_with_warmup" and total <= warmup:
        raise NodeError.of("schedule_too_short", total_steps=total, warmup_steps=warmup)
    return schedules.LambdaLR(optimizer, WarmupFactor(_WARMUPS[kind], warmup, total))


def _arguments(optimizer: torch.optim.Optimizer, kind: str, params: Mapping[str, Any]) -> dict[str, Any]:
    gamma, step_size, half = params["gamma"], params["step_size"], params["T_max"]
    if step_size < 1 or half < 1:
        raise ValueError("step_size and T_max must be 1 or more")
    if kind == "StepLR":
        return {"step_size": step_size, "gamma": gamma}
    if kind == "MultiStepLR":
        return {"milestones": [step_size * n for n in (1, 2, 3, 4)], "gamma": gamma}
    if kind == "ExponentialLR":
        return {"gamma": gamma}
    if kind == "ReduceLROnPlateau":
        return {"factor": gamma}
    if kind == "CosineAnnealingLR":
        return {"T_max": half}
    if kind == "CosineAnnealingWarmRestarts":
        return {"T_0": half}
    # OneCycleLR also swings momentum, which not every optimizer has
    swings = "momentum" in optimizer.defaults or "betas" in optimizer.defaults
    return {"max_lr": params["max_lr"], "total_steps": params["total_steps"], "cycle_momentum": swings}


def is_plateau(scheduler: Any) -> bool:
    """Say whether it steps by a measured loss instead of by count."""
    return isinstance(scheduler, schedules.ReduceLROnPlateau)


def check_scheduler(scheduler: Any, optimizer: torch.optim.Optimizer, per_step: bool) -> None:
    """Raises: NodeError not_a_scheduler, scheduler_of_another_optimizer, plateau_needs_epochs."""
    if not hasattr(scheduler, "step") or not hasattr(scheduler, "optimizer"):
        raise NodeError.of("not_a_scheduler", got=type(scheduler).__name__)
    if scheduler.optimizer is not optimizer:
        raise NodeError.of("scheduler_of_another_optimizer")
    if per_step and is_plateau(scheduler):
        raise NodeError.of("plateau_needs_epochs")


def replay(scheduler: Any, optimizer: torch.optim.Optimizer, steps: int) -> bool:
    """Bring a fresh schedule to where it is after `steps` steps, from the base rates; False where that cannot be done.

    A schedule that has already moved is left alone. ReduceLROnPlateau needs losses that nobody kept.
    """
    if steps <= 0 or scheduler.last_epoch > 0:
        return True
    if is_plateau(scheduler):
        return False
    for group, base in zip(optimizer.param_groups, scheduler.base_lrs, strict=True):
        group["lr"] = base
    # torch warns when a schedule steps before its optimizer; here that is the point
    optimizer._opt_called = True  # type: ignore[attr-defined]
    for _ in range(steps):
        if not advance(scheduler):
            break
    return True


def advance(scheduler: Any, measured: float | None = None) -> bool:
    """Make one step; False when the schedule has reached its end (OneCycleLR), where the rate then stays."""
    if is_plateau(scheduler):
        scheduler.step(measured)
        return True
    total = getattr(scheduler, "total_steps", None)
    if isinstance(total, int) and scheduler.last_epoch >= total:
        return False
    scheduler.step()
    return True
