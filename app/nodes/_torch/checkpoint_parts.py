"""What CheckpointSaver takes from its inputs, and CheckpointLoader gives back to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.nodes._torch.batches import first_line
from app.nodes._torch.checkpoint_file import load_weights
from app.nodes._torch.optimizers import fit_optimizer
from app.nodes._torch.positions import left
from app.nodes._torch.resume_point import ResumePoint
from app.nodes._torch.training_setup import load_schedule

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_MARKS = ("betas", "momentum", "eps", "alpha", "lambd", "etas", "lr_decay", "momentum_decay", "dampening")
"""Hyperparameters that tell types of optimizers apart; those that schedules add or torch gains are not among them."""


def parts_of(inputs: Mapping[str, Any], epoch: int) -> dict[str, Any]:
    """A checkpoint's content; of a loop's end, with the exact place where it can be gone on from.

    epoch: what to note; the loop's own number counts where this is 0. Another number than the loop's is noted as it
    is, without the place. Raises: NodeError epoch_negative, model_needed, not_an_optimizer, not_a_scheduler."""
    model, optimizer, schedule = inputs["model"], inputs["optimizer"], inputs.get("lr_scheduler")
    if epoch < 0:
        raise NodeError.of("epoch_negative", epoch=epoch)
    if not isinstance(model, nn.Module):
        raise NodeError.of("model_needed", got=type(model).__name__)
    if not isinstance(optimizer, torch.optim.Optimizer):
        raise NodeError.of("not_an_optimizer", got=type(optimizer).__name__)
    content: dict[str, Any] = {
        "epoch": epoch,
        "model_state_dict": model.state_dict(),
        "optimizer_state_dict": optimizer.state_dict(),
    }
    losses = inputs.get("losses")
    if losses is not None:
        content["losses"] = torch.as_tensor(losses).detach().cpu()
    if schedule is not None:
        if not hasattr(schedule, "state_dict"):
            raise NodeError.of("not_a_scheduler", got=type(schedule).__name__)
        content["scheduler_state_dict"] = schedule.state_dict()
    if isinstance(inputs.get("grad_scaler_state"), dict):
        content["grad_scaler_state"] = inputs["grad_scaler_state"]
    position = left(optimizer, model)
    if position is not None and epoch in (0, position.cut.epoch):
        position.complete(content)
    return content


def restore_parts(
    content: dict[str, Any], inputs: Mapping[str, Any], device: torch.device, path: Path
) -> dict[str, Any]:
    """Load a checkpoint's content into the inputs; they come back on the output ports.

    Raises: NodeError model_needed, not_an_optimizer, weights_mismatch, optimizer_mismatch, resume_state_bad.
    """
    model, optimizer, schedule = inputs["model"], inputs["optimizer"], inputs.get("lr_scheduler")
    if not isinstance(model, nn.Module):
        raise NodeError.of("model_needed", got=type(model).__name__)
    model.to(device)
    fit_optimizer(optimizer, model)
    _check_optimizer(optimizer, content["optimizer_state_dict"], path)
    load_weights(model, content["model_state_dict"], path)
    _load_optimizer(optimizer, content["optimizer_state_dict"], path)
    if schedule is not None and content.get("scheduler_state_dict") is not None:
        load_schedule(schedule, content["scheduler_state_dict"])
    return {
        "model": model,
        "optimizer": optimizer,
        "epoch": ResumePoint.of(content),
        "losses": _losses(content.get("losses")),
        "lr_scheduler": schedule,
        "grad_scaler_state": content.get("grad_scaler_state"),
    }


def _losses(value: Any) -> torch.Tensor:
    try:
        return torch.as_tensor(value if value is not None else [], dtype=torch.float32)
    except (TypeError, ValueError, RuntimeError):
        return torch.empty(0)


def _check_optimizer(optimizer: torch.optim.Optimizer, state: dict[str, Any], path: Path) -> None:
    """Raises: NodeError optimizer_mismatch when the file is of another type, or of other weights."""
    kind = type(optimizer).__name__
    groups, values = state.get("param_groups"), state.get("state")
    if not isinstance(groups, list) or not isinstance(values, dict) or len(groups) != len(optimizer.param_groups):
        raise NodeError.of("optimizer_mismatch", path=path.name, type=kind, what="param_groups")
    for own, saved in zip(optimizer.param_groups, groups, strict=True):
        if not isinstance(saved, dict) or len(saved.get("params", ())) != len(own["params"]):
            raise NodeError.of("optimizer_mismatch", path=path.name, type=kind, what="params")
        missing = [name for name in (*_MARKS, "lr") if name in optimizer.defaults and name not in saved]
        if missing:
            raise NodeError.of("optimizer_mismatch", path=path.name, type=kind, what=", ".join(missing))
        odd = [n for n, value in own.items() if n != "params" and n in saved and not _like(saved[n], value)]
        if odd:
            raise NodeError.of("optimizer_mismatch", path=path.name, type=kind, what=", ".join(odd))
        for number, tensor in zip(saved["params"], own["params"], strict=True):
            state_of = values.get(number) or {}
            if not isinstance(state_of, dict):
                raise NodeError.of("optimizer_mismatch", path=path.name, type=kind, what=f"state {number}")
            for name, value in state_of.items():
                if isinstance(value, torch.Tensor) and value.ndim and value.shape != tensor.shape:
                    raise NodeError.of(
                        "optimizer_mismatch", path=path.name, type=kind, what=f"{name} {list(value.shape)}"
                    )


def _like(value: Any, own: Any) -> bool:
    """Say whether a saved hyperparameter is of the kind that the optimizer has there."""
    if isinstance(own, (list, tuple)):
        same = isinstance(value, (list, tuple)) and len(value) == len(own)
        return same and all(_like(a, b) for a, b in zip(value, own, strict=True))
    if isinstance(own, (int, float)) and not isinstance(own, bool):
        return isinstance(value, (int, float)) or (isinstance(value, torch.Tensor) and value.ndim == 0)
    return True


def _load_optimizer(optimizer: torch.optim.Optimizer, state: dict[str, Any], path: Path) -> None:
    """Load the state; what schedules put into the groups before (initial_lr, max_lr) stays where the file lacks it."""
    before = [dict(group) for group in optimizer.param_groups]
    try:
        optimizer.load_state_dict(state)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NodeError.of(
            "optimizer_mismatch", path=path.name, type=type(optimizer).__name__, what=first_line(error)
        ) from None
    for group, old in zip(optimizer.param_groups, before, strict=True):
        for name, value in old.items():
            group.setdefault(name, value)
