"""A stdout that is closed, full, or left by its reader, and a stderr likewise: an exit code, and never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.fake_plane import RUN_ID

if TYPE_CHECKING:
    from tests.integration.cli.conftest import Desk

LOG = [["execution_start", {"run_id": RUN_ID}], ["execution_complete", None]]
COMMANDS = ["--version", "--help", "status", "status --json", "validate GRAPH", "run GRAPH", "run GRAPH --json",
            "run GRAPH --detach", "run --help", "start", "stop"]  # fmt: skip


def _shell(desk: Desk, command: str, redirect: str) -> subprocess.CompletedProcess[str]:
    """As a user's shell does it; the exit code of the command itself."""
    words = command.replace("GRAPH", str(desk.graph))
    line = f"{sys.executable} -m app {words} {redirect}"
    return subprocess.run(
        ["bash", "-c", line], cwd=desk.repo, env=desk.env(), capture_output=True, text=True, timeout=60
    )


@pytest.fixture
def served(desk: Desk) -> Desk:
    desk.graph.write_text(json.dumps({"nodes": [{"id": "go", "type": "Start"}], "edges": []}))
    desk.serve(events=LOG)
    return desk


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_stdout_is_said_and_exits_1(served: Desk, command: str) -> None:
    done = _shell(served, command, ">/dev/full")
    said = done.stderr.splitlines()
    assert done.returncode == 1
    assert said[-1] == "cdui: The output could not be written: No space left on device."
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("redirect", [">&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_closed_streams_change_no_exit_code(served: Desk, command: str, redirect: str) -> None:
    if command.startswith("validate"):
        served.graph.write_text("[]")
    done = _shell(served, command, redirect)
    assert done.returncode == (1 if command.startswith("validate") else 0)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.stderr == "" or redirect == ">&-"
    assert (done.stdout == "") is (">&-" in redirect)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_left_ends_a_command_as_sigpipe_would(served: Desk, command: str) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    words = command.replace("GRAPH", str(served.graph)).split()
    with open(theirs, "w") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "app", *words],
            cwd=served.repo,
            env=served.env(),
            stdout=pipe,
            stderr=-1,
            text=True,
            timeout=60,
        )
    follows = command.startswith("run G")
    assert done.returncode == 141
    assert (f"cdui run --follow {RUN_ID}" in done.stderr) is follows
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_head_gets_its_line_and_the_run_is_named(desk: Desk) -> None:
    desk.serve(events=[LOG[0]] * 3000)  # more than a pipe holds, so that a line comes after the reader left
    done = _shell(desk, "run GRAPH --json", "| head -1; exit ${PIPESTATUS[0]}")
    assert json.loads(done.stdout) == {"type": "submitted", "run_id": RUN_ID}
    assert done.returncode == 141
    assert done.stderr.splitlines()[1:] == [f"Run {RUN_ID} goes on. Follow it with: cdui run --follow {RUN_ID}"]


@pytest.mark.parametrize("redirect", [">/dev/full", ">&-"])
def test_a_server_serves_without_a_stdout(desk: Desk, redirect: str) -> None:
    done = _shell(desk, "--server --port 0 --until-idle 0.2", redirect)
    assert (done.returncode, done.stderr) == (0, "")
    assert "leaving: idle" in (desk.home / "logs" / "server.log").read_text()
