"""The view of one run: its log as it grows, its metrics, files, outputs and facts, and what can be done about it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.own_nodes import TALKER
from tests.support.past_runs import fill
from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.server_process import Running


@pytest.fixture
def own_nodes() -> dict[str, str]:
    """The node above."""
    return {"talker": TALKER}


@pytest.mark.parametrize(("by", "lang", "scheme"), [("mouse", "en", "dark"), ("keyboard", "zh-TW", "light")])
def test_a_log_is_followed_searched_and_left_alone_when_one_scrolls_up(
    flow: Callable[..., dict[str, Any]], tmp_path: Path, by: str, lang: str, scheme: str
) -> None:
    seen = flow("run_log", home=str(tmp_path / "data"), by=by, lang_wanted=lang, scheme=scheme)
    assert seen.pop("console") > 233  # what it printed, and the traceback below it
    assert seen == {
        "followed": True,
        "paused": [False, 30],
        "resumed": [True, "more 29 loss"],
        "found": ["1", "2", "1"],
        "errors": 2,
        "reason": True,
        "download": ["text/plain", True],
        "titled": "Talker",
        "findings": [],
    }


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])
def test_every_part_of_a_run_is_shown(flow: Callable[..., dict[str, Any]], lang: str, scheme: str) -> None:
    seen = flow("run_parts", lang_wanted=lang, scheme=scheme)
    assert seen.pop("findings") == []
    assert seen.pop("chart") >= 2
    assert seen.pop("outputs") >= 5
    assert seen.pop("viewed") != ""
    assert seen == {
        "beside": "aside-chart-val_accuracy aside-chart-train_loss DT DT DT",
        "isAlone": True,
        "tabs": ["log", "metrics", "artifacts", "outputs", "facts"],
        "csv": "text/csv",
        "file": True,
        "seed": True,
        "command": "cdui run Iris-MLP.json --device cpu --seed 7 --record-outputs",
        "graphName": "Iris-MLP.json",
        "kept": "true",
        "opened": True,
        "again": True,
        "deleted": "#/runs",
    }


LINES = 100_000
METRICS = 2_000


@pytest.fixture
def heavy(tmp_path: Path, ui: Path) -> Iterator[Running]:
    """A server with one run that failed, of which there is a lot to show."""
    del ui
    database, run_id = tmp_path / "heavy" / "codefyui.db", "0" * 32
    fill(database, 1)
    console = tmp_path / "heavy" / "data" / "runs" / run_id / "output.log"
    console.parent.mkdir(parents=True)
    console.write_text("".join(f"\x1b[32mstep\x1b[0m {n} loss {1 / (1 + n):.5f}\n" for n in range(LINES)))
    names = [f"layer{n:04d}" for n in range(METRICS)]
    with closing(sqlite3.connect(database)) as db, db:
        points = [
            (run_id, "loop", name, step, None if at == 3 else at + step, f"2026-03-01T08:00:0{step}+00:00")
            for at, name in enumerate(names)
            for step in range(3)
        ]
        db.executemany(
            "INSERT INTO exec_run_metrics (run_id, node_id, name, step, value, ts) VALUES (?, ?, ?, ?, ?, ?)", points
        )
        db.execute("UPDATE exec_runs SET final_metrics = ?", (json.dumps(dict.fromkeys(names, 1.0)),))
        ending = json.dumps({"error": "It broke.", "code": "node_failed", "params": {}})
        db.execute(
            "INSERT INTO exec_run_events (run_id, cursor, type, payload, ts) VALUES (?, 1, 'execution_error', ?, ?)",
            (run_id, ending, "2026-03-01T08:00:09+00:00"),
        )
    with serving(tmp_path / "heavy") as started:
        yield started


def test_a_hundred_thousand_lines_and_two_thousand_metrics_are_looked_through(
    flow: Callable[..., dict[str, Any]], heavy: Running
) -> None:
    seen = flow("run_heavy", url=heavy.info["url"])
    assert seen == {
        "lines": True,
        "coloured": True,
        "found": LINES - 1,
        "error": LINES,
        "charts": True,
        "none": True,
        "findings": [],
    }
