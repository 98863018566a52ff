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

_CUBLAS = "CUBLAS_WORKSPACE_CONFIG"
_CUBLAS_DEFAULT = ":4096:8"


def apply(seed: int) -> None:
    """Seed random, numpy and torch; the latter two if this process has loaded them."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(numpy, "random"):
        numpy.random.seed(seed)
    torch_lane.seed_everything(seed)


@contextmanager
def seeded_run() -> Iterator[None]:
    """Give the process its random states back after a seeded run.

    torch (and numpy with it) is imported first: a node that imports it in the middle of the run would otherwise draw
    from an unseeded state, and two processes would differ by what they had loaded before.
    """
    torch_lane.load()
    numpy = sys.modules.get("numpy")
    before = random.getstate(), torch_lane.random_state(), numpy.random.get_state() if numpy else None
    try:
        yield
    finally:
        random.setstate(before[0])
        torch_lane.restore_random_state(before[1])
        if numpy is not None:
            numpy.random.set_state(before[2])


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
