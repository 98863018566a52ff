"""Settings over HTTP: what is in force, what the next start takes, what is refused."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from app.settings import BadSettings, Settings, user_data_dir
from tests.support.plane import Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    settings = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path), "CODEFYUI_PORT": "8123"})
    async with serving(make(tmp_path, settings=settings)) as made:
        yield made


async def rows(client: Client) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in (await client.get("/api/settings")).json["settings"]}


async def save(client: Client, **settings: Any) -> Any:
    return await client.ask("PUT", "/api/settings", json={"settings": settings})


async def test_every_setting_is_listed_with_its_source(client: Client) -> None:
    found = await rows(client)
    assert list(found) == [f"CODEFYUI_{name.upper()}" for name in Settings.model_fields]
    port = found["CODEFYUI_PORT"]
    assert (port["value"], port["default"], port["source"], port["read_only"]) == (8123, 8000, "env", True)
    assert (port["unit"], port["minimum"], port["maximum"], port["choices"]) == ("port", 0, 65535, [])
    assert found["CODEFYUI_SECRETS_STORE"]["choices"] == ["auto", "file", "memory"]
    assert found["CODEFYUI_MAX_PARALLEL_NODES"]["source"] == "default"
    assert found["CODEFYUI_USER_DATA_DIR"]["read_only"] is True


async def test_saving_is_for_the_next_start(client: Client, tmp_path: Path) -> None:
    reply = await save(client, CODEFYUI_MAX_PARALLEL_NODES=8, queue_keep=True)
    assert (reply.status, reply.json["restart_needed"]) == (200, True)
    row = (await rows(client))["CODEFYUI_MAX_PARALLEL_NODES"]
    assert (row["value"], row["saved"], row["source"]) == (4, 8, "default")
    assert stat.S_IMODE((tmp_path / "settings.json").stat().st_mode) == 0o600
    again = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path)})
    assert (again.max_parallel_nodes, again.queue_keep, again.source("queue_keep")) == (8, True, "file")


async def test_null_forgets_and_other_saved_values_stay(client: Client, tmp_path: Path) -> None:
    await save(client, max_parallel_nodes=8, log_level="DEBUG")
    reply = await save(client, max_parallel_nodes=None)
    assert json.loads((tmp_path / "settings.json").read_text()) == {"log_level": "DEBUG"}
    assert reply.json["restart_needed"] is True
    assert (await save(client, log_level=None)).json["restart_needed"] is False


@pytest.mark.parametrize(
    ("settings", "status", "code"),
    [
        ({"CODEFYUI_NOPE": 1}, 400, "setting_unknown"),
        ({"max_parallel_nodes": 0}, 400, "setting_out_of_range"),
        ({"max_parallel_nodes": 1.5}, 422, "invalid_request"),
        ({"max_parallel_nodes": [1]}, 422, "invalid_request"),
        ({"max_parallel_nodes": "many"}, 400, "setting_not_a_number"),
        ({"log_level": "LOUD"}, 400, "setting_not_a_choice"),
        ({"host": "a\u0000b"}, 400, "setting_bad_text"),
        ({"port": 1}, 409, "setting_from_environment"),
        ({"user_data_dir": "/x"}, 400, "setting_only_environment"),
        ({"log_level": "DEBUG", "max_parallel_nodes": 0}, 400, "setting_out_of_range"),
    ],
)
async def test_bad_values_are_refused_and_nothing_is_saved(
    client: Client, tmp_path: Path, settings: dict[str, Any], status: int, code: str
) -> None:
    reply = await save(client, **settings)
    assert (reply.status, reply.code) == (status, code)
    assert not (tmp_path / "settings.json").exists()


async def test_what_the_command_line_says_is_shown_as_in_force(tmp_path: Path) -> None:
    made = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path), "CODEFYUI_HOST": "::1"})
    async with serving(make(tmp_path, settings=made.with_arguments(host=None, port=8124))) as client:
        reply = await save(client, port=8125)
        assert (reply.status, reply.json["restart_needed"]) == (200, False)
        found = await rows(client)
    port, host, data = (found[f"CODEFYUI_{name}"] for name in ("PORT", "HOST", "USER_DATA_DIR"))
    assert (port["value"], port["default"], port["saved"], port["source"]) == (8124, 8000, 8125, "argument")
    assert (host["value"], host["source"]) == ("::1", "env")
    assert (data["value"], data["default"], data["source"]) == (str(tmp_path), str(user_data_dir({})), "env")
    assert made.port == 8000
    with pytest.raises(BadSettings):
        made.with_arguments(port=70000)


async def test_a_saved_folder_is_pending_until_it_is_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    environ = {"CODEFYUI_USER_DATA_DIR": str(tmp_path)}
    async with serving(make(tmp_path, settings=Settings.from_env(environ))) as client:
        assert (await save(client, graphs_dir="mine")).json["restart_needed"] is True
        assert [name for name, row in (await rows(client)).items() if row["pending"]] == ["CODEFYUI_GRAPHS_DIR"]
    async with serving(make(tmp_path, settings=Settings.from_env(environ))) as client:
        row = (await rows(client))["CODEFYUI_GRAPHS_DIR"]
        assert (row["value"], row["source"], row["pending"]) == (str(tmp_path / "mine"), "file", False)


async def test_an_empty_folder_is_the_default_one_and_not_where_the_server_was_started(
    client: Client, tmp_path: Path
) -> None:
    await save(client, graphs_dir="/mine", python="/usr/bin/python3")
    reply = await save(client, graphs_dir="  ", python="")
    assert reply.status == 200
    assert json.loads((tmp_path / "settings.json").read_text()) == {"python": ""}
