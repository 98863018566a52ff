"""The clock's texts."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from app.aio.clock import SystemClock
from tests.support.clock import ManualClock


def test_utc_text_sorts_as_time_does() -> None:
    clock = SystemClock()
    texts = [clock.utc_iso() for _ in range(1000)]
    assert texts == sorted(texts)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", text) for text in texts)
    assert datetime.fromisoformat(texts[0]).utcoffset() == timedelta(0)


def test_monotonic_time_never_goes_back() -> None:
    clock = SystemClock()
    times = [clock.monotonic_s() for _ in range(1000)]
    assert times == sorted(times)


def test_the_manual_clock_stands_until_it_is_moved() -> None:
    clock = ManualClock()
    assert (clock.monotonic_s(), clock.utc_iso()) == (0.0, "2026-01-01T00:00:00.000+00:00")
    clock.advance(61.5)
    assert (clock.monotonic_s(), clock.utc_iso()) == (61.5, "2026-01-01T00:01:01.500+00:00")
