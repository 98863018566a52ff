"""Keeps the cycle collector out of the way while a large document is in memory.

A full collection walks over every container there is and holds all threads meanwhile: a third of a second for a
document of 300,000 edges, which has no cycles at all and is freed by counting alone.
"""

from __future__ import annotations

import gc
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_lock = threading.Lock()
_holders = 0
_was_on = True


@contextmanager
def paused() -> Iterator[None]:
    """No automatic collections in this process inside; several may be inside at once, in any thread."""
    global _holders, _was_on
    with _lock:
        if _holders == 0:
            _was_on = gc.isenabled()
            gc.disable()
        _holders += 1
    try:
        yield
    finally:
        with _lock:
            _holders -= 1
            if _holders == 0 and _was_on:
                gc.enable()
