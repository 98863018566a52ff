"""Metric points on their way: collected into flushes, and thinned out for a chart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.db.metric_rows import PointCells
    from app.engine.sinks import MetricPoint

FLUSH_POINTS = 64
_MAX_STEP = 2**63 - 1


class Point(NamedTuple):
    """A point as stored: value None for NaN and infinities, step within 64 bits."""

    name: str
    value: float | None
    step: int
    node_id: str
    ts: str


class PointBatch:
    """Points that wait for the next flush, and the last value of each series. Not thread-safe.

    generation: grows with each flush, so that a timer can tell whether its points are still here.
    """

    def __init__(self) -> None:
        self.last: dict[str, float | None] = {}
        self.generation = 0
        self.is_timed = False
        self._points: list[Point] = []

    def __len__(self) -> int:
        return len(self._points)

    def add(self, point: MetricPoint, ts: str) -> bool:
        """Take a point; True when a flush is due."""
        stored = Point(_text(point.name), _value(point.value), _step(point.step), _text(point.node_id), ts)
        self._points.append(stored)
        self.last[stored.name] = stored.value
        return len(self._points) >= FLUSH_POINTS

    def take(self) -> list[Point]:
        """Give the points out and begin anew."""
        points, self._points = self._points, []
        self.generation += 1
        self.is_timed = False
        return points


def thin_out(values: Sequence[float | None], max_points: int) -> list[int]:
    """Places of about `max_points` points of one curve, at least two, in their order; spikes stay.

    The points are cut into buckets of equal length; each keeps its smallest and its largest finite value, or a null
    when it has nothing else. The first and the last point always stay.
    """
    count = len(values)
    if count <= max(max_points, 2):
        return list(range(count))
    buckets = max(1, (max_points - 2) // 2)
    inner = count - 2
    kept = {0, count - 1}
    for number in range(buckets):
        first, end = 1 + number * inner // buckets, 1 + (number + 1) * inner // buckets
        bucket = values[first:end]
        finite = [value for value in bucket if value is not None]
        if finite:
            kept.add(first + bucket.index(min(finite)))
            kept.add(first + bucket.index(max(finite)))
        elif bucket:
            kept.add(first)
    return sorted(kept)


def thin_series(points: Sequence[PointCells], max_points: int) -> list[PointCells]:
    """The points of one series with each node's curve thinned out by itself; they stay in their order."""
    curves: dict[str, list[int]] = {}
    for place, cells in enumerate(points):
        curves.setdefault(cells[0], []).append(place)
    kept = [
        places[index]
        for places in curves.values()
        for index in thin_out([points[place][3] for place in places], max_points)
    ]
    return [points[place] for place in sorted(kept)]


def _value(value: object) -> float | None:
    try:
        number = float(value)  # type: ignore[arg-type] # nodes of others report anything; what is no number is null
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _step(step: object) -> int:
    try:
        return max(0, min(int(step), _MAX_STEP))  # type: ignore[call-overload, no-any-return] # as above
    except (TypeError, ValueError, OverflowError):
        return 0


def _text(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
