"""Bringing a server up from a command: the scripted control plane stands in for the program that is started."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from app.cli import detached, run, server_process, start, stop
from app.cli.client import Plane
from app.cli.pace import RealPace
from app.cli.words import CliError
from tests.support.fake_plane import RUN_ID

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LOG = [["execution_start", {"run_id": RUN_ID}], ["execution_complete", None]]


class Program:
    """Replaces the program that `bring_up` starts, and writes down with which arguments."""

    def __init__(self, home: Path, repo: Path) -> None:
        self.home = home
        self.repo = repo
        self.calls: list[list[str]] = []
        self.line: list[str] = []
        self.play()

    def play(self, **script: object) -> None:
        """Start the scripted control plane from now on."""
        file = self.home.parent / "script.json"
        file.write_text(json.dumps({"events": LOG, "status": "succeeded", **script}))
        self.line = [sys.executable, "tests/support/fake_plane.py", str(self.home), str(file)]

    def command(self, arguments: Sequence[str]) -> tuple[list[str], Path]:
        self.calls.append(list(arguments[1:]))
        return [*self.line, *arguments], self.repo

    def plane(self) -> Plane:
        return Plane(self.home, RealPace())


@pytest.fixture
def program(tmp_path: Path, repo: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    home = tmp_path / "home"
    made = Program(home, repo)
    monkeypatch.setattr(detached, "program", made.command)
    monkeypatch.setenv("CODEFYUI_USER_DATA_DIR", str(home))
    monkeypatch.setenv("CODEFYUI_LANG", "en")
    yield made
    if made.plane().alive():
        stop.stop(made.plane(), now=True)


def test_start_brings_it_up_and_a_second_start_shows_the_first(
    program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start.main(["--port", "0", "--host", "127.0.0.1"]) == 0
    server = program.plane().alive()
    assert server
    assert f"Running at {server.url} (pid {server.pid})." in capsys.readouterr().out
    assert start.main([]) == 0
    assert f"Already running at {server.url}" in capsys.readouterr().out
    assert program.calls == [["--host", "127.0.0.1", "--port", "0"]]


def test_a_server_that_does_not_come_up_leaves_its_last_words(program: Program) -> None:
    program.line = [sys.executable, "-c", "print('port taken'); raise SystemExit(1)"]
    with pytest.raises(CliError, match="port taken") as caught:
        start.main([])
    assert (caught.value.key, caught.value.exit_code) == ("start_failed", 1)


def test_an_impossible_folder_is_named(program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CODEFYUI_USER_DATA_DIR", str(tmp_path / "file" / "below"))
    with pytest.raises(CliError) as caught:
        start.main([])
    assert (caught.value.key, caught.value.exit_code) == ("start_impossible", 1)


def test_a_start_that_loses_to_another_answers_the_winner(program: Program) -> None:
    winner, ours = server_process.bring_up(program.plane(), [])
    assert ours
    program.line = [sys.executable, "-c", "raise SystemExit(1)"]
    again, ours = server_process.bring_up(program.plane(), [])
    assert (again, ours) == (winner, False)


def test_run_brings_a_server_up_for_its_length(program: Program, tmp_path: Path) -> None:
    graph = tmp_path / "graph.json"
    graph.write_text('{"nodes": [], "edges": []}')
    assert run.main([str(graph), "--detach"]) == 0
    assert program.calls == [["--port", "0", "--until-idle", "0.5"]]
    assert run.main([str(graph), "--detach"]) == 0
    assert len(program.calls) == 1


def test_start_waits_for_a_server_that_is_about_to_leave(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    # the scripted control plane does not know the request, as one that is leaving refuses it
    first, _ = server_process.bring_up(program.plane(), ["--until-idle", "5"])
    assert server_process.is_transient(first)
    left: list[float] = []

    def leave(plane: Plane, pid: int, seconds: float) -> bool:
        left.append(seconds)
        stop.stop(plane, now=True)
        return True

    monkeypatch.setattr(start, "wait_gone", leave)
    assert start.main([]) == 0
    second = program.plane().alive()
    assert second
    assert second.pid != first.pid
    assert not server_process.is_transient(second)
    assert left


@pytest.mark.req("RW-057")
def test_the_server_gets_absolute_folders_and_a_session_of_its_own(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEFYUI_MODELS_DIR", "my models")
    server, _ = server_process.bring_up(program.plane(), [])
    environment = psutil.Process(server.pid).environ()
    assert environment["CODEFYUI_MODELS_DIR"] == str(Path.cwd() / "my models")
    assert environment["CODEFYUI_USUAL_QUEUE_KEEP"] == "1"
    assert os.getsid(server.pid) == server.pid


def test_a_server_that_dies_under_its_run_is_brought_up_again(
    program: Program, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph = tmp_path / "graph.json"
    graph.write_text('{"nodes": [], "edges": []}')
    program.play(events=[*LOG[:1], *LOG[:1], *LOG], die_at=2, leave_after=4)
    assert run.main([str(graph), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()][1:-1]
    assert [event["cursor"] for event in events] == [1, 2, 3, 4]
    assert len(program.calls) == 2
    memory = json.loads((program.home / "fake.json").read_text())
    assert (memory["starts"], len(memory["submits"])) == (2, 1)
    assert program.plane().alive() is None
