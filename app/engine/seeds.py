"""Puts a node's seed into force, and keeps the process-wide random and deterministic state around a seeded run."""

from __future__ import annotations

import os
import random
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from app.engine import torch_lane

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

_CUBLAS = "CUBLAS_WORKSPACE_CONFIG"
_CUBLAS_DEFAULT = ":4096:8"


def apply(seed: int) -> None:
    """Seed random, numpy and torch; the latter two if this process has loaded them."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(numpy, "random"):
        numpy.random.seed(seed)
    torch_lane.seed_everything(seed)


class _Kept:
    """The process's random states before the first scope that sets them; given back when the last one is left.

    One for all: scopes of runs that go on side by side do not nest, and each for itself would give back what another
    run had set.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._before: tuple[Any, Any, Any] | None = None

    def enter(self) -> None:
        with self._lock:
            self._count += 1
            if self._count == 1:
                numpy = sys.modules.get("numpy")
                self._before = (
                    random.getstate(),
                    torch_lane.random_state(),
                    numpy.random.get_state() if numpy is not None else None,
                )

    def leave(self) -> None:
        with self._lock:
            self._count -= 1
            if self._count or self._before is None:
                return
            (python, torch, drawn), self._before = self._before, None
            random.setstate(python)
            torch_lane.restore_random_state(torch)
            if drawn is not None:
                sys.modules["numpy"].random.set_state(drawn)


_KEPT = _Kept()


@contextmanager
def kept_random_state(wanted: bool = True) -> Iterator[None]:
    """Give the process its random states back when this is left, by an error too; nothing when not wanted.

    torch (and numpy with it) is imported first: what is not there yet could not be given back. The states belong to
    the process. So an unseeded run beside the scope draws from what the scope has set, and its draws are missing from
    the sequence there: neither of two such runs repeats another, but neither is reproducible. A seeded run that is to
    be repeated needs a process of its own, or none beside it.
    """
    if not wanted:
        yield
        return
    torch_lane.load()
    _KEPT.enter()
    try:
        yield
    finally:
        _KEPT.leave()


def seeded_run() -> AbstractContextManager[None]:
    """Around a seeded run: its states are its own, and the process has its former ones afterwards.

    A node that imports torch in the middle of the run would otherwise draw from an unseeded state, and two processes
    would differ by what they had loaded before.
    """
    return kept_random_state()


class _Deterministic:
    """The one deterministic scope of the process: entered by the first that wants it, left by the last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._before: Any = None
        self._cublas: str | None = None

    def enter(self) -> None:
        with self._lock:
            self._count += 1
            if self._count == 1:
                self._cublas = os.environ.get(_CUBLAS)
                os.environ.setdefault(_CUBLAS, _CUBLAS_DEFAULT)
                self._before = torch_lane.set_deterministic()

    def leave(self) -> None:
        with self._lock:
            self._count -= 1
            if self._count == 0:
                torch_lane.unset_deterministic(self._before)
                if self._cublas is None:
                    os.environ.pop(_CUBLAS, None)
                else:
                    os.environ[_CUBLAS] = self._cublas


_DETERMINISTIC = _Deterministic()


@contextmanager
def deterministic(wanted: bool = True) -> Iterator[None]:
    """Deterministic algorithms while at least one such scope is open in the process; nothing when not wanted."""
    if not wanted:
        yield
        return
    _DETERMINISTIC.enter()
    try:
        yield
    finally:
        _DETERMINISTIC.leave()
