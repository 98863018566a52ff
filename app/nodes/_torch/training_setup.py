"""What a training loop needs before its first batch: settings, things to work with, the state it goes on from."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.core.vocab.reason import reason
from app.engine.devices import for_node
from app.nodes._torch.batches import Precision, pick_precision
from app.nodes._torch.losses import CLASSIFIERS
from app.nodes._torch.optimizers import fit_optimizer
from app.nodes._torch.resume_point import ResumePoint
from app.nodes._torch.schedulers import check_scheduler, replay

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


@dataclass(frozen=True)
class Settings:
    """The params of a TrainingLoop by short names; 0 switches a thing off."""

    epochs: int
    patience: int
    monitor: str
    clip: float
    log_interval: int
    accumulate: int
    max_steps: int
    log_grad_norm: bool
    log_update_ratio: bool
    val_every: int
    per_step: bool
    checkpoint_epochs: int
    checkpoint_steps: int

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> Settings:
        """Read the node's params."""
        return cls(
            epochs=params["epochs"],
            patience=params["early_stopping_patience"],
            monitor=params["monitor"],
            clip=params["grad_clip_norm"],
            log_interval=params["log_interval"] if params["batch_metrics"] else 0,
            accumulate=params["accumulate_steps"],
            max_steps=params["max_steps"],
            log_grad_norm=params["log_grad_norm"],
            log_update_ratio=params["log_update_ratio"],
            val_every=params["val_every_steps"],
            per_step=params["scheduler_step"] == "optimizer_step",
            checkpoint_epochs=params["checkpoint_every"],
            checkpoint_steps=params["checkpoint_every_steps"],
        )


@dataclass
class Setup:
    """Everything a loop works with. point: what it goes on from; a plain number of epochs has no exact part."""

    model: nn.Module
    loader: Any
    optimizer: torch.optim.Optimizer
    loss_fn: Any
    val_loader: Any
    scheduler: Any
    scaler: torch.amp.GradScaler | None
    device: torch.device
    precision: Precision
    precision_asked: str
    settings: Settings
    point: ResumePoint | int
    context: NodeContext

    @property
    def has_cut(self) -> bool:
        """True when training goes on from an exact place, and therefore sets the process's random states."""
        return isinstance(self.point, ResumePoint) and self.point.cut is not None

    def warn(self, code: str, **params: Any) -> None:
        """Tell the run about something that does not stop it."""
        self.context.run.sinks.warn(code, {"node_id": self.context.node_id, **reason(code, **params).to_json()})


def prepare(inputs: Mapping[str, Any], params: Mapping[str, Any], context: NodeContext) -> Setup:
    """Bring model, optimizer, schedule and scaler to the device and to the point where training goes on.

    Raises: NodeError strategy_unavailable, model_needed, start_epoch_bad, monitor_unavailable, loader_bad, loader_empty
    and those of fit_optimizer and check_scheduler.
    """
    if params["strategy"] != "single":
        raise NodeError.of("strategy_unavailable", strategy=params["strategy"])
    model = inputs["model"]
    if not isinstance(model, nn.Module):
        raise NodeError.of("model_needed", got=type(model).__name__)
    settings = Settings.of(params)
    val_loader = inputs.get("val_dataloader")
    _check_loader(inputs["dataloader"], "dataloader")
    if val_loader is not None:
        _check_loader(val_loader, "val_dataloader")
    device = torch.device(for_node(params["device"], context))
    precision = pick_precision(params["precision"], device, context)
    model.to(device)
    model.train()
    how = fit_optimizer(inputs["optimizer"], model)
    optimizer: torch.optim.Optimizer = inputs["optimizer"]
    # torch warns when a schedule moves before its optimizer did; a resumed or scaled run does that for good reasons
    optimizer._opt_called = True  # type: ignore[attr-defined]
    setup = Setup(
        model=model,
        loader=inputs["dataloader"],
        optimizer=optimizer,
        loss_fn=_loss_on(inputs["loss_fn"], device),
        val_loader=val_loader,
        scheduler=inputs.get("lr_scheduler"),
        scaler=torch.amp.GradScaler(device.type) if precision.name == "fp16" else None,
        device=device,
        precision=precision,
        precision_asked=params["precision"],
        settings=settings,
        point=start_point(inputs.get("start_epoch")),
        context=context,
    )
    if how == "rebuilt":
        setup.warn("optimizer_rebuilt", type=type(optimizer).__name__)
    _check_monitor(setup)
    _go_on(setup, inputs.get("grad_scaler_state"))
    return setup


