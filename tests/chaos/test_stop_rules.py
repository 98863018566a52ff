"""Signals and stops, with runs that go on, wait, or hear nothing; what the next start makes of it."""

from __future__ import annotations

import http.client
import json
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.support.chaos_graphs import chain, flood, training
from tests.support.graphs import graph, node
from tests.support.server_process import REPO, environment
from tests.support.warm_servers import Gone, Server, Warm, killed_at_the_end

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.chaos

PATIENT = "tests.support.long_grace"
DEAF = graph([node("go", "Start"), node("d", "Deaf", seconds=600)], "go > d")


def submit(server: Server, *graphs: dict[str, Any]) -> list[str]:
    body = [{"graph": one, "options": {"device": "cpu"}} for one in graphs]
    return [str(server.post("/api/runs", one)["run_id"]) for one in body]


def wait_for(server: Server, run_id: str, *types: str) -> list[dict[str, Any]]:
    """Follow a run until it had an event of each of these types."""
    events: list[dict[str, Any]] = []
    while not set(types) <= {event["type"] for event in events}:
        page = server.get(f"/api/runs/{run_id}/events?cursor={len(events)}&wait=30")
        assert page["events"], (run_id, types, [event["type"] for event in events])
        events += page["events"]
    return events


def on_disk(home: Path, immutable: bool = False) -> dict[str, tuple[str, str | None]]:
    """Run -> (status, type of its last event), with no server there. immutable: on a disk that cannot be written."""
    how = "immutable=1" if immutable else "mode=ro"
    query = """SELECT r.id, r.status, (SELECT type FROM exec_run_events AS e WHERE e.run_id = r.id
               ORDER BY cursor DESC LIMIT 1) FROM exec_runs AS r ORDER BY r.rowid"""
    with closing(sqlite3.connect(f"file:{home / 'codefyui.db'}?{how}", uri=True)) as db:
        return {run_id: (status, last) for run_id, status, last in db.execute(query)}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("keeps", [True, False])
def test_a_signal_ends_what_runs_and_keeps_or_ends_what_waits(
    warm: Warm, tmp_path: Path, keeps: bool, number: int
) -> None:
    home = tmp_path / "home"
    settings = {"CODEFYUI_QUEUE_KEEP": str(int(keeps)), "CODEFYUI_RUN_QUEUE_MAX_CONCURRENT_CPU": "2"}
    with killed_at_the_end(warm.start(home, settings=settings)) as server:
        trained, flooded, first, second = submit(server, training(), flood(), chain(1), chain(1))
        wait_for(server, trained, "artifact")
        wait_for(server, flooded, "metric")
        server.signal(number)
        assert server.ended() == 0
        assert server.said.read_text().count("\n") == 1  # the line that says where it serves, and nothing else
    ended, waits = ("interrupted", "execution_stopped"), ("queued", None)
    rest = waits if keeps else ended
    assert on_disk(home) == {trained: ended, flooded: ended, first: rest, second: rest}
    checkpoints = list((home / "data" / "models" / "interrupted").glob(f"{trained}_*.pt"))
    assert len(checkpoints) == 1
    with killed_at_the_end(warm.start(home, settings=settings)) as server:
        files = server.get(f"/api/runs/{trained}/artifacts")["artifacts"]
        assert files[-1]["path"] == str(checkpoints[0])
        if keeps:
            for run_id in (first, second):
                wait_for(server, run_id, "execution_complete")
        else:
            again = server.post("/api/runs/requeue", {"run_ids": [first, second]})["run_ids"]
            for run_id in again:
                wait_for(server, run_id, "execution_complete")


