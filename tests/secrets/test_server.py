"""A real server with a real keyring: what is remembered outlives it and stands in the keyring alone."""

from __future__ import annotations

import signal
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.graphs import graph, node
from tests.support.secret_traces import TELLER, answers, files_with, followed
from tests.support.server_process import server

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.secret_service import SecretService

VALUE = "mark3r-節-remembered"
PATH = "/api/secrets/params/Teller.key"


def _home(folder: Path) -> Path:
    nodes = folder / "data" / "custom_nodes"
    nodes.mkdir(parents=True)
    (nodes / "teller.py").write_text(TELLER, encoding="utf-8")
    return folder


def _environ(service: SecretService) -> dict[str, str]:
    return {name: service.environ[name] for name in ("HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")}


def _document() -> dict[str, Any]:
    return graph([node("go", "Start"), node("a", "Teller", key="")], "go > a", name="g")


@pytest.mark.req("EA-392", "RX-197")
def test_a_remembered_value_is_in_the_keyring_alone_and_outlives_the_server(
    unlocked: SecretService, tmp_path: Path
) -> None:
    home, environ = _home(tmp_path / "data"), _environ(unlocked)
    with server(home, **environ, CODEFYUI_QUEUE_KEEP="1") as first:
        assert first.ask("PUT", PATH, {"value": VALUE})[0] == 200
        assert first.ask("GET", "/api/secrets")[1]["store"] == "keyring"
        first.ask("POST", "/api/queue/pause")
        waiting = first.ask("POST", "/api/runs", {"graph": _document()})[1]["run_id"]
        first.signal()
        assert first.ended()[0] == 0
    with server(home, **environ, CODEFYUI_QUEUE_KEEP="1") as second:
        (entry,) = second.ask("GET", "/api/secrets")[1]["entries"]
        assert (entry["scope"], entry["name"], entry["available"]) == ("params", "Teller.key", True)
        second.ask("POST", "/api/queue/resume")
        events = followed(second, waiting)
        assert events[-1]["type"] == "execution_complete"
        assert "said ***" in str(events)
        names = {"run_id": [waiting], "scope": ["params"], "name": ["Teller.key"]}
        assert [path for path, _, body in answers(second, names) if b"mark3r" in body] == []
        second.signal()
        code, said = second.ended()
        assert (code, "mark3r" in said) == (0, False)
    assert files_with(home, "mark3r") == []
    assert files_with(unlocked.home, "mark3r") == []  # encrypted there
    with server(home, **environ) as third:
        assert third.ask("DELETE", PATH)[1] == {"scope": "params", "name": "Teller.key", "deleted": True}
        assert third.ask("GET", "/api/secrets")[1]["entries"] == []


def test_a_server_whose_keyring_is_locked_starts_serves_and_says_so(activating: SecretService, tmp_path: Path) -> None:
    home = _home(tmp_path / "data")
    with server(home, **_environ(activating)) as running:
        assert running.ask("GET", "/api/health")[0] == 200
        answer = running.ask("GET", "/api/secrets")[1]
        assert (answer["store"], answer["why"]["code"]) == ("memory", "keyring_locked")
        assert running.ask("PUT", PATH, {"value": VALUE})[0] == 200
        run_id = running.ask("POST", "/api/runs", {"graph": _document()})[1]["run_id"]
        assert followed(running, run_id)[-1]["type"] == "execution_complete"
        running.signal()
        assert running.ended()[0] == 0
    assert files_with(home, "mark3r") == []


def test_a_keyring_that_hangs_holds_up_neither_start_nor_answers_nor_stop(
    unlocked: SecretService, tmp_path: Path
) -> None:
    assert unlocked.daemon is not None
    unlocked.daemon.send_signal(signal.SIGSTOP)
    with server(_home(tmp_path / "data"), **_environ(unlocked)) as running:
        answer = running.ask("GET", "/api/secrets")[1]
        assert (answer["store"], answer["why"]["code"]) == ("memory", "keyring_silent")
        assert running.ask("PUT", PATH, {"value": VALUE})[0] == 200  # it hangs still, and nobody waits for it
        run_id = running.ask("POST", "/api/runs", {"graph": _document()})[1]["run_id"]
        assert followed(running, run_id)[-1]["type"] == "execution_complete"
        running.signal()
        assert running.ended()[0] == 0


def test_a_keyring_that_answers_after_all_takes_over_what_memory_holds(unlocked: SecretService, tmp_path: Path) -> None:
    assert unlocked.daemon is not None
    unlocked.daemon.send_signal(signal.SIGSTOP)
    with server(_home(tmp_path / "data"), **_environ(unlocked)) as running:
        assert running.ask("PUT", PATH, {"value": VALUE})[0] == 200
        unlocked.daemon.send_signal(signal.SIGCONT)
        deadline = time.monotonic() + 60
        while (answer := running.ask("GET", "/api/secrets")[1])["store"] != "keyring":
            assert time.monotonic() < deadline, answer
            threading.Event().wait(0.05)
        assert [(entry["name"], entry["available"]) for entry in answer["entries"]] == [("Teller.key", True)]
        assert answer["why"] is None


def test_a_keyring_that_is_gone_refuses_the_run_that_needs_it_and_no_other(
    unlocked: SecretService, tmp_path: Path
) -> None:
    home, environ = _home(tmp_path / "data"), _environ(unlocked)
    with server(home, **environ) as first:
        assert first.ask("PUT", PATH, {"value": VALUE})[0] == 200
        first.signal()
        first.ended()
    unlocked.kill()
    with server(home, **environ) as second:
        status, refused = second.ask("POST", "/api/runs", {"graph": _document()})
        assert (status, refused["detail"]["code"]) == (503, "secret_out_of_reach")
        answer = second.ask("GET", "/api/secrets")[1]
        assert (answer["store"], [entry["available"] for entry in answer["entries"]]) == ("memory", [False])
        typed = graph([node("go", "Start"), node("a", "Teller", key="typed-value")], "go > a")
        run_id = second.ask("POST", "/api/runs", {"graph": typed})[1]["run_id"]
        assert followed(second, run_id)[-1]["type"] == "execution_complete"
