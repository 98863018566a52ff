"""DataLoader with real worker processes: the same batches, reproducible noise, and no worker outlives its parent."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import psutil
import pytest
import torch

from app.nodes._torch.offline_sets import offline_set
from app.nodes.data.data_loader import DataLoader
from tests.support.loader_sets import Counted, Noisy
from tests.support.nodes import call, run_context

if TYPE_CHECKING:
    from pathlib import Path


def batches(root: Path, dataset: Any, epochs: int = 2, **params: Any) -> list[Any]:
    run = run_context(root, seed=5)
    made = call(DataLoader, root, {"dataset": dataset}, {"batch_size": 8, **params}, run)["dataloader"]
    return [[part.tolist() for part in batch] for _ in range(epochs) for batch in made]


@pytest.mark.parametrize("persistent", [False, True])
def test_workers_change_nothing_for_a_set_without_noise(tmp_path: Path, persistent: bool) -> None:
    alone = batches(tmp_path, Counted(50))
    assert batches(tmp_path, Counted(50), num_workers=2, persistent_workers=persistent) == alone


def test_a_held_set_loads_in_workers(tmp_path: Path) -> None:
    made = offline_set("Digits", "test", None)
    assert batches(tmp_path, made, 1, num_workers=1) == batches(tmp_path, made, 1)


def test_noise_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    first = batches(tmp_path, Noisy(16), num_workers=2)
    torch.manual_seed(123)
    assert batches(tmp_path, Noisy(16), num_workers=2) == first
    rows = [tuple(row) for values, _ in first for row in values]
    assert len(set(rows)) == 32  # every item of every epoch drew its own


def test_workers_start_beside_busy_threads(tmp_path: Path) -> None:
    lock, done = threading.Lock(), threading.Event()

    def busy() -> None:
        while not done.is_set():
            with lock:
                sum(range(1000))

    threads = [threading.Thread(target=busy) for _ in range(8)]
    for thread in threads:
        thread.start()
    try:
        assert len(batches(tmp_path, Counted(16), 1, num_workers=2)) == 2
    finally:
        done.set()
        for thread in threads:
            thread.join()


@pytest.mark.chaos
def test_workers_end_when_their_parent_is_killed(tmp_path: Path, repo: Path) -> None:
    victim = subprocess.Popen(
        [sys.executable, "-m", "tests.integration.nodes.loader_victim", str(tmp_path)],
        cwd=repo,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert victim.stdout is not None
    with victim.stdout:
        children = [psutil.Process(int(pid)) for pid in victim.stdout.readline().split()]
    assert len(children) >= 3  # two workers, and the fork server or the trackers
    victim.kill()
    victim.wait()
    _, alive = psutil.wait_procs(children, timeout=20)
    assert alive == []
