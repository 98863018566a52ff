"""What the server says with a code is read in the viewer's language, wherever runs are looked at."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.reason import LANGUAGES, WORDS, Reason, placeholders
from tests.support.past_runs import fill
from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.server_process import Running

CODES = sorted(WORDS)
NUMBERS = {"seconds"}
"""Params that a sentence writes as numbers."""
REASONS = [
    Reason(code, {name: 7 if name in NUMBERS else f"a {name}" for name in sorted(placeholders(WORDS[code][0]))})
    for code in CODES
]
TALKED = "0" * 32
"""The first run, which told of every reason in its log."""


@pytest.fixture
def server(tmp_path: Path, ui: Path) -> Iterator[Running]:
    """A server with a run that failed for each reason there is, all of which stand in the log of one of them, too."""
    del ui
    database = tmp_path / "data" / "codefyui.db"
    fill(database, len(CODES))
    with closing(sqlite3.connect(database)) as db, db:
        for n, one in enumerate(REASONS):
            db.execute(
                "UPDATE exec_runs SET status = 'failed', error = ? WHERE id = ?",
                (json.dumps(one.to_json()), f"{n:032x}"),
            )
            db.execute(
                "INSERT INTO exec_run_events (run_id, cursor, type, payload, ts) VALUES (?, ?, 'run_warning', ?, ?)",
                (TALKED, n + 1, json.dumps({"kind": "told", **one.to_json()}), "2026-03-01T08:00:09+00:00"),
            )
    with serving(tmp_path / "data") as started:
        yield started


@pytest.mark.req("EA-270")
def test_every_reason_is_read_in_the_language_of_the_viewer(
    flow: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    """In the list of runs, in the view of one, and in the log below the canvas; a language chosen meanwhile counts."""
    counts = {lang: len({one.text(lang) for one in REASONS}) for lang in LANGUAGES}
    asked = tmp_path / "asked.json"
    asked.write_text(json.dumps({"run": TALKED, "counts": counts}), "utf-8")
    seen = flow("reasons", asked=str(asked))
    for lang in LANGUAGES:
        wanted = {one.text(lang) for one in REASONS}
        assert len(wanted) > 0.9 * len(CODES)  # some codes share a sentence
        for place in ("list", "log", "canvas"):
            assert wanted - set(seen[place][lang]) == set(), (place, lang)
