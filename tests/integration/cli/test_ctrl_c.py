"""Ctrl-C at many points of `cdui run`: the user always learns what becomes of the run, and never sees a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.fake_plane import RUN_ID
from tests.support.terminal import written_to

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.cli.conftest import Desk

LOG = [["execution_start", {"run_id": RUN_ID}], ["execution_complete", None]]
POINTS = 40


def _on_a_terminal(desk: Desk, point: int, steps: Path, *words: str) -> tuple[int, str]:
    """(exit code, all that the terminal showed) of a command that gets Ctrl-C at one of its steps."""
    ours, theirs = os.openpty()
    command = subprocess.Popen(
        [sys.executable, "tests/support/interrupted.py", str(point), str(steps), *words],
        cwd=desk.repo,
        env={**desk.env(), "TERM": "xterm", "COLUMNS": "200"},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    shown = written_to(ours)
    return command.wait(60), shown


def _as_promised(code: int, shown: str, taken: bool) -> bool:
    """What a user may see. taken: the server has the run."""
    quiet = "Traceback" not in shown and "Exception ignored" not in shown
    told = f"--follow {RUN_ID}" in shown or "Sending the graph was cut short" in shown
    if code == 0:
        return quiet and "succeeded in" in shown
    return quiet and code == 130 and (told or not taken)


@pytest.mark.parametrize("words", [("run",), ("run", "--detach")])
def test_ctrl_c_at_any_step_of_a_run(desk: Desk, tmp_path: Path, words: tuple[str, ...]) -> None:
    desk.serve(events=LOG)
    steps = tmp_path / "steps"
    line = (*words, str(desk.graph))
    code, shown = _on_a_terminal(desk, 0, steps, *line)
    assert (code, "Traceback" in shown) == (0, False)
    total = int(steps.read_text())
    wrong = []
    codes = set()
    for point in range(1, total + 1, max(total // POINTS, 1)):
        before = len(desk.memory()["submits"])
        code, shown = _on_a_terminal(desk, point, steps, *line)
        taken = len(desk.memory()["submits"]) > before
        codes.add(code)
        shown = shown if "--detach" not in words else shown.replace("is on its way", "succeeded in")
        if not _as_promised(code, shown, taken):
            wrong.append((point, total, code, shown))
    assert wrong == []
    assert 130 in codes


@pytest.mark.parametrize("words", ["status", "--version", "run"])
def test_ctrl_c_while_the_interpreter_ends_changes_no_exit_code(desk: Desk, tmp_path: Path, words: str) -> None:
    desk.serve(events=LOG)
    line = [words, str(desk.graph)] if words == "run" else [words]
    code, shown = _on_a_terminal(desk, -1, tmp_path / "steps", *line)
    assert (code, "Traceback" in shown, "Exception ignored" in shown) == (0, False, False)
