"""The view of all runs, with ten thousand of them: look, filter, select, change, delete, with the mouse and without."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.bench import STORED, TOLERANCE, report
from tests.support.past_runs import fill
from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.server_process import Running

RUNS = 10_000
FIRST = "window: first rows of 10,000 runs"


@pytest.fixture
def server(tmp_path: Path, ui: Path) -> Iterator[Running]:
    """A server with a long past."""
    del ui
    fill(tmp_path / "data" / "codefyui.db", RUNS)
    with serving(tmp_path / "data") as started:
        yield started


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])
def test_ten_thousand_runs_are_looked_through_with_the_mouse(
    flow: Callable[..., dict[str, Any]], lang: str, scheme: str
) -> None:
    seen = flow("runs_mouse", lang_wanted=lang, scheme=scheme)
    assert seen["rowcount"] == RUNS + 1
    assert seen["rowsInPage"] <= 60
    assert seen["failed"] == {"total": 1250, "statuses": ["failed"]}
    assert seen["thesis"] == 1000
    assert seen["far"] == "night 4999"  # the row in the middle of the list, loaded when one came to it
    assert seen["live"] == {"status": "succeeded", "selected": 2, "moved": 0}
    assert seen["armed"] == {"first": RUNS + 1, "then": RUNS - 1, "selected": 0}
    assert seen["findings"] == []


def test_ten_thousand_runs_are_looked_through_with_the_keyboard(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("runs_keyboard")
    assert seen == {
        "ends": ["night 9999", "night 0", "night 9999"],
        "range": ["night 9999", "night 9998", "night 9997"],
        "without": ["night 9999", "night 9997"],
        "tagged": ["mine", "mine"],
        "sorted": ["night 0", "ascending"],
        "none": "runs-none",
        "all": 1000,
        "deleted": RUNS - 1000,
        "opened": "#/runs/0000000000000000000000000000270f/log",
        "back": "night 9999",
    }


@pytest.mark.parametrize(("lang", "scheme"), [("en", "light"), ("zh-TW", "dark")])
def test_the_list_is_looked_at_in_groups_by_figures_and_through_kept_views(
    flow: Callable[..., dict[str, Any]], lang: str, scheme: str
) -> None:
    seen = flow("runs_look", lang_wanted=lang, scheme=scheme)
    assert seen == {
        "offered": ["status:failed ", "failed"],
        "wrong": True,
        "heads": ["false", "false", "true"],
        "csv": {"rows": 1250, "falls": True},
        "view": ["status:failed", "graph", 0],
        "kept": 200,
        "findings": [],
    }


@pytest.mark.bench
def test_scrolling_costs_what_a_bare_list_costs_and_filtering_far_less(flow: Callable[..., dict[str, Any]]) -> None:
    """Milliseconds of the main thread, least of three, against the two plain lists of the same browser."""
    limit = json.loads(STORED.read_text())[FIRST] * TOLERANCE
    seen = flow("runs_speed", first_limit=str(limit))
    assert seen["opened"] == RUNS
    first = seen["first"]
    report(
        FIRST,
        first["ours"],
        "ms",
        "1000",
        first["ours"] / first["theirs"],
        "a table of all rows",
    )
    report(
        "window: runs scrolled",
        seen["scroll"]["ours"],
        "ms a frame",
        "18",
        seen["scroll"]["ours"] / seen["scroll"]["theirs"],
        "a bare list",
    )
    report(
        "window: runs filtered",
        seen["filter"]["ours"],
        "ms",
        "100",
        seen["filter"]["ours"] / seen["filter"]["theirs"],
        "a table of all rows",
    )
    assert seen["scroll"]["ours"] < 2 * seen["scroll"]["theirs"]  # which has no icons, links or marks in its rows
    assert seen["filter"]["ours"] < seen["filter"]["theirs"] / 4
