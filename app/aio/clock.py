"""The one way in for time: rooms are given a Clock and never ask the system themselves."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Thread-safe."""

    def monotonic_s(self) -> float:
        """Seconds since an arbitrary point, never going back; for deadlines and durations."""

    def utc_iso(self) -> str:
        """Now as ISO-8601 UTC text with milliseconds and `+00:00`; for rows and display."""


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class SystemClock:
    """The clock of the machine."""

    def __init__(self) -> None:
        self._written: tuple[int, str] = (0, "")

    def monotonic_s(self) -> float:
        """See Clock."""
        return time.monotonic()

    def utc_iso(self) -> str:
        """See Clock. Written once for all who ask within a millisecond: a run that logs asks fifty times in one."""
        now_ms = time.time_ns() // 1_000_000
        known_ms, text = self._written
        if known_ms != now_ms:
            text = (_EPOCH + timedelta(milliseconds=now_ms)).isoformat(timespec="milliseconds")
            self._written = (now_ms, text)
        return text
