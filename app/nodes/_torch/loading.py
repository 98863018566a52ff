"""Builds torch data loaders whose workers are safe beside threads and end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

import torch
from torch.utils.data import DataLoader, IterableDataset

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

_PRELOAD = ["torch", "app.nodes._torch.loading"]


class SteadyLoader(DataLoader[Any]):
    """Draws from its generator as often with persistent workers as without, so that the order is the same."""

    def __iter__(self) -> Any:
        if self.persistent_workers and self._iterator is not None:
            # a new iterator draws the seed of its workers first; one that is used again does not
            torch.empty((), dtype=torch.int64).random_(generator=self.generator)
        return super().__iter__()


def make_loader(
    dataset: Any,
    *,
    seed: int | None,
    batch_size: int,
    shuffle: bool,
    num_workers: int,
    pin_memory: bool,
    drop_last: bool,
    persistent_workers: bool,
    prefetch_factor: int,
) -> DataLoader[Any]:
    """Make a loader with a generator of its own, which decides the order and the random state of every worker.

    seed: 0..2^32-1, None for an order that is different each time. The batches are the same for any number of workers
    as long as the data set draws no random numbers itself.
    """
    generator = torch.Generator()
    if seed is None:
        generator.seed()
    else:
        generator.manual_seed(seed)
    workers: dict[str, Any] = {}
    if num_workers:
        workers = {
            "num_workers": num_workers,
            "persistent_workers": persistent_workers,
            "prefetch_factor": prefetch_factor,
            "multiprocessing_context": worker_context(),
            "worker_init_fn": start_worker,
        }
    return SteadyLoader(
        dataset,
        batch_size=batch_size,
        shuffle=shuffle and not isinstance(dataset, IterableDataset),
        pin_memory=pin_memory,
        drop_last=drop_last,
        generator=generator,
        **workers,
    )


def worker_context() -> BaseContext:
    """How workers start: never by a fork of this process, whose other threads may hold any lock at that moment.

    On Linux a fork server with torch imported makes a worker in milliseconds; elsewhere each one is spawned.
    """
    if not sys.platform.startswith("linux"):
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOAD)
    return context


def start_worker(worker_id: int) -> None:
    """Prepare a worker process: it leaves Ctrl-C to its parent and ends at once when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), name="parent-watch", daemon=True).start()


def unpicklable(dataset: Any) -> str | None:
    """Say why a worker process could not be given the data set, None when it could. Tensors are not copied."""
    try:
        _Probe(_Sink()).dump(dataset)
    except Exception as error:  # what a foreign __reduce__ raises is anything
        return f"{type(error).__name__}: {error}"[:200]
    return None


class _Sink:
    """Takes what a pickler writes and keeps nothing."""

    def write(self, data: Any) -> int:
        return len(data)


class _Probe(pickle.Pickler):
    def persistent_id(self, obj: Any) -> str | None:
        return "plain" if isinstance(obj, torch.Tensor) or type(obj).__name__ == "ndarray" else None


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
