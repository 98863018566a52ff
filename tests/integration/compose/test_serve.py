"""The life of a server process: start, files, refusals, signals, leaving when idle."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import stat
import threading
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import psutil
import pytest

from app.compose.plane import Plane
from app.core.vocab.errors import Conflict, Unavailable
from app.engine.registry import Registry, discover
from app.runs.lock import InstanceLock
from app.settings import Settings
from tests.support.server_process import Running, server, spawn

FOREVER = {
    "nodes": [
        {"id": "s", "type": "Start", "data": {"params": {}}},
        {"id": "t", "type": "TensorCreate", "data": {"params": {}}},
    ],
    "edges": [
        {"id": "e", "source": "s", "target": "t", "sourceHandle": "trigger", "targetHandle": "", "type": "trigger"}
    ],
}


def modes(home: Path) -> dict[str, int]:
    return {name: stat.S_IMODE((home / name).stat().st_mode) for name in ("server.json", "session.token")}


def test_start_writes_private_files_and_a_signal_takes_server_json_away(tmp_path: Path) -> None:
    home = tmp_path / "new home"
    with server(home) as running:
        assert modes(home) == {"server.json": 0o600, "session.token": 0o600}
        assert stat.S_IMODE(home.stat().st_mode) == 0o700
        assert set(running.info) == {"url", "pid", "version", "boot_id"}
        status, health = running.ask("GET", "/api/health")
        assert (status, health["boot_id"], health["status"]) == (200, running.info["boot_id"], "ok")
        running.signal()
        code, said = running.ended()
    assert (code, said) == (0, "")
    assert not (home / "server.json").exists()
    lines = [json.loads(line) for line in (home / "logs" / "server.log").read_text().splitlines()]
    assert [line["message"] for line in lines] == ["serving"]


def test_a_server_that_others_can_dial_says_so_in_both_languages(tmp_path: Path) -> None:
    with server(tmp_path, "--host", "0.0.0.0") as running:
        running.signal()
        code, said = running.ended()
    assert code == 0
    (line,) = [json.loads(line) for line in (tmp_path / "logs" / "server.log").read_text().splitlines()][:1]
    assert (line["level"], line["code"]) == ("WARNING", "beyond_loopback")
    for words in ("/api/auth/bootstrap", "0.0.0.0", "everyone on that network", "該網路上的所有人"):
        assert words in line["message"]
        assert words in said


def test_the_token_is_new_at_every_start_and_never_in_the_log(tmp_path: Path) -> None:
    tokens = []
    for _ in range(2):
        with server(tmp_path, CODEFYUI_DEBUG="1") as running:
            tokens.append((tmp_path / "session.token").read_text())
            running.ask("POST", "/api/queue/pause")
            running.signal()
            running.ended()
    assert tokens[0] != tokens[1]
    assert {len(token) for token in tokens} == {43}
    log = (tmp_path / "logs" / "server.log").read_text()
    assert not any(token in log for token in tokens)


@pytest.mark.req("DN-016")
def test_a_second_server_on_the_folder_is_refused_with_the_first_one_s_pid(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        before = (tmp_path / "server.json").read_text(), (tmp_path / "session.token").read_text()
        second = spawn(tmp_path, "--port", "0")
        _, said = second.communicate(timeout=60)
        assert second.returncode == 1
        assert str(running.info["pid"]) in said
        assert "Traceback" not in said
        assert before == ((tmp_path / "server.json").read_text(), (tmp_path / "session.token").read_text())
        assert running.ask("GET", "/api/health")[0] == 200


@pytest.mark.req("EA-004")
def test_port_database_and_queue_are_one_process(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        status, done = running.ask("POST", "/api/runs", {"graph": FOREVER, "options": {"device": "cpu"}})
        assert status == 200
        assert running.ask("GET", f"/api/runs/{done['run_id']}/events?cursor=1&wait=30")[0] == 200
        process = psutil.Process(running.process.pid)
        assert process.children(recursive=True) == []
        listening = [link.laddr.port for link in process.net_connections() if link.status == psutil.CONN_LISTEN]
        assert listening == [urlsplit(running.info["url"]).port]
        assert str(tmp_path / "codefyui.db") in {file.path for file in process.open_files()}
        with pytest.raises(Conflict) as held:
            InstanceLock.take(tmp_path)
        assert held.value.reason.params["pid"] == running.process.pid


def refused(home: Path, *arguments: str, **environ: str) -> str:
    """What a start says that must not succeed."""
    process = spawn(home, *arguments, **environ)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1, said
    assert "Traceback" not in said
    assert not (home / "server.json").exists()
    return said


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(tmp_path, "--port", str(port))
    assert str(port) in said
    assert "--port" in said


def test_an_address_that_is_not_ours_is_named(tmp_path: Path) -> None:
    assert "203.0.113.7" in refused(tmp_path, "--host", "203.0.113.7", "--port", "0")
    assert "no such host." in refused(tmp_path, "--host", "no such host.", "--port", "0")


def test_bad_settings_are_named_without_a_traceback(tmp_path: Path) -> None:
    assert "CODEFYUI_MAX_PARALLEL_NODES" in refused(tmp_path, CODEFYUI_MAX_PARALLEL_NODES="many")
    (tmp_path / "settings.json").write_text("{")
    assert str(tmp_path / "settings.json") in refused(tmp_path)


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert str(tmp_path / "file") in refused(tmp_path / "file" / "below")


def test_a_token_file_that_cannot_be_replaced_is_named(tmp_path: Path) -> None:
    (tmp_path / "session.token").mkdir()
    assert "CODEFYUI_USER_DATA_DIR" in refused(tmp_path)


def test_it_leaves_by_itself_when_idle(tmp_path: Path) -> None:
    with server(tmp_path, "--until-idle", "0.2") as running:
        assert running.ended() == (0, "")
    assert not (tmp_path / "server.json").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_both_signals_stop_it(tmp_path: Path, number: int) -> None:
    with server(tmp_path) as running:
        running.signal(number)
        assert running.ended() == (0, "")


def test_a_killed_server_leaves_nothing_that_hinders_the_next(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        status, done = running.ask("POST", "/api/runs", {"graph": FOREVER})
        assert status == 200
        running.signal(signal.SIGKILL)
        running.ended()
    assert (tmp_path / "server.json").exists()
    with server(tmp_path) as again:
        assert again.info["boot_id"] != running.info["boot_id"]
        assert _has_run(again, done["run_id"])


def _has_run(running: Running, run_id: str) -> bool:
    status, row = running.ask("GET", f"/api/runs/{run_id}")
    return status == 200 and row["id"] == run_id


def test_server_json_of_another_server_is_left_alone(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        (tmp_path / "server.json").write_text(json.dumps({**running.info, "boot_id": "other"}))
        running.signal()
        assert running.ended()[0] == 0
    assert json.loads((tmp_path / "server.json").read_text())["boot_id"] == "other"


def test_torch_is_not_loaded_by_a_server_that_has_run_nothing(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        running.ask("GET", "/api/nodes")
        running.ask("GET", "/api/system/devices")
        mapped = Path(f"/proc/{running.process.pid}/maps").read_text()
    assert "libpython" in mapped or "python" in mapped
    assert "libtorch" not in mapped
    assert "numpy" not in mapped


def test_what_a_killed_server_was_writing_is_removed(tmp_path: Path) -> None:
    parts = [tmp_path / f".{name}.7.0123abcd" for name in ("session.token", "server.json", "settings.json")]
    mine = tmp_path / ".session.token.backup"
    for path in (*parts, mine):
        path.write_text("x" * 43)
    with server(tmp_path) as running:
        assert running.ask("GET", "/api/health")[0] == 200
        assert [path.exists() for path in (*parts, mine)] == [False, False, False, True]


@pytest.mark.parametrize("how", ["removed", "moved away", "taken by another"])
def test_a_server_whose_folder_is_gone_leaves_and_says_so(tmp_path: Path, how: str) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    with server(home) as running:
        if how == "removed":
            shutil.rmtree(home)
        else:
            home.rename(elsewhere)
        if how == "taken by another":
            home.mkdir()
            (home / "codefyui.lock").touch()
            (home / "server.json").write_text("{}")
        code, said = running.ended()
        assert code == 0
        assert "leaving: the user-data folder was removed or replaced" in said
        assert "Traceback" not in said
    if how == "moved away":
        assert "leaving" in (elsewhere / "logs" / "server.log").read_text()
    if how == "taken by another":
        assert (home / "server.json").read_text() == "{}"


def test_a_start_after_the_folder_went_ends_with_one_server(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with server(home) as first:
        shutil.rmtree(home)
        with server(home) as second:
            assert first.ended()[0] == 0
            assert second.ask("GET", "/api/health")[1]["boot_id"] == second.info["boot_id"]
            second.signal()
            assert second.ended() == (0, "")


@pytest.mark.parametrize(
    ("setting", "below"),
    [("MODELS_DIR", ""), ("DATA_FILES_DIR", ""), ("CUSTOM_NODES_DIR", "x"), ("USER_DATA_DIR", ""), ("GRAPHS_DIR", "x")],
)
async def test_a_folder_that_cannot_be_is_named_with_its_setting(tmp_path: Path, setting: str, below: str) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / below
    named = {"CODEFYUI_USER_DATA_DIR": str(tmp_path / "home"), f"CODEFYUI_{setting}": str(folder)}
    with pytest.raises(Unavailable) as caught:
        await Plane(Settings.from_env(named)).start("127.0.0.1", 0)
    why = caught.value.reason
    assert (why.code, why.params["folder"], why.params["setting"]) == (
        "folder_unwritable",
        str(folder),
        f"CODEFYUI_{setting}",
    )
    assert why.params["problem"] == "Not a directory"
    assert f"CODEFYUI_{setting}" in why.text("zh-TW")


async def test_a_file_where_a_folder_of_ours_belongs_is_named_itself(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cache").touch()
    with pytest.raises(Unavailable) as caught:
        await Plane(Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path)})).start("127.0.0.1", 0)
    params = caught.value.reason.params
    assert (params["folder"], params["setting"]) == (str(tmp_path / "data" / "cache"), "CODEFYUI_USER_DATA_DIR")


async def test_node_types_are_counted_truthfully_and_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.compose import plane as plane_module
    from app.compose import rooms

    found: list[int] = []

    def late() -> Registry:
        found.append(1)
        return discover()

    monkeypatch.setattr(rooms, "discover", late)
    monkeypatch.setattr(plane_module, "LATER_S", 3600)
    plane = plane_module.Plane(Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path)}))
    info = await plane.start("127.0.0.1", 0)
    try:
        async with aiohttp.ClientSession(info.url) as client:
            health = await (await client.get("/api/health")).json()
            assert (health["nodes_loaded"], found) == (0, [])
            nodes = await (await client.get("/api/nodes")).json()
            health = await (await client.get("/api/health")).json()
    finally:
        await plane.stop()
    assert len(nodes) == health["nodes_loaded"] == len(discover().catalog)
    assert found == [1]


def test_node_types_are_loaded_without_being_asked_for(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        deadline = 200
        while running.ask("GET", "/api/health")[1]["nodes_loaded"] == 0 and deadline:
            deadline -= 1
            threading.Event().wait(0.05)
        assert running.ask("GET", "/api/health")[1]["nodes_loaded"] == len(discover().catalog)
