"""Stops training when a validation figure gets no better, and keeps the weights of its best epoch."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn


class EarlyStopping:
    """Watches one figure: `val_loss` (lower is better) or `val_accuracy` (higher is better).

    patience: epochs without improvement after which `is_over`; 0 switches it off. NaN is never an improvement.
    """

    def __init__(self, patience: int, monitor: str) -> None:
        self.patience = patience
        self.monitor = monitor
        self.best = -math.inf if monitor == "val_accuracy" else math.inf
        self.best_epoch = 0
        self.counter = 0
        self._weights: dict[str, Any] = {}

    @property
    def is_over(self) -> bool:
        """True when patience has run out."""
        return bool(self.patience) and self.counter >= self.patience

    def watch(self, value: float, epoch: int, model: nn.Module) -> None:
        """Take the figure of an epoch. epoch: counted from 1."""
        better = value > self.best if self.monitor == "val_accuracy" else value < self.best
        if better:
            self.best, self.best_epoch, self.counter = value, epoch, 0
            self._weights = {
                name: tensor.detach().clone() if isinstance(tensor, torch.Tensor) else tensor
                for name, tensor in model.state_dict().items()
            }
        else:
            self.counter += 1

    def restore_best(self, model: nn.Module) -> bool:
        """Give the model the weights of its best epoch; False when there is none."""
        if self._weights:
            model.load_state_dict(self._weights)
        return bool(self._weights)

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {
            "monitor": self.monitor,
            "best": self.best,
            "best_epoch": self.best_epoch,
            "counter": self.counter,
            "weights": self._weights,
        }

    def load(self, state: dict[str, Any], model: nn.Module) -> None:
        """Take over a checkpoint's state; one of another figure is passed over.

        Raises: KeyError, TypeError, ValueError for one that cannot be of this model.
        """
        if state.get("monitor") != self.monitor:
            return
        best, epoch, counter, weights = (state[name] for name in ("best", "best_epoch", "counter", "weights"))
        if type(best) is not float or type(epoch) is not int or type(counter) is not int:
            raise TypeError(f"best {best!r}, best_epoch {epoch!r}, counter {counter!r}"[:200])
        if not isinstance(weights, dict) or (weights and _shapes(weights) != _shapes(model.state_dict())):
            raise ValueError("the best weights are not of this model")
        self.best, self.best_epoch, self.counter, self._weights = best, epoch, counter, weights


def _shapes(weights: dict[str, Any]) -> dict[str, Any]:
    """What must be equal for weights to fit: names, shapes, and which are no tensors."""
    return {name: value.shape if isinstance(value, torch.Tensor) else None for name, value in weights.items()}
