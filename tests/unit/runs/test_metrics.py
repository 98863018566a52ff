"""Points on their way in, and thinned out on their way to a chart."""

from __future__ import annotations

import math
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.sinks import MetricPoint
from app.runs.metrics import FLUSH_POINTS, PointBatch, thin_out, thin_series


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


@given(
    st.lists(st.none() | st.floats(-1e6, 1e6), max_size=300),
    st.integers(1, 60),
)
def test_thinning_keeps_order_ends_and_extremes(values: list[float | None], max_points: int) -> None:
    kept = thin_out(values, max_points)
    assert kept == sorted(set(kept))
    if len(values) <= max_points:
        assert kept == list(range(len(values)))
        return
    assert len(kept) <= max(max_points, 4)
    assert kept[:1] == [0][: len(values)]
    assert kept[-1:] == [len(values) - 1]
    finite = [value for value in values if value is not None]
    if finite:
        shown = [value for place in kept if (value := values[place]) is not None]
        assert (min(shown), max(shown)) == (min(finite), max(finite))


def test_one_spike_among_many_stays() -> None:
    values: list[float | None] = [0.0] * 100_000
    values[54_321] = 9.0
    kept = thin_out(values, 500)
    assert 54_321 in kept
    assert len(kept) <= 500


def test_stretches_of_null_stay_visible() -> None:
    values = [*[1.0] * 50, *[None] * 50]
    assert any(values[place] is None and place < 99 for place in thin_out(values, 20))


def test_each_node_has_a_curve_of_its_own() -> None:
    """Three loops report one series in turn; the middle one far below and the last only twice."""
    points: list[tuple[str, str, int, float | None, str, int]] = []
    for step in range(1000):
        points.append(("a", "loss", step, 5.0 + step, "ts", 3 * step))
        points.append(("b", "loss", step, -step / 1000, "ts", 3 * step + 1))
        if step in (500, 501):
            points.append(("c", "loss", step, 1.0, "ts", 3 * step + 2))
    kept = thin_series(points, 10)
    assert kept == sorted(kept, key=lambda cells: cells[5])
    curves = {node: [cells[2] for cells in kept if cells[0] == node] for node in "abc"}
    assert {node: (steps[0], steps[-1]) for node, steps in curves.items()} == {
        "a": (0, 999),
        "b": (0, 999),
        "c": (500, 501),
    }
    assert {node: len(steps) for node, steps in curves.items()} == {"a": 10, "b": 10, "c": 2}
