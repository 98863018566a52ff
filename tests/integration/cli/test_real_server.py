"""The command line with the real server: from a start to an end, and through the server's death."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.cli.client import Plane
from app.cli.pace import RealPace
from app.cli.server_process import wait_gone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.integration.cli.conftest import Desk

GRAPH = {
    "name": "doubled",
    "nodes": [
        {"id": "go", "type": "Start"},
        {"id": "src", "type": "TensorInput", "data": {"params": {"shape": "2,2", "value_mode": "ones"}}},
        {"id": "x2", "type": "ScalarMultiply", "data": {"params": {"scalar": 2.0}}},
        {"id": "say", "type": "Print", "data": {"params": {"label": "twice"}}},
    ],
    "edges": [
        {"id": "t", "source": "go", "target": "src", "sourceHandle": "trigger", "targetHandle": "", "type": "trigger"},
        {"id": "a", "source": "src", "target": "x2", "sourceHandle": "tensor", "targetHandle": "tensor"},
        {"id": "b", "source": "x2", "target": "say", "sourceHandle": "tensor", "targetHandle": "value"},
    ],
}


@pytest.fixture
def real(desk: Desk) -> Iterator[Desk]:
    """A desk with a graph that the real server can run; whatever server stands in the end is stopped."""
    desk.graph.write_text(json.dumps(GRAPH))
    yield desk
    desk.cdui("stop", "--now")


def _server(desk: Desk) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((desk.home / "server.json").read_text())
    return found


def _gone(pid: int) -> bool:
    """Ended; whoever inherited it may not have taken notice yet."""
    return wait_gone(Plane(Path("nowhere"), RealPace()), pid, 0)


def _json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_day_at_the_desk(real: Desk) -> None:
    started = real.cdui("start", "--port", "0")
    url, pid = _server(real)["url"], _server(real)["pid"]
    assert (started.returncode, started.stderr) == (0, "")
    assert started.stdout.startswith(f"Running at {url} (pid {pid}).")
    assert real.cdui("start").stdout.startswith(f"Already running at {url} (pid {pid}).")

    ran = real.cdui("run", str(real.graph), "--name", "the first", "--json")
    assert ran.returncode == 0
    first, *events, last = _json_lines(ran.stdout)
    assert [event["cursor"] for event in events] == list(range(1, len(events) + 1))
    assert (events[0]["type"], events[-1]["type"]) == ("execution_start", "execution_complete")
    assert last == {"type": "ended", "status": "succeeded", "final_metrics": {}}
    again = _json_lines(real.cdui("run", "--follow", first["run_id"], "--json").stdout)
    assert again[1:-1] == events

    status = json.loads(real.cdui("status", "--json").stdout)
    assert (status["pid"], status["queue"]["waiting"], status["runs_total"]) == (pid, [], 1)
    assert (status["runs"][0]["id"], status["runs"][0]["name"]) == (first["run_id"], "the first")

    assert real.cdui("stop").returncode == 0
    assert _gone(pid)
    assert not (real.home / "server.json").exists()


def test_run_brings_a_server_up_and_leaves_none_behind(real: Desk) -> None:
    done = real.cdui("run", str(real.graph))
    assert (done.returncode, done.stderr) == (0, "")
    assert "  ok       say  Print" in done.stdout
    assert "2" in done.stdout.split("twice")[1]
    assert not (real.home / "server.json").exists()


def test_after_ctrl_c_the_borrowed_server_ends_the_run_and_leaves(real: Desk) -> None:
    command = real.popen("run", str(real.graph), "--json")
    assert command.stdout
    run_id = json.loads(command.stdout.readline())["run_id"]
    pid = _server(real)["pid"]
    command.send_signal(signal.SIGINT)
    _, err = command.communicate(timeout=60)
    assert command.returncode == 130
    assert run_id in err
    assert wait_gone(Plane(real.home, RealPace()), pid, 60)
    followed = real.cdui("run", "--follow", run_id, "--json")
    assert _json_lines(followed.stdout)[-1]["status"] == "succeeded"


def test_a_killed_server_costs_the_run_and_not_its_log(real: Desk) -> None:
    real.cdui("start", "--port", "0")
    command = real.popen("run", str(real.graph), "--json")
    assert command.stdout
    lines = [command.stdout.readline(), command.stdout.readline()]
    # the first node has yet to import torch, so the run is going when the server dies
    os.kill(_server(real)["pid"], signal.SIGKILL)
    real.cdui("start", "--port", "0")
    # not communicate(), which passes over what readline() has read ahead
    lines += command.stdout.readlines()
    command.communicate(timeout=60)
    _, *events, last = _json_lines("".join(lines))
    assert command.returncode == 1
    assert [event["cursor"] for event in events] == list(range(1, len(events) + 1))
    assert (events[-1]["type"], events[-1]["payload"]) == ("execution_stopped", {"reason": "interrupted"})
    assert last["status"] == "interrupted"


def test_two_starts_at_once_name_one_server(real: Desk) -> None:
    starts = [real.popen("start", "--port", "0") for _ in range(2)]
    shown = [start.communicate(timeout=60)[0] for start in starts]
    assert [start.returncode for start in starts] == [0, 0]
    url = _server(real)["url"]
    assert all(url in text for text in shown)


def test_a_second_server_is_refused_and_names_the_first(real: Desk) -> None:
    real.cdui("start", "--port", "0")
    done = real.cdui("--server", "--port", "0")
    assert done.returncode == 1
    assert str(_server(real)["pid"]) in done.stderr
    assert "Traceback" not in done.stderr


def _answers(address: str, port: int) -> bool:
    """Whether a health request to that address of this machine is served."""
    connection = http.client.HTTPConnection(address, port, timeout=10)
    try:
        connection.request("GET", "/api/health", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except ConnectionRefusedError:
        return False
    finally:
        connection.close()


@pytest.mark.req("RW-086", "RW-087")
@pytest.mark.parametrize(("arguments", "elsewhere"), [((), False), (("--host", "0.0.0.0"), True)])
def test_the_server_listens_on_loopback_unless_told_otherwise(
    real: Desk, arguments: tuple[str, ...], elsewhere: bool
) -> None:
    assert real.cdui("start", "--port", "0", *arguments).returncode == 0
    port = int(_server(real)["url"].rpartition(":")[2])
    assert _answers("127.0.0.1", port)
    # a second address of this machine that 127.0.0.1 does not cover
    assert _answers("127.0.0.2", port) is elsewhere
    assert json.loads(real.cdui("status", "--json").stdout)["running"] is True


@pytest.mark.req("RW-273")
@pytest.mark.parametrize("command", [("--server",), ("start", "--foreground")])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_in_order(real: Desk, how: signal.Signals, command: tuple[str, ...]) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "app", *command, "--port", "0"],
        cwd=real.repo,
        env=real.env(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout
    assert server.stdout.readline().startswith(f"Serving at {_server(real)['url']}")
    server.send_signal(how)
    _, err = server.communicate(timeout=60)
    assert (server.returncode, "Traceback" in err) == (0, False)
    assert not (real.home / "server.json").exists()


def test_settings_that_cannot_be_used_are_all_named(real: Desk) -> None:
    done = real.cdui("--server", extra={"CODEFYUI_PORT": "x", "CODEFYUI_MAX_PARALLEL_NODES": "-3"})
    assert done.returncode == 1
    assert "CODEFYUI_PORT" in done.stderr
    assert "CODEFYUI_MAX_PARALLEL_NODES" in done.stderr


def test_start_keeps_the_server_that_a_run_brought_up(real: Desk) -> None:
    command = real.popen("run", str(real.graph), "--json")
    assert command.stdout
    assert json.loads(command.stdout.readline())["type"] == "submitted"
    lent = _server(real)
    kept = real.cdui("start", "--port", "1234")
    assert (kept.returncode, f"{lent['url']} (pid {lent['pid']})" in kept.stdout) == (0, True)
    assert "--host and --port count for a server that is started anew" in kept.stderr
    assert _json_lines("".join(command.stdout.readlines()))[-1]["status"] == "succeeded"
    command.communicate(timeout=60)
    # the command saw the run off and waited longer than a lent server stays
    assert command.returncode == 0
    again = real.cdui("start")
    assert (again.returncode, again.stderr) == (0, "")
    assert str(lent["pid"]) in again.stdout
    assert json.loads(real.cdui("status", "--json").stdout)["pid"] == lent["pid"]
    assert "staying: asked to" in (real.home / "logs" / "server.log").read_text()
