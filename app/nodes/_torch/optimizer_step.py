"""One optimizer step at the end of a window of batches: unscale, measure, clip, step, move the schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from app.core.vocab.errors import CduiError, NodeError
from app.nodes._torch.batches import first_line
from app.nodes._torch.schedulers import advance

if TYPE_CHECKING:
    from types import TracebackType

    from app.nodes._torch.meters import Recorder
    from app.nodes._torch.training_setup import Setup


class _Told:
    """States of optimizer, schedule and scaler may come from a file; what does not fit shows here, in any way.

    A class, as a generator would cost each step more than everything else here.
    """

    def __init__(self, optimizer: torch.optim.Optimizer) -> None:
        self._optimizer = optimizer

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        """Raises: NodeError optimizer_step_failed in place of what is not ours and not a lack of memory."""
        if isinstance(error, Exception) and not isinstance(error, (CduiError, torch.OutOfMemoryError, MemoryError)):
            kind = type(self._optimizer).__name__
            raise NodeError.of("optimizer_step_failed", type=kind, message=first_line(error)) from error


class Stepper:
    """Makes the steps of one loop. lr: the rate that the newest step used."""

    def __init__(self, setup: Setup, recorder: Recorder) -> None:
        self._setup = setup
        self._recorder = recorder
        self._told = _Told(setup.optimizer)
        settings = setup.settings
        self._measures = bool(settings.clip) or settings.log_grad_norm
        self._moves_schedule = settings.per_step and setup.scheduler is not None
        self._tensors = [t for t in setup.model.parameters() if t.requires_grad]
        self.lr = float(setup.optimizer.param_groups[0]["lr"])

    def step(self, number: int) -> None:
        """Step on the gradients that are there. number: of this step since epoch 0, from 1; used for metrics."""
        setup = self._setup
        optimizer = setup.optimizer
        if self._measures:
            self._measure_and_clip(number)
        before = [t.detach().clone() for t in self._tensors] if setup.settings.log_update_ratio else None
        with self._told:
            if setup.scaler is None:
                optimizer.step()
            else:
                setup.scaler.step(optimizer)
                setup.scaler.update()
        if before is not None:
            self._recorder.add("update_ratio", self._update_ratio(before), number)
        optimizer.zero_grad(set_to_none=True)
        self.lr = float(optimizer.param_groups[0]["lr"])
        if self._moves_schedule:
            with self._told:
                advance(setup.scheduler)

    def end_epoch(self, measured: float) -> float:
        """Move a schedule that goes by epochs; returns the rate used. measured: the loss a plateau is judged by."""
        used = float(self._setup.optimizer.param_groups[0]["lr"]) if not self._setup.settings.per_step else self.lr
        if self._setup.scheduler is not None and not self._setup.settings.per_step:
            with self._told:
                advance(self._setup.scheduler, measured)
        return used

    def _measure_and_clip(self, number: int) -> None:
        setup, settings = self._setup, self._setup.settings
        if setup.scaler is not None:
            setup.scaler.unscale_(setup.optimizer)
        if settings.clip:
            norm = torch.nn.utils.clip_grad_norm_(self._tensors, settings.clip)
        else:
            norm = torch.nn.utils.get_total_norm([t.grad for t in self._tensors if t.grad is not None])
        if settings.log_grad_norm:
            self._recorder.add("grad_norm", norm, number)
            if settings.clip:
                self._recorder.add("grad_norm_clipped", norm.clamp(max=settings.clip), number)

    def _update_ratio(self, before: list[torch.Tensor]) -> torch.Tensor:
        """Length of the change over length of the weights before it."""
        moved = torch.nn.utils.get_total_norm([t.detach() - old for t, old in zip(self._tensors, before, strict=True)])
        return moved / torch.nn.utils.get_total_norm(before).clamp(min=1e-12)
