"""What the TrainingLoop costs over the same loop written by hand, batch metrics on. Target: at most 2 % more."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from app.nodes.training.training_loop import TrainingLoop
from tests.support.bench import paired, report
from tests.support.nodes import call

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ROUNDS, EPOCHS = 7, 2


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
        "dataloader": DataLoader(data, batch_size=32, shuffle=True, generator=torch.Generator()),
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


@pytest.mark.bench
def test_overhead(tmp_path: Path) -> None:
    def timed(train: Callable[[dict[str, Any]], object]) -> float:
        made = parts()
        start = time.perf_counter()
        train(made)
        return time.perf_counter() - start

    params = {"epochs": EPOCHS, "batch_metrics": True}
    ours, hand = paired(
        ROUNDS,
        lambda: timed(lambda made: call(TrainingLoop, tmp_path, made, params)),
        lambda: timed(by_hand),
        "training loop, an epoch",
    )
    report("training loop, an epoch", ours / EPOCHS * 1e3, "ms", "<= 1.02 x", ours / hand, "the loop by hand")
