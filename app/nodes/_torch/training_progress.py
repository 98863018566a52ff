"""Progress frames of a training loop: what it is about to do, batches at most twice a second, and each epoch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Protocol

from app.nodes._torch.meters import FLUSH_S
from app.nodes._torch.training_setup import loader_length

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.nodes._torch.early_stopping import EarlyStopping
    from app.nodes._torch.meters import LossMeter
    from app.nodes._torch.training_setup import Setup
    from app.nodes._torch.validation import Measured

MOST_LOSSES = 1000
"""Losses in one epoch frame, the newest ones; a longer history is in the metrics."""


def finite(value: float | None) -> float | None:
    """The value, or None for NaN and infinities, which JSON cannot say."""
    return value if value is not None and math.isfinite(value) else None


class Loop(Protocol):
    """What frames tell of a loop. epoch: completed ones. batch: done ones of the epoch that runs."""

    epoch: int
    batch: int
    losses: list[float]
    val_losses: list[float]
    rates: list[float]
    meter: LossMeter
    early: EarlyStopping


class Progress:
    """Makes the frames of one loop."""

    def __init__(self, setup: Setup, clock: Callable[[], float]) -> None:
        self._setup = setup
        self._last = clock()
        self._total = loader_length(setup.loader)

    def config(self, loop: Loop) -> None:
        """The first frame."""
        setup, settings = self._setup, self._setup.settings
        tensors = list(setup.model.parameters())
        batch_size = getattr(setup.loader, "batch_size", None)
        config: dict[str, Any] = {
            "model_class": type(setup.model).__name__,
            "params": sum(t.numel() for t in tensors),
            "trainable": sum(t.numel() for t in tensors if t.requires_grad),
            "optimizer": type(setup.optimizer).__name__,
            "lr": float(setup.optimizer.param_groups[0]["lr"]),
            "loss_fn": type(setup.loss_fn).__name__,
            "epochs": settings.epochs,
            "start_epoch": loop.epoch,
            "device": str(setup.device),
            "batch_size": batch_size,
            "early_stopping": loop.early.patience > 0,
            "patience": settings.patience,
            "grad_clip_norm": settings.clip,
            "has_validation": setup.val_loader is not None,
            "has_lr_scheduler": setup.scheduler is not None,
            "precision": setup.precision.name,
            "precision_requested": setup.precision_asked,
            "accumulate_steps": settings.accumulate,
        }
        if settings.accumulate > 1 and isinstance(batch_size, int):
            config["effective_batch_size"] = batch_size * settings.accumulate
        setup.context.progress({"event": "config", "config": config})

    def batch(self, loop: Loop, now: float) -> None:
        """A batch frame, if the last one is half a second old. now: monotonic seconds."""
        if now - self._last < FLUSH_S:
            return
        self._last = now
        loop.meter.drain()
        self._setup.context.progress(
            {
                "event": "batch",
                "epoch": loop.epoch + 1,
                "batch": loop.batch,
                "total_batches": self._total,
                "loss": finite(loop.meter.last),
            }
        )

    def epoch(self, loop: Loop, measured: Measured | None) -> None:
        """The frame of an epoch that has just ended."""
        frame: dict[str, Any] = {
            "event": "epoch",
            "epoch": loop.epoch,
            "total_epochs": self._setup.settings.epochs,
            "loss": finite(loop.losses[-1]),
            "losses": [finite(loss) for loss in loop.losses[-MOST_LOSSES:]],
            "lr": loop.rates[-1],
        }
        if measured is not None:
            frame["val_loss"] = finite(measured.loss)
            frame["val_losses"] = [finite(loss) for loss in loop.val_losses[-MOST_LOSSES:]]
        if loop.early.patience:
            frame["patience_counter"] = loop.early.counter
            frame["best_epoch"] = loop.early.best_epoch
        self._setup.context.progress(frame)