def test_a_second_signal_does_not_wait_for_a_run_that_hears_nothing(warm: Warm, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with killed_at_the_end(warm.start(home, prepare=[PATIENT])) as server:
        (deaf,) = submit(server, DEAF)
        wait_for(server, deaf, "node_status")
        server.signal()
        while (home / "server.json").exists():  # the first thing that a stop takes away
            assert server.is_alive()
            threading.Event().wait(0.005)
        server.signal()
        assert server.ended() == 0
    assert on_disk(home) == {deaf: ("running", "node_status")}
    with killed_at_the_end(warm.start(home)) as server:
        row = server.get(f"/api/runs/{deaf}")
        assert (row["status"], row["error"]["code"]) == ("interrupted", "run_interrupted")


@pytest.mark.parametrize("keeps", [True, False])
def test_a_signal_in_a_burst_of_submits_loses_none_that_was_answered(warm: Warm, tmp_path: Path, keeps: bool) -> None:
    home = tmp_path / "home"
    with killed_at_the_end(
        warm.start(home, prepare=[PATIENT], settings={"CODEFYUI_QUEUE_KEEP": str(int(keeps))})
    ) as server:
        submit(server, flood(), flood())
        info = json.loads((home / "server.json").read_text())
        answered: list[list[str]] = [[] for _ in range(4)]
        enough = threading.Event()
        codes: set[str] = set()

        def burst(mine: list[str]) -> None:
            at = urlsplit(info["url"])
            link = http.client.HTTPConnection(at.hostname or "", at.port, timeout=60)
            token = {"X-CodefyUI-Token": (home / "session.token").read_text()}
            body = json.dumps({"graph": chain(1), "options": {"device": "cpu"}})
            try:
                while True:
                    link.request("POST", "/api/runs", body, token)
                    reply = link.getresponse()
                    answer = json.loads(reply.read())
                    if reply.status != 200:
                        codes.add(answer["detail"]["code"])
                        return
                    mine.append(answer["run_id"])
                    if len(mine) == 15:
                        enough.set()
            except (OSError, http.client.HTTPException):
                return
            finally:
                link.close()

        threads = [threading.Thread(target=burst, args=(mine,)) for mine in answered]
        for thread in threads:
            thread.start()
        assert enough.wait(60)
        server.signal()
        assert server.ended() == 0
        for thread in threads:
            thread.join()
    rows = on_disk(home)
    assert {run_id for mine in answered for run_id in mine} <= set(rows)
    assert codes <= {"shutting_down"}
    statuses = {status for status, _ in rows.values()}
    assert statuses == ({"interrupted", "queued"} if keeps else {"interrupted"})


def command(home: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "app", *arguments],
        cwd=REPO,
        env=environment(home, PYTHONUNBUFFERED="1"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_stop_now_does_not_wait_for_a_run_that_hears_nothing(warm: Warm, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with killed_at_the_end(warm.start(home, prepare=[PATIENT])) as server:
        (deaf,) = submit(server, DEAF)
        wait_for(server, deaf, "node_status")
        stop = command(home, "stop", "--now")
        code = server.ended()  # whoever started it reaps it
        _, said = stop.communicate(timeout=60)
        assert (stop.returncode, code) in ((0, 0), (0, -9))
        assert said == f"Stopping the server (pid {server.pid}).\n"
    with killed_at_the_end(warm.start(home)) as server:
        assert server.get(f"/api/runs/{deaf}")["status"] == "interrupted"


@pytest.mark.parametrize("waits", [True, False])
def test_a_command_that_follows_goes_on_over_a_restart(warm: Warm, tmp_path: Path, waits: bool) -> None:
    """waits: the run is queued when the server dies, and succeeds under the next one; else it was running."""
    home, file = tmp_path / "home", tmp_path / "graph.json"
    file.write_text(json.dumps(chain(1 if waits else 100)))
    settings = {"CODEFYUI_QUEUE_KEEP": "1", "CODEFYUI_RUN_QUEUE_MAX_CONCURRENT_CPU": "1"}
    with killed_at_the_end(warm.start(home, settings=settings)) as server:
        if waits:
            (ahead,) = submit(server, flood())
            wait_for(server, ahead, "metric")
        following = command(home, "run", str(file), "--device", "cpu", "--json")
        assert following.stdout is not None
        lines = [json.loads(following.stdout.readline())]
        assert lines[0]["type"] == "submitted"
        if not waits:
            lines += [json.loads(following.stdout.readline()) for _ in range(5)]
        server.kill()
    with killed_at_the_end(warm.start(home, settings=settings)) as server:
        # not communicate(): lines that readline() has read ahead are only in this stream's own buffer
        lines += [json.loads(line) for line in following.stdout.read().splitlines()]
        said = following.communicate(timeout=60)[1]
        assert server.is_alive()
    events = lines[1:-1]
    assert [event["cursor"] for event in events] == list(range(1, len(events) + 1))
    status = "succeeded" if waits else "interrupted"
    assert (lines[-1]["type"], lines[-1]["status"]) == ("ended", status)
    assert events[-1]["type"] == ("execution_complete" if waits else "execution_stopped")
    assert following.returncode == (0 if waits else 1)
    assert "Traceback" not in said


def test_a_server_that_is_gone_is_gone(warm: Warm, tmp_path: Path) -> None:
    """The tools of this folder themselves: a kill is seen as one."""
    server = warm.start(tmp_path / "home")
    assert server.kill() == -9
    with pytest.raises(Gone):
        server.get("/api/health")
