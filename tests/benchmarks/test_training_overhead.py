"""What a step of the TrainingLoop costs over one of the same loop written by hand, batch metrics on.

Targets: at most 2 % more, and 5 % with a TensorBoard file. A step is as long as the time between two requests for a
batch, ends of epochs included; of each step the least time over all rounds counts, for both loops, so that what else
runs on the machine drops out.
"""

from __future__ import annotations

import gc
import itertools
import time
from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.tensorboard.writer import SummaryWriter

from app.nodes.event_file import EventFile
from app.nodes.training.training_loop import TrainingLoop
from tests.support.bench import is_held_now, paired, report
from tests.support.nodes import call

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

ROUNDS, MOST_ROUNDS, EPOCHS = 10, 40, 2
SCALARS = 2000


class Stamped:
    """A loader that notes when each batch but the first was asked for: `at_s`, seconds of perf_counter."""

    def __init__(self, loader: DataLoader[Any]) -> None:
        self.at_s: list[float] = []
        self._loader = loader
        for name in ("batch_size", "dataset", "sampler", "batch_sampler", "generator"):
            setattr(self, name, getattr(loader, name))

    def __len__(self) -> int:
        return len(self._loader)

    def __iter__(self) -> Iterator[Any]:
        for batch in self._loader:
            yield batch
            self.at_s.append(time.perf_counter())


def parts() -> dict[str, Any]:
    torch.manual_seed(1)
    model = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(512, 10),
    )
    data = TensorDataset(torch.randn(1536, 1, 8, 8), torch.randint(0, 10, (1536,)))
    return {
        "model": model,
        "dataloader": Stamped(DataLoader(data, batch_size=32, shuffle=True, generator=torch.Generator())),
        "optimizer": torch.optim.Adam(model.parameters()),
        "loss_fn": nn.CrossEntropyLoss(),
    }


def by_hand(made: dict[str, Any]) -> None:
    made["model"].train()
    for _ in range(EPOCHS):
        total = 0.0
        for x, y in made["dataloader"]:
            made["optimizer"].zero_grad()
            loss = made["loss_fn"](made["model"](x), y)
            loss.backward()
            made["optimizer"].step()
            total += loss.item()


def step_times(train: Callable[[dict[str, Any]], object]) -> list[float]:
    """Seconds of every step but the first."""
    made = parts()
    gc.collect()
    train(made)
    at_s = made["dataloader"].at_s
    return [after - before for before, after in itertools.pairwise(at_s)]


@pytest.mark.bench
@pytest.mark.parametrize(
    ("name", "more", "target"),
    [
        ("training loop, a step", {}, "<= 1.02 x"),
        ("training loop with TensorBoard, a step", {"tensorboard": True}, "<= 1.05 x"),
    ],
)
def test_overhead(tmp_path: Path, name: str, more: dict[str, Any], target: str) -> None:
    params = {"epochs": EPOCHS, "batch_metrics": True, **more}
    ours: list[float] = []
    hand: list[float] = []
    for taken in range(1, MOST_ROUNDS + 1):
        own = step_times(lambda made: call(TrainingLoop, tmp_path, made, params))
        peer = step_times(by_hand)
        ours = list(map(min, ours, own)) if ours else own
        hand = list(map(min, hand, peer)) if hand else peer
        if taken >= ROUNDS and is_held_now(name, sum(ours) / sum(hand), tolerance=1.03):
            break
    assert len(ours) == len(hand) == 48 * EPOCHS - 1
    ratio = sum(ours) / sum(hand)
    report(name, sum(ours) / len(ours) * 1e6, "us", target, ratio, "the loop by hand", tolerance=1.03)


@pytest.mark.bench
def test_scalars_against_torch_writer(tmp_path: Path) -> None:
    def own() -> float:
        events = EventFile(tmp_path / "own", 1.0)
        begun = time.perf_counter()
        for step in range(SCALARS):
            events.scalar("train_loss_batch", 0.5, step, 1.0)
        events.flush()
        taken = time.perf_counter() - begun
        events.close()
        return taken

    def peer() -> float:
        with SummaryWriter(str(tmp_path / "peer")) as events:
            begun = time.perf_counter()
            for step in range(SCALARS):
                events.add_scalar("train_loss_batch", 0.5, step, 1.0)
            events.flush()
            return time.perf_counter() - begun

    name = "TensorBoard, a scalar"
    ours, theirs = paired(5, own, peer, name)
    report(name, ours / SCALARS * 1e6, "us", "<= 1 x torch", ours / theirs, "SummaryWriter")
