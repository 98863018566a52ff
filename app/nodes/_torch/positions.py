"""Where a finished loop left an optimizer, for the CheckpointSaver behind it.

Ports are fixed, and an optimizer of torch has no room for this. So it lies here, as long as the optimizer does.
"""

from __future__ import annotations

import copy
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch

    from app.nodes._torch.resume_point import Cut
    from app.nodes._torch.training_setup import Setup


@dataclass(frozen=True)
class Position:
    """An exact place, and what the end of a cut epoch changes after it: rates, schedule.

    groups: the optimizer's hyperparameters, without its tensors. model, versions: what was trained, and how often its
    tensors had been written to; a model that was changed since is at another place.
    """

    cut: Cut
    groups: list[dict[str, Any]]
    scheduler_state: dict[str, Any] | None
    scaler_state: dict[str, Any] | None
    model: weakref.ref[torch.nn.Module]
    versions: tuple[int, ...]

    def complete(self, content: dict[str, Any]) -> None:
        """Make a checkpoint's content that of this place."""
        content["epoch"], content["cdui"] = self.cut.epoch, self.cut.to_plain()
        for group, own in zip(content["optimizer_state_dict"]["param_groups"], self.groups, strict=True):
            group.update(own)
        if self.scheduler_state is not None:
            content["scheduler_state_dict"] = self.scheduler_state
        if self.scaler_state is not None:
            content["grad_scaler_state"] = self.scaler_state


_LEFT: weakref.WeakKeyDictionary[torch.optim.Optimizer, Position] = weakref.WeakKeyDictionary()


def position_of(setup: Setup, cut: Cut) -> Position:
    """The place that the loop is at, to be left when it ends."""
    return Position(
        cut,
        [
            {name: copy.copy(value) for name, value in group.items() if name != "params"}
            for group in setup.optimizer.param_groups
        ],
        copy.deepcopy(setup.scheduler.state_dict()) if setup.scheduler is not None else None,
        setup.scaler.state_dict() if setup.scaler is not None else None,
        weakref.ref(setup.model),
        _versions(setup.model),
    )


def leave(optimizer: torch.optim.Optimizer, position: Position | None) -> None:
    """Note where training stopped, or that it is under way."""
    if position is None:
        _LEFT.pop(optimizer, None)
    else:
        _LEFT[optimizer] = position


def left(optimizer: torch.optim.Optimizer, model: torch.nn.Module) -> Position | None:
    """Where the loop left this pair; None when none did, or something trained or changed the model since."""
    position = _LEFT.get(optimizer)
    if position is None or position.model() is not model or position.versions != _versions(model):
        return None
    return position


def _versions(model: torch.nn.Module) -> tuple[int, ...]:
    return tuple(tensor._version for tensor in (*model.parameters(), *model.buffers()))
