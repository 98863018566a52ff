"""Prepares a server whose wall clock goes back by a day each time it is read."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta


def prepare() -> None:
    """Called in the server's process before it starts."""
    from app.aio.clock import SystemClock

    looks = itertools.count(1)
    noon = datetime(2026, 6, 1, 12, tzinfo=UTC)

    def utc_iso(self: SystemClock) -> str:
        return (noon - timedelta(days=next(looks))).isoformat(timespec="milliseconds")

    type.__setattr__(SystemClock, "utc_iso", utc_iso)
