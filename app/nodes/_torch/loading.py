"""Builds torch data loaders whose workers are safe beside threads and end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import random
import signal
import sys
import threading
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

import numpy
import torch
from torch.utils.data import DataLoader, IterableDataset, _DatasetKind
from torch.utils.data._utils import worker

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

_PRELOAD = ["torch", "app.nodes._torch.loading"]


class SteadyLoader(DataLoader[Any]):
    """Batches and random draws of an epoch follow from the generator's state at its start, persistent workers or not.

    A new iterator draws the seed of its workers first, and they start from it. An iterator that is used again does
    neither: so the seed is drawn here, and lies where the workers find it when their next epoch begins (start_worker).
    What a data set keeps for itself from one epoch to the next (a generator of its own) is not reached by this.
    """

    def __iter__(self) -> Any:
        if self.persistent_workers and self._iterator is not None:
            # the workers of an epoch look once, at its start; the former epoch's have ended or are asked to by torch
            self.worker_init_fn.seed.random_(generator=self.generator)  # type: ignore[union-attr]
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
            "worker_init_fn": WorkerStart(),
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


class WorkerStart:
    """Prepares a worker process: it leaves Ctrl-C to its parent, ends at once when the parent is gone, and begins each
    further epoch with the random states that a new worker would have.

    seed: one int64 in shared memory, the seed of the epoch that begins; written between two epochs only.
    """

    def __init__(self) -> None:
        self.seed = torch.zeros((), dtype=torch.int64).share_memory_()  # type: ignore[no-untyped-call]

    def __call__(self, worker_id: int) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        parent = multiprocessing.parent_process()
        if parent is not None:
            threading.Thread(target=_end_with, args=(parent.sentinel,), name="parent-watch", daemon=True).start()
        _seed_each_epoch(worker_id, self.seed)


def _seed_each_epoch(worker_id: int, seed: torch.Tensor) -> None:
    """Have this worker process seed itself whenever torch begins an epoch in it, but for the first, which torch seeds.

    torch offers no hook there. It makes a fetcher at the start of each epoch, after it has told the worker so.
    """
    make = _DatasetKind.create_fetcher
    is_first = True

    def seeded(*args: Any) -> Any:
        nonlocal is_first
        if not is_first:
            _seed_worker(int(seed), worker_id)
        is_first = False
        return make(*args)  # type: ignore[no-untyped-call]

    _DatasetKind.create_fetcher = staticmethod(seeded)  # type: ignore[method-assign]


def _seed_worker(base: int, worker_id: int) -> None:
    """The random states of a worker that torch starts with this base seed (torch.utils.data._utils.worker)."""
    random.seed(base + worker_id)
    torch.manual_seed(base + worker_id)
    numpy.random.seed(worker._generate_state(base, worker_id))  # type: ignore[no-untyped-call]


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
