"""schemathesis over the document of a living server: every operation, as documented and not, with the token."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.support.fuzzing import fuzz
from tests.support.server_process import server

if TYPE_CHECKING:
    from pathlib import Path

SEED = 3
"""The same cases every time: a failure belongs to the change. Another seed is another five thousand."""

MOST_BYTES = 1200 * 2**20
"""Far above what the server and the process of its runs hold after this, far below a leak of bodies."""


@pytest.mark.timeout(900)
def test_five_thousand_requests_are_answered_as_the_document_says(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with server(home) as running:
        found = fuzz(running, tmp_path, examples=40, walks=40, seed_of_cases=SEED)
        assert not found.report["failures"], found.said
        assert not found.report["errors"], found.said
        assert found.report["exit_code"] == 0, found.said
        assert found.cases >= 5000
        assert found.report["operations"]["tested"] == found.report["operations"]["total"]
        status, health = running.ask("GET", "/api/health")
        assert (status, health["status"]) == (200, "ok")
        process = psutil.Process(running.process.pid)
        assert sum(p.memory_info().rss for p in (process, *process.children(recursive=True))) < MOST_BYTES
        running.signal()
        code, said = running.ended()
    assert (code, "Traceback" in said) == (0, False)
    lines = [json.loads(line) for path in (home / "logs").iterdir() for line in path.read_text().splitlines()]
    assert [line for line in lines if line["level"] not in ("DEBUG", "INFO")] == []
    unfinished = [path for path in home.rglob(".*") if path.name != ".versions"]
    assert unfinished == []
