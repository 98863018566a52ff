"""A clock that tests set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_START = datetime(2026, 1, 1, tzinfo=UTC)


class ManualClock:
    """Stands still until advance()."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._now_s += seconds

    def monotonic_s(self) -> float:
        """See Clock."""
        return self._now_s

    def utc_iso(self) -> str:
        """See Clock."""
        return (_START + timedelta(seconds=self._now_s)).isoformat(timespec="milliseconds")
