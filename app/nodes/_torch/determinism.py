"""The scope in which torch uses deterministic algorithms; scopes of several runs may overlap."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOCK = threading.Lock()
_OPEN = 0
_BEFORE: tuple[bool, bool, bool] = (False, False, False)


@contextmanager
def deterministic(wanted: bool) -> Iterator[None]:
    """Deterministic while any wanted scope is open; the settings of before return with the last one."""
    global _OPEN, _BEFORE
    if not wanted:
        yield
        return
    with _LOCK:
        if _OPEN == 0:
            os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
            _BEFORE = (
                torch.are_deterministic_algorithms_enabled(),
                torch.is_deterministic_algorithms_warn_only_enabled(),
                torch.backends.cudnn.benchmark,
            )
            torch.use_deterministic_algorithms(True, warn_only=True)
            torch.backends.cudnn.benchmark = False
        _OPEN += 1
    try:
        yield
    finally:
        with _LOCK:
            _OPEN -= 1
            if _OPEN == 0:
                torch.use_deterministic_algorithms(_BEFORE[0], warn_only=_BEFORE[1])
                torch.backends.cudnn.benchmark = _BEFORE[2]
