"""schemathesis over the document of a living server: every operation, as documented and not, with the token."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.support.fuzzing import PHASES, fuzz
from tests.support.server_process import server

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.fuzzing import Verdict

SEED = 3
"""The same cases every time: a failure belongs to the change. Another seed is another five thousand."""

MOST_BYTES = 1200 * 2**20
"""Far above what the server and the process of its runs hold after this, far below a leak of bodies."""


PARTS = (PHASES[:2], PHASES[2:])
"""Tried side by side, each on a server of its own: one process that makes requests leaves a processor idle."""


@pytest.mark.timeout(900)
def test_five_thousand_requests_are_answered_as_the_document_says(tmp_path: Path) -> None:
    with ThreadPoolExecutor(len(PARTS)) as pool:
        tried = [pool.submit(_tried, tmp_path / part[0], part) for part in PARTS]
        found = [one.result() for one in tried]
    assert sum(one.cases for one in found) >= 5000
    for one in found:
        assert one.report["operations"]["tested"] == one.report["operations"]["total"]


def _tried(folder: Path, phases: tuple[str, ...]) -> Verdict:
    """What came of it; everything is found as it should be on a server that lived through them."""
    home = folder / "home"
    home.mkdir(parents=True)
    with server(home) as running:
        found = fuzz(running, folder, examples=40, walks=40, seed_of_cases=SEED, phases=phases)
        assert not found.report["failures"], found.said
        assert not found.report["errors"], found.said
        assert found.report["exit_code"] == 0, found.said
        status, health = running.ask("GET", "/api/health")
        assert (status, health["status"]) == (200, "ok")
        process = psutil.Process(running.process.pid)
        assert sum(p.memory_info().rss for p in (process, *process.children(recursive=True))) < MOST_BYTES
        running.signal()
        code, said = running.ended()
    assert (code, "Traceback" in said) == (0, False)
    lines = [json.loads(line) for path in (home / "logs").iterdir() for line in path.read_text().splitlines()]
    assert [line for line in lines if line["level"] not in ("DEBUG", "INFO")] == []
    assert [path for path in home.rglob(".*") if path.name != ".versions"] == []
    return found
