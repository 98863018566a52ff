"""How long the window takes to show its content, and what it holds: beside an empty pywebview window of the same run.

Targets: content at most 0.5 s after the empty page's, and at most 90 MiB (PSS) more than the empty window, idle, before
the first run. The server's start is part of the time and its memory is not: it is another process in both.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.support.bench import report
from tests.support.devtools import WAIT_S, Page, environment, free_port
from tests.support.windows import REPO, Desk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CONTENT = "document.querySelectorAll('[data-testid^=palette-item]').length > 3"
ROUNDS = 3
LOOK_S = 0.01


def _seconds_until(page: Page, expression: str, began_s: float) -> float:
    """Looked for so often that the looking is no part of it."""
    while time.monotonic() - began_s < WAIT_S:
        try:
            if page.evaluate(expression):
                return time.monotonic() - began_s
        except (OSError, ValueError, KeyError, AssertionError):
            page.close()
        threading.Event().wait(LOOK_S)
    raise AssertionError(f"{expression} was never true")


def _pss_mib(root: psutil.Process, *, is_mine: Callable[[psutil.Process], bool]) -> float:
    """Of a process and what it started, shared pages counted by their shares."""
    family = [root, *(child for child in root.children(recursive=True) if is_mine(child))]
    return float(sum(process.memory_full_info().pss for process in family)) / 2**20


def _blank(folder: Path, display: str) -> tuple[float, float]:
    port = free_port()
    page = Page(port)
    began_s = time.monotonic()
    window = subprocess.Popen(
        [sys.executable, str(REPO / "tests/support/blank_window.py")],
        env={**environment(port), "DISPLAY": display, "BLANK_STORAGE": str(folder), "QT_LOGGING_RULES": "*=false"},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        seconds = _seconds_until(page, "document.documentElement.dataset.blank !== undefined", began_s)
        page.wait("window.pywebview !== undefined")
        return seconds, _pss_mib(psutil.Process(window.pid), is_mine=lambda child: True)
    finally:
        page.close()
        window.kill()
        window.wait()


def _ours(folder: Path, display: str) -> tuple[float, float]:
    desk = Desk(folder, display)
    try:
        began_s = time.monotonic()
        desk.window = desk.popen()
        seconds = _seconds_until(desk.page, CONTENT, began_s)
        desk.page.wait("window.pywebview !== undefined")
        root = psutil.Process(desk.window.pid)
        return seconds, _pss_mib(root, is_mine=lambda child: "--server" not in child.cmdline())
    finally:
        desk.leave()


@pytest.mark.bench
@pytest.mark.slow
def test_content_and_memory_beside_an_empty_window(tmp_path: Path, display: str, ui: None) -> None:
    del ui
    blank, ours = [], []
    for at in range(ROUNDS + 1):  # the first round fills the caches of the disk
        (tmp_path / f"b{at}").mkdir()
        blank.append(_blank(tmp_path / f"b{at}", display))
        ours.append(_ours(tmp_path / f"o{at}", display))
    # the quickest of each: the others were held up by whatever else ran
    blank_s, ours_s = (min(seconds for seconds, _ in rounds[1:]) for rounds in (blank, ours))
    blank_mib, ours_mib = (statistics.median(mib for _, mib in rounds[1:]) for rounds in (blank, ours))
    report(
        "desktop: content", ours_s - blank_s, "s after", "0.5 s", ours_s / blank_s, f"an empty window ({blank_s:.2f} s)"
    )
    more = ours_mib - blank_mib
    report(
        "desktop: memory", more, "MiB more", "90 MiB", ours_mib / blank_mib, f"an empty window ({blank_mib:.0f} MiB)"
    )
    assert os.path.isdir(tmp_path / "o0" / "window")
