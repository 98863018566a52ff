"""The clock's texts."""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta

import pytest

from app.aio.clock import SystemClock
from tests.support.clock import ManualClock


def test_utc_text_sorts_as_time_does() -> None:
    clock = SystemClock()
    texts = [clock.utc_iso() for _ in range(1000)]
    assert texts == sorted(texts)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", text) for text in texts)
    assert datetime.fromisoformat(texts[0]).utcoffset() == timedelta(0)


@pytest.mark.parametrize(
    ("ns", "text"),
    [
        (0, "1970-01-01T00:00:00.000+00:00"),
        (1_780_315_200_123_999_999, "2026-06-01T12:00:00.123+00:00"),
        (1_780_315_200_124_000_000, "2026-06-01T12:00:00.124+00:00"),
        (1_780_315_199_999_000_000, "2026-06-01T11:59:59.999+00:00"),
    ],
)
def test_a_time_is_written_to_its_millisecond_also_when_it_goes_back(
    monkeypatch: pytest.MonkeyPatch, ns: int, text: str
) -> None:
    clock = SystemClock()
    for now in (1_780_315_200_124_000_000, ns, ns):
        monkeypatch.setattr(time, "time_ns", lambda now=now: now)
        written = clock.utc_iso()
    assert written == text


def test_monotonic_time_never_goes_back() -> None:
    clock = SystemClock()
    times = [clock.monotonic_s() for _ in range(1000)]
    assert times == sorted(times)


def test_the_manual_clock_stands_until_it_is_moved() -> None:
    clock = ManualClock()
    assert (clock.monotonic_s(), clock.utc_iso()) == (0.0, "2026-01-01T00:00:00.000+00:00")
    clock.advance(61.5)
    assert (clock.monotonic_s(), clock.utc_iso()) == (61.5, "2026-01-01T00:01:01.500+00:00")
