"""A disk that fills up under three runs, a folder that cannot be written, paths that look odd, a clock that jumps."""

from __future__ import annotations

import os
import resource
import subprocess
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.chaos.test_stop_rules import on_disk, submit, wait_for
from tests.support.chaos_graphs import LINES, chain, flood, training
from tests.support.graphs import graph, node
from tests.support.no_room import PAGE_BYTES
from tests.support.warm_servers import Gone, Server, Warm, killed_at_the_end

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.chaos

IS_ROOT = os.geteuid() == 0
HOWS = ["space", pytest.param("limit", marks=pytest.mark.slow)] if IS_ROOT else ["limit"]
"""File systems of a test's own are root's alone."""

FULL_CODES = ("database_full", "database_io")


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of its own."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


class Ballast:
    """Takes all that is left of a file system, and gives it back."""

    def __init__(self, disk: Path) -> None:
        self._file = disk / "ballast"

    def fill(self, server: Server | None = None) -> None:
        """Nothing can be written any more."""
        del server
        with open(self._file, "ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    continue

    def empty(self, server: Server) -> None:
        """There is room again."""
        del server
        self._file.unlink()


class Limit:
    """The same for one process, without a file system of its own: no file of the server may grow beyond a page."""

    def fill(self, server: Server) -> None:
        """Writes beyond it fail."""
        _, self._hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (PAGE_BYTES, self._hard))

    def empty(self, server: Server) -> None:
        """There is room again."""
        if server.is_alive():
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (self._hard, self._hard))


@contextmanager
def fillable(how: str, tmp_path: Path) -> Iterator[tuple[Path, Ballast | Limit]]:
    """A folder and what fills it."""
    if how == "limit":
        yield tmp_path, Limit()
        return
    with small_disk(tmp_path / "disk", "12m") as disk:
        yield disk, Ballast(disk)


def refused_for_space(server: Server) -> dict[str, Any]:
    """Submit until the answer is that the disk is full; others were stored in the room that was left."""
    for _ in range(50):
        status, answer = server.ask("POST", "/api/runs", {"graph": chain(0), "options": {"device": "cpu"}})
        if status != 200:
            assert status == 503, answer
            detail: dict[str, Any] = answer["detail"]
            return detail
    raise AssertionError("the disk never was full")


@pytest.mark.parametrize("how", HOWS)
def test_three_runs_wait_for_room_and_lose_nothing(how: str, warm: Warm, tmp_path: Path) -> None:
    filling = graph([node("go", "Start"), node("f", "Filler", kib=16, lines=200)], "go > f")
    with fillable(how, tmp_path) as (disk, ballast):
        settings = {"CODEFYUI_RUN_QUEUE_MAX_CONCURRENT_CPU": "3"}
        with killed_at_the_end(warm.start(disk / "home", settings=settings)) as server:
            ids = submit(server, filling, flood(2000, 400.0), chain(20))
            wait_for(server, ids[0], "node_status")
            ballast.fill(server)
            detail = refused_for_space(server)
            assert detail["code"] in FULL_CODES
            assert detail["text"]
            assert server.get("/api/health")["status"] == "ok"
            assert server.get(f"/api/runs/{ids[0]}")["status"] == "running"
            ballast.empty(server)
            for run_id in ids:
                events = wait_for(server, run_id, "execution_complete")
                assert [event["cursor"] for event in events] == list(range(1, len(events) + 1))
            assert (
                sum(event["type"] == "node_status" for event in wait_for(server, ids[0], "execution_complete")) == 202
            )
            points = server.get(f"/api/runs/{ids[1]}/metrics")["metrics"]
            assert [point["step"] for point in points] == list(range(2000))
            server.signal()
            assert server.ended() == 0


@pytest.mark.parametrize("how", HOWS)
def test_a_stop_on_a_full_disk_ends_and_the_next_start_settles_the_runs(how: str, warm: Warm, tmp_path: Path) -> None:
    with fillable(how, tmp_path) as (disk, ballast):
        with killed_at_the_end(warm.start(disk / "home", said_in=tmp_path)) as server:
            (run_id,) = submit(server, flood())
            wait_for(server, run_id, "metric")
            ballast.fill(server)
            refused_for_space(server)
            server.signal()
            code = server.ended()
            assert code == 0
            said = server.said.read_text()
            assert "Traceback" not in said
            assert said.count("could not be stored") == 1
        ballast.empty(server)
        with killed_at_the_end(warm.start(disk / "home")) as server:
            row = server.get(f"/api/runs/{run_id}")
            assert row["status"] == "interrupted"
            events = wait_for(server, run_id, "execution_stopped")
            assert [event["cursor"] for event in events] == list(range(1, len(events) + 1))


