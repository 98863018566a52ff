"""Points on their way in, and thinned out on their way to a chart."""

from __future__ import annotations

import math
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.db.rows import MetricRow
from app.engine.sinks import MetricPoint
from app.runs.metrics import FLUSH_POINTS, PointBatch, thin_out


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (0.5, 0.5),
        (3, 3.0),
        (True, 1.0),
        (float("nan"), None),
        (float("inf"), None),
        (float("-inf"), None),
        (10**400, None),
        (float("1e400"), None),
        (numpy.float32(0.5), 0.5),
        (numpy.float32("nan"), None),
        (numpy.int64(4), 4.0),
        ("text", None),
        (None, None),
    ],
)
def test_values(value: Any, stored: float | None) -> None:
    batch = PointBatch()
    batch.add(MetricPoint("m", value, 1, "n"), "ts")
    (point,) = batch.take()
    assert point.value == stored
    assert type(point.value) in (float, type(None))
    assert batch.last == {"m": stored}


@pytest.mark.parametrize(
    ("step", "stored"), [(7, 7), (-3, 0), (2**80, 2**63 - 1), (numpy.int64(5), 5), (2.9, 2), (math.nan, 0), (None, 0)]
)
def test_steps(step: Any, stored: int) -> None:
    batch = PointBatch()
    batch.add(MetricPoint("m", 1.0, step, "n"), "ts")
    assert [p.step for p in batch.take()] == [stored]


def test_names_can_be_stored() -> None:
    batch = PointBatch()
    batch.add(MetricPoint("損失\ud800", 1.0, 1, "n\udfff"), "ts")
    (point,) = batch.take()
    assert (point.name, point.node_id) == ("損失?", "n?")


def test_a_flush_is_due_at_64_points() -> None:
    batch = PointBatch()
    due = [batch.add(MetricPoint("m", 1.0, step, "n"), "ts") for step in range(FLUSH_POINTS)]
    assert due == [False] * 63 + [True]
    assert [p.step for p in batch.take()] == list(range(64))
    assert (len(batch), batch.generation) == (0, 1)


def _rows(values: list[float | None]) -> list[MetricRow]:
    return [MetricRow("n", "m", step, value, "ts") for step, value in enumerate(values)]


@given(
    st.lists(st.none() | st.floats(-1e6, 1e6), max_size=300),
    st.integers(1, 60),
)
def test_thinning_keeps_order_ends_and_extremes(values: list[float | None], max_points: int) -> None:
    rows = _rows(values)
    kept = thin_out(rows, max_points)
    assert [row.step for row in kept] == sorted({row.step for row in kept})
    assert set(kept) <= set(rows)
    if len(rows) <= max_points:
        assert kept == rows
        return
    assert len(kept) <= max(max_points, 4)
    assert rows[0] in kept
    assert rows[-1] in kept
    finite = [value for value in values if value is not None]
    if finite:
        shown = [row.value for row in kept if row.value is not None]
        assert (min(shown), max(shown)) == (min(finite), max(finite))


def test_one_spike_among_a_million_stays() -> None:
    rows = _rows([0.0] * 100_000)
    rows[54_321] = MetricRow("n", "m", 54_321, 9.0, "ts")
    kept = thin_out(rows, 500)
    assert rows[54_321] in kept
    assert len(kept) <= 500


def test_stretches_of_null_stay_visible() -> None:
    kept = thin_out(_rows([1.0] * 50 + [None] * 50), 20)
    assert any(row.value is None and row.step < 99 for row in kept)
