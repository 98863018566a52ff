"""From `python -m app --server` to the first 200, and what the server weighs when idle."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.support.bench import paired, report
from tests.support.server_process import server

if TYPE_CHECKING:
    from pathlib import Path


def _peer() -> float:
    """An interpreter that loads what every server of this kind needs, and ends."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import asyncio, json, sqlite3, ssl"], check=True)
    return time.perf_counter() - begun


def _bare_mib() -> float:
    """What an interpreter weighs that has loaded the libraries of this server and does nothing."""
    code = "import aiohttp.web, peewee, pydantic, psutil; print(psutil.Process().memory_info().rss / 2**20)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)


@pytest.mark.bench
def test_start_to_the_first_answer_and_idle_memory(tmp_path: Path) -> None:
    rss: list[float] = []

    # as on a user's machine: compiled once, at the first start
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}

    def start() -> float:
        begun = time.perf_counter()
        with server(tmp_path / "home", **compiled) as running:
            assert running.ask("GET", "/api/health")[0] == 200
            taken = time.perf_counter() - begun
            rss.append(psutil.Process(running.process.pid).memory_info().rss / 2**20)
            running.signal()
            running.ended()
        return taken

    start()
    figure, peer = paired(5, start, _peer, "server start to first 200")
    report(
        "server start to first 200", figure, "s", "0.5", figure / peer, "python -c 'import asyncio, json, sqlite3, ssl'"
    )
    weight = min(rss)
    report("idle server RSS", weight, "MiB", "70", weight / _bare_mib(), "a process that only loaded its libraries")
