"""The one way in for time: rooms are given a Clock and never ask the system themselves."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Thread-safe."""

    def monotonic_s(self) -> float:
        """Seconds since an arbitrary point, never going back; for deadlines and durations."""

    def utc_iso(self) -> str:
        """Now as ISO-8601 UTC text with milliseconds and `+00:00`; for rows and display."""


class SystemClock:
    """The clock of the machine."""

    def monotonic_s(self) -> float:
        """See Clock."""
        return time.monotonic()

    def utc_iso(self) -> str:
        """See Clock."""
        return datetime.now(UTC).isoformat(timespec="milliseconds")