@pytest.mark.parametrize("how", HOWS)
def test_a_start_on_a_full_disk_says_so(how: str, warm: Warm, tmp_path: Path) -> None:
    with fillable(how, tmp_path) as (disk, ballast):
        if isinstance(ballast, Ballast):
            ballast.fill()
        prepare = [] if isinstance(ballast, Ballast) else ["tests.support.no_room"]
        with pytest.raises(Gone) as gone:
            warm.start(disk / "home", said_in=tmp_path, prepare=prepare)
    assert gone.value.args == (1,)
    said = (tmp_path / "home.said").read_text()
    assert "Traceback" not in said
    assert str(disk / "home") in said


@contextmanager
def unwritable(disk: Path, home: Path) -> Iterator[None]:
    """Root may write everywhere but on a disk that is mounted read-only; for others the folder's mode is enough."""
    if IS_ROOT:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        yield
        return
    home.chmod(0o500)
    yield
    home.chmod(0o700)


def test_a_folder_that_cannot_be_written_is_named(warm: Warm, tmp_path: Path) -> None:
    with fillable("space" if IS_ROOT else "limit", tmp_path) as (disk, _):
        home = disk / "home"
        with killed_at_the_end(warm.start(home, said_in=tmp_path)) as server:
            (run_id,) = submit(server, chain(0))
            wait_for(server, run_id, "execution_complete")
            server.signal()
            assert server.ended() == 0
        (tmp_path / "home.said").unlink()
        with unwritable(disk, home), pytest.raises(Gone) as gone:
            warm.start(home, said_in=tmp_path)
        assert gone.value.args == (1,)
        said = (tmp_path / "home.said").read_text()
        assert "Traceback" not in said
        assert str(home) in said
        assert on_disk(home, immutable=True)[run_id] == ("succeeded", "execution_complete")


@pytest.mark.parametrize("name", ["我的 資料夾 (備份)", "it's 100% #1 & more; ?"])
def test_a_user_data_folder_may_have_any_name(warm: Warm, tmp_path: Path, name: str) -> None:
    home = tmp_path / name
    with killed_at_the_end(warm.start(home, settings={"CODEFYUI_RUN_QUEUE_MAX_CONCURRENT_CPU": "3"})) as server:
        trained, counted, printed = submit(server, training(30), flood(200, 0.0), chain(0))
        for run_id in (trained, counted, printed):
            wait_for(server, run_id, "execution_complete")
        files = server.get(f"/api/runs/{trained}/artifacts")["artifacts"]
        assert files
        assert all(file["path"].startswith(f"{home}/data/models/periodic/") for file in files)
        assert server.get(f"/api/runs/{printed}/console")["text"] == LINES
        server.signal()
        assert server.ended() == 0


def test_the_wall_clock_is_for_display_alone(warm: Warm, tmp_path: Path) -> None:
    """It goes back a day at every look; order and positions, also those after a restart, do not care."""
    home = tmp_path / "home"
    settings = {"CODEFYUI_QUEUE_KEEP": "1", "CODEFYUI_RUN_QUEUE_MAX_CONCURRENT_CPU": "1"}
    back = ["tests.support.clock_back"]
    with killed_at_the_end(warm.start(home, prepare=back, settings=settings)) as server:
        first, *rest = submit(server, flood(), *[chain(0)] * 4)
        wait_for(server, first, "metric")
        assert server.get("/api/queue")["waiting"] == rest
        created = [server.get(f"/api/runs/{run_id}")["created_at"] for run_id in rest]
        assert created == sorted(created, reverse=True)
        server.kill()
    settings["CODEFYUI_RUN_RETENTION_KEEP_LAST"] = "3"
    with killed_at_the_end(warm.start(home, prepare=back, settings=settings)) as server:
        for run_id in rest[-2:]:
            wait_for(server, run_id, "execution_complete")
        begun = [server.get(f"/api/runs/{run_id}")["started_at"] for run_id in rest[-2:]]
        assert begun == sorted(begun, reverse=True)
        while len(left := [row["id"] for row in server.get("/api/runs")["runs"]]) > 3:
            threading.Event().wait(0.01)
        assert set(left) == set(rest[-3:])
