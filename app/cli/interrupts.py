"""Ctrl-C: the first one ends what a command does, later ones are nothing, and none spoils an exit code."""

from __future__ import annotations

import signal
import threading
from typing import Any, NoReturn


class Interrupt:
    """SIGINT of this process between `begin` and `end`. Where it is ignored (a background job), it stays so."""

    def __init__(self) -> None:
        self._before: Any = None

    def begin(self) -> None:
        """From now on the first SIGINT raises KeyboardInterrupt in the main thread and later ones are ignored."""
        if threading.current_thread() is threading.main_thread():
            before = signal.getsignal(signal.SIGINT)
            if before not in (signal.SIG_IGN, None):
                self._before = before
                signal.signal(signal.SIGINT, _once)

    def over(self) -> None:
        """What the command answers is settled: ignore SIGINT, so that it cannot end in the middle of its end."""
        if self._before is not None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end(self) -> None:
        """Give SIGINT back to who had it before; a process that ends now leaves it ignored instead."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)


def _once(number: int, frame: object) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt
