"""What long curves cost the window, against a bare plot of the same library in the same browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.bench import STORED, report
from tests.support.past_runs import fill
from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.server_process import Running

TOLERANCE = 2.0
DRAW = "window: 2 curves of 100,000 points, drawn"
UPDATE = "window: 2 curves of 100,000 points, smoothed anew"


@pytest.fixture
def server(tmp_path: Path, ui: Path) -> Iterator[Running]:
    """A server that has runs with metrics."""
    del ui
    fill(tmp_path / "data" / "codefyui.db", 3)
    with serving(tmp_path / "data") as started:
        yield started


@pytest.mark.bench
def test_long_curves_cost_little_more_than_their_drawing(flow: Callable[..., dict[str, Any]]) -> None:
    stored = json.loads(STORED.read_text())
    limits = {"draw": stored[DRAW] * TOLERANCE, "update": stored[UPDATE] * TOLERANCE}
    seen = flow("../budgets/curves", limits=json.dumps(limits))
    assert seen["points"] == "100000"
    assert seen["charts"] == 1
    bare = seen["bare"]
    report(DRAW, seen["draw"], "ms", "50", seen["draw"] / bare["drawn"], "a bare plot", tolerance=TOLERANCE)
    report(UPDATE, seen["update"], "ms", "20", seen["update"] / bare["updated"], "a bare plot", tolerance=TOLERANCE)