def start_point(value: Any) -> ResumePoint | int:
    """The start_epoch input as a number of completed epochs. Raises: NodeError start_epoch_bad."""
    if value is None:
        return 0
    if isinstance(value, ResumePoint):
        return value
    try:
        number = float(value)
    except (TypeError, ValueError, RuntimeError, OverflowError):
        raise NodeError.of("start_epoch_bad", value=str(value)[:60]) from None
    if not math.isfinite(number) or number < 0 or not number.is_integer():
        raise NodeError.of("start_epoch_bad", value=str(value)[:60])
    return int(number)


def _check_loader(loader: Any, port: str) -> None:
    if not hasattr(loader, "__iter__") or isinstance(loader, (str, bytes, torch.Tensor)):
        raise NodeError.of("loader_bad", port=port, got=type(loader).__name__)
    if loader_length(loader) == 0:
        raise NodeError.of("loader_empty", port=port)


def loader_length(loader: Any) -> int | None:
    """Batches in an epoch, None where the loader cannot tell."""
    try:
        return len(loader)
    except TypeError:
        return None


def _loss_on(loss_fn: Any, device: torch.device) -> Any:
    """The loss function with its weights on the device; a copy where they must move, as other loops may share it."""
    if not callable(loss_fn):
        raise NodeError.of("loss_bad", got=type(loss_fn).__name__)
    if isinstance(loss_fn, nn.Module) and any(t.device != device for t in [*loss_fn.buffers(), *loss_fn.parameters()]):
        return copy.deepcopy(loss_fn).to(device)
    return loss_fn


def _check_monitor(setup: Setup) -> None:
    settings = setup.settings
    if not settings.patience:
        return
    if setup.val_loader is None:
        setup.warn("early_stopping_without_validation")
    elif settings.monitor == "val_accuracy" and not isinstance(setup.loss_fn, CLASSIFIERS):
        raise NodeError.of("monitor_unavailable", monitor=settings.monitor, loss=type(setup.loss_fn).__name__)


def _go_on(setup: Setup, scaler_state: Any) -> None:
    """Put schedule and scaler where the start point says."""
    point = setup.point
    scheduler_state = None
    if isinstance(point, ResumePoint):
        scheduler_state = point.scheduler_state
        scaler_state = scaler_state or point.scaler_state
    if setup.scheduler is not None:
        check_scheduler(setup.scheduler, setup.optimizer, setup.settings.per_step)
        _place_schedule(setup, scheduler_state)
    if setup.scaler is not None and scaler_state:
        try:
            setup.scaler.load_state_dict(scaler_state)
        except (KeyError, TypeError, RuntimeError, AttributeError) as error:
            raise NodeError.of("resume_state_bad", what="grad_scaler_state", message=str(error)[:200]) from None


def _place_schedule(setup: Setup, state: Any) -> None:
    """A schedule that has moved is kept; a fresh one takes the file's state, or is replayed."""
    scheduler = setup.scheduler
    if scheduler.last_epoch > 0:
        return
    if state:
        load_schedule(scheduler, state)
        groups = setup.point.groups if isinstance(setup.point, ResumePoint) else []
        if len(groups) == len(setup.optimizer.param_groups):
            for group, saved in zip(setup.optimizer.param_groups, groups, strict=True):
                group.update(saved)
        return
    steps = int(setup.point)
    if setup.settings.per_step:
        steps *= loader_steps(setup.loader, setup.settings.accumulate) or 0
    if not replay(scheduler, setup.optimizer, steps):
        setup.warn("schedule_not_replayed", type=type(scheduler).__name__)


def load_schedule(scheduler: Any, state: Any) -> None:
    """Load a schedule's state. Raises: NodeError resume_state_bad for that of another type."""
    if not isinstance(state, dict) or not set(state) <= {*scheduler.state_dict(), "_last_lr"}:
        raise NodeError.of("resume_state_bad", what="scheduler_state_dict", message=type(scheduler).__name__)
    try:
        scheduler.load_state_dict(state)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        raise NodeError.of("resume_state_bad", what="scheduler_state_dict", message=str(error)[:200]) from None


def loader_steps(loader: Any, accumulate: int) -> int | None:
    """Optimizer steps of an epoch: windows of `accumulate` batches, the last one may be short."""
    length = loader_length(loader)
    return None if length is None else -(-length // accumulate)
