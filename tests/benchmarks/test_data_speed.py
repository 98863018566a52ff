"""How fast tables are read and batches made, each against a peer of the same run."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
import torch
from torch.utils.data import DataLoader, TensorDataset

from app.nodes._torch.loading import make_loader
from app.nodes._torch.offline_sets import offline_set
from app.nodes.data.csv_reader import CSVReader
from tests.support.bench import paired, report
from tests.support.nodes import call

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def seconds(work: Callable[[], Any]) -> float:
    """What other tests left is not looked at again by the collector, as in a fresh process of a run."""
    gc.collect()
    gc.freeze()
    begun = time.perf_counter()
    work()
    took = time.perf_counter() - begun
    gc.unfreeze()
    return took


@pytest.mark.bench
def test_csv_against_pandas(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    values = np.random.default_rng(0).random((50000, 10))
    np.savetxt(path, values, fmt="%.6f", delimiter=",", header=",".join("abcdefghij"), comments="")
    own, peer = paired(
        3,
        lambda: seconds(lambda: call(CSVReader, tmp_path, {}, {"path": str(path)})),
        lambda: seconds(lambda: pd.read_csv(path, engine="python")),
        "csv, 500,000 cells",
    )
    report("csv, 500,000 cells", own * 1e3, "ms", "<= 1 x pandas in Python", own / peer, "pandas' Python engine")


@pytest.mark.bench
def test_batches_against_tensor_dataset() -> None:
    held = offline_set("Digits", "train", None)
    values, labels = next(iter(DataLoader(held, batch_size=len(held))))
    own_loader = make_loader(
        held,
        seed=1,
        batch_size=32,
        shuffle=True,
        num_workers=0,
        pin_memory=False,
        drop_last=False,
        persistent_workers=False,
        prefetch_factor=2,
    )
    peer_loader: DataLoader[Any] = DataLoader(TensorDataset(values, labels), 32, shuffle=True)
    torch.manual_seed(0)
    own, peer = paired(
        5,
        lambda: seconds(lambda: list(own_loader)),
        lambda: seconds(lambda: list(peer_loader)),
        "digits, an epoch of batches",
    )
    report("digits, an epoch of batches", own * 1e3, "ms", "<= 1 x TensorDataset", own / peer, "torch's TensorDataset")
