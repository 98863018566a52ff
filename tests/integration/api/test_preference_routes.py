"""Preferences over HTTP: they hold at once, survive a start, and share a file with settings without harm to either."""

from __future__ import annotations

import asyncio
import json
import stat
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from app.api.routes.preferences import ChangePreferences, Preferences
from app.settings import Settings
from tests.support.plane import Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

DEFAULTS = {
    "theme": "system",
    "language": "auto",
    "font_size": 13,
    "density": "compact",
    "motion": "system",
    "grid": "dots",
    "snap": False,
    "wire_style": "curved",
    "previews": True,
    "autosave": True,
    "record_outputs": True,
    "notify": True,
    "muted": [],
    "shortcuts": {},
    "on_quit": "ask",
    "disk_low_gib": 2,
    "welcomed": False,
    "checklist": True,
    "steps": [],
    "favourites": [],
}


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    settings = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path)})
    async with serving(make(tmp_path, settings=settings)) as made:
        yield made


async def change(client: Client, **changes: Any) -> Any:
    return await client.ask("PATCH", "/api/preferences", json=changes)


async def test_everything_has_its_default_and_nothing_is_written_for_that(client: Client, tmp_path: Path) -> None:
    assert (await client.get("/api/preferences")).json == DEFAULTS
    assert not (tmp_path / "settings.json").exists()


async def test_a_whole_number_is_one_however_it_is_written(client: Client) -> None:
    assert (await change(client, font_size=14.0, disk_low_gib=7.0)).json["font_size"] == 14
    assert (await change(client, font_size=14.5)).status == 422


async def test_a_change_holds_at_once_and_leaves_the_rest(client: Client, tmp_path: Path) -> None:
    await change(client, font_size=16, theme="contrast")
    reply = await change(client, shortcuts={"run.start": ["mod+r"], "view.bottom": []})
    wanted = {**DEFAULTS, "font_size": 16, "theme": "contrast"}
    wanted["shortcuts"] = {"run.start": ["mod+r"], "view.bottom": []}
    assert (reply.status, reply.json) == (200, wanted)
    assert (await client.get("/api/preferences")).json == wanted
    assert stat.S_IMODE((tmp_path / "settings.json").stat().st_mode) == 0o600


async def test_null_gives_the_default_back(client: Client, tmp_path: Path) -> None:
    await change(client, font_size=16, snap=True)
    assert (await change(client, font_size=None)).json == {**DEFAULTS, "snap": True}
    assert json.loads((tmp_path / "settings.json").read_text()) == {"window": {"snap": True}}
    await change(client, snap=None)
    assert json.loads((tmp_path / "settings.json").read_text()) == {}


async def test_settings_and_preferences_share_the_file_and_keep_each_other(client: Client, tmp_path: Path) -> None:
    saving = [
        client.ask("PUT", "/api/settings", json={"settings": {"max_parallel_nodes": 8}}),
        change(client, font_size=14),
        client.ask("PUT", "/api/settings", json={"settings": {"log_level": "DEBUG"}}),
        change(client, grid="none"),
    ]
    assert [reply.status for reply in await asyncio.gather(*saving)] == [200] * 4
    assert json.loads((tmp_path / "settings.json").read_text()) == {
        "max_parallel_nodes": 8,
        "log_level": "DEBUG",
        "window": {"font_size": 14, "grid": "none"},
    }
    again = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path)})
    assert again.max_parallel_nodes == 8


@pytest.mark.parametrize(
    "changes",
    [
        {"font_size": 11},
        {"font_size": 19},
        {"font_size": "13"},
        {"theme": "pink"},
        {"language": "zh-CN"},
        {"nothing": 1},
        {"shortcuts": {"": ["x"]}},
        {"shortcuts": {"a": ["x" * 41]}},
        {"shortcuts": {str(number): [] for number in range(501)}},
        {"muted": ["NOT A WORD"]},
        {"snap": True, "grid": 3},
    ],
)
async def test_what_cannot_be_is_refused_and_nothing_is_saved(
    client: Client, tmp_path: Path, changes: dict[str, Any]
) -> None:
    reply = await change(client, **changes)
    assert (reply.status, reply.code) == (422, "invalid_request")
    assert not (tmp_path / "settings.json").exists()


async def test_changing_needs_the_token(client: Client) -> None:
    reply = await client.ask("PATCH", "/api/preferences", token=None, json={"snap": True})
    assert (reply.status, reply.code) == (403, "token_missing")


@pytest.mark.parametrize(
    ("window", "kept"),
    [({"font_size": 99, "snap": True, "gone": 1}, {"snap": True}), ([1], {}), ({"shortcuts": {"a": 3}}, {})],
)
async def test_looks_that_no_page_saved_count_as_none(
    client: Client, tmp_path: Path, window: Any, kept: dict[str, Any]
) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"window": window, "log_level": "INFO"}))
    assert (await client.get("/api/preferences")).json == {**DEFAULTS, **kept}


async def test_a_file_that_cannot_be_read_is_not_written_over(client: Client, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    reply = await change(client, snap=True)
    assert (reply.status, reply.code) == (400, "settings_file_unreadable")
    assert (await client.get("/api/preferences")).code == "settings_file_unreadable"
    assert (tmp_path / "settings.json").read_text() == "{"


def test_everything_can_be_changed_and_no_setting_is_called_like_the_section() -> None:
    assert list(ChangePreferences.model_fields) == list(Preferences.model_fields)
    assert "window" not in Settings.model_fields
