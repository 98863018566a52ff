"""Small models, loaders and loops for training tests; everything follows from the seeds given."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from app.nodes._torch import loading
from app.nodes.io.checkpoint_loader import CheckpointLoader
from app.nodes.training.loss import Loss
from app.nodes.training.lr_scheduler import LRScheduler
from app.nodes.training.optimizer import Optimizer
from app.nodes.training.training_loop import TrainingLoop
from tests.support.nodes import RecordingSinks, call, run_context

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

ITEMS, FEATURES, CLASSES, BATCH = 22, 5, 3, 4
BATCHES = 6
"""Batches of an epoch of ITEMS; the last one is short."""


class NoisyItems(Dataset[Any]):
    """Items that draw from python's, numpy's and torch's random state on every access."""

    def __init__(self, noise: float = 0.1, items: int = ITEMS) -> None:
        generator = torch.Generator().manual_seed(11)
        self.x = torch.randn(items, FEATURES, generator=generator)
        self.y = torch.randint(0, CLASSES, (items,), generator=generator)
        self.noise = noise

    def __len__(self) -> int:
        return len(self.x)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        if not self.noise:
            return self.x[index], self.y[index]
        drawn = random.random() + numpy.random.rand() + torch.rand(FEATURES)
        return self.x[index] + self.noise * drawn, self.y[index]


def seed_all(seed: int) -> None:
    """Seed every global random state."""
    random.seed(seed)
    numpy.random.seed(seed)
    torch.manual_seed(seed)


def make_model(seed: int = 3, dropout: float = 0.3) -> nn.Module:
    """A model with dropout (random state) and batch norm (buffers)."""
    seed_all(seed)
    return nn.Sequential(
        nn.Linear(FEATURES, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(dropout), nn.Linear(8, CLASSES)
    )


def make_loader(dataset: Dataset[Any] | None = None, workers: int = 0, seed: int = 5, **more: Any) -> DataLoader[Any]:
    """A shuffling loader with its own generator, as the DataLoader node makes it."""
    settings: dict[str, Any] = {
        "batch_size": BATCH,
        "shuffle": True,
        "num_workers": workers,
        "pin_memory": False,
        "drop_last": False,
        "persistent_workers": False,
        "prefetch_factor": 2,
        **more,
    }
    return loading.make_loader(dataset or NoisyItems(), seed=seed, **settings)


class StopAfter:
    """A loader that asks the run to stop once it has given `batches` batches in all."""

    def __init__(self, loader: DataLoader[Any], flag: Any, batches: int) -> None:
        self._loader, self._flag, self._left = loader, flag, batches

    def __len__(self) -> int:
        return len(self._loader)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_loader"], name)

    def __iter__(self) -> Iterator[Any]:
        for batch in self._loader:
            self._left -= 1
            if self._left == 0:
                self._flag.set()
            yield batch


@dataclass
class Trained:
    """What a loop gave and reported."""

    outputs: dict[str, Any]
    sinks: RecordingSinks
    frames: list[dict[str, Any]] = field(default_factory=list)

    @property
    def weights(self) -> dict[str, torch.Tensor]:
        """A copy of the model's state."""
        return {name: tensor.clone() for name, tensor in self.outputs["model"].state_dict().items()}

    @property
    def interrupted(self) -> dict[str, Any] | None:
        """Where it was stopped."""
        found: dict[str, Any] | None = self.outputs.get("__interrupted__")
        return found


def loop(
    root: Path,
    params: Mapping[str, Any] | None = None,
    *,
    model: nn.Module | None = None,
    loader: Any = None,
    optimizer: Mapping[str, Any] | None = None,
    scheduler: Mapping[str, Any] | None = None,
    loss: Mapping[str, Any] | None = None,
    validate: Any = None,
    stop_after: int = 0,
    stop_in_validation: int = 0,
    resume: str | None = None,
    node: type[TrainingLoop] = TrainingLoop,
    inputs: Mapping[str, Any] | None = None,
    **run: Any,
) -> Trained:
    """Train from fixed seeds: 3 epochs unless params say otherwise. resume: a checkpoint file."""
    sinks = RecordingSinks()
    context = run_context(root, sinks, **run)
    model = model if model is not None else make_model()
    made = call(Optimizer, root, {"model": model}, {"lr": 0.01, **(optimizer or {})})["optimizer"]
    wired: dict[str, Any] = {
        "model": model,
        "optimizer": made,
        "loss_fn": call(Loss, root, params=loss)["loss_fn"],
    }
    if scheduler:
        wired["lr_scheduler"] = call(LRScheduler, root, {"optimizer": made}, scheduler)["scheduler"]
    if resume:
        loaded = call(CheckpointLoader, root, wired_for_loader(wired), {"path": resume})
        wired["start_epoch"] = loaded["epoch"]
        wired["grad_scaler_state"] = loaded["grad_scaler_state"]
    loader = loader if loader is not None else make_loader()
    wired["dataloader"] = StopAfter(loader, context.cancel, stop_after) if stop_after else loader
    if validate is not None:
        wired["val_dataloader"] = (
            StopAfter(validate, context.cancel, stop_in_validation) if stop_in_validation else validate
        )
    frames: list[dict[str, Any]] = []
    seed_all(17)
    outputs = call(node, root, {**wired, **(inputs or {})}, {"epochs": 3, **(params or {})}, context, frames)
    return Trained(outputs, sinks, frames)


def wired_for_loader(wired: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs that a CheckpointLoader takes."""
    return {name: wired[name] for name in ("model", "optimizer", "lr_scheduler") if name in wired}


def assert_same_weights(actual: Mapping[str, torch.Tensor], expected: Mapping[str, torch.Tensor]) -> None:
    """Bit by bit, buffers included."""
    assert actual.keys() == expected.keys()
    for name, tensor in expected.items():
        assert torch.equal(actual[name], tensor), name
