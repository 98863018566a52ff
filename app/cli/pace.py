"""The command line's one clock: how late it is, and how to wait a moment."""

from __future__ import annotations

import threading
import time
from typing import Protocol


class Pace(Protocol):
    """Time as the commands see it; tests give one that does not wait."""

    def now(self) -> float:
        """Seconds of a clock that never goes back."""

    def pause(self, seconds: float) -> None:
        """Wait; Ctrl-C ends it at once."""


class RealPace:
    """The clock of this machine."""

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def pause(self, seconds: float) -> None:
        """Sleep, interruptible on every system."""
        threading.Event().wait(seconds)
