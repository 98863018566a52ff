"""Settings in the window: with the mouse and with the keyboard, in both languages, kept by the server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from app.settings import Settings
from tests.support.secret_traces import TELLER, files_with
from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.server_process import Running


@pytest.fixture
def server(tmp_path: Path, ui: Path) -> Iterator[Running]:
    """A server with settings in its environment; it leaves the keyring of whoever runs this alone."""
    del ui
    environ = {"CODEFYUI_MAX_PARALLEL_NODES": "6", "CODEFYUI_SECRETS_STORE": "memory"}
    with serving(tmp_path / "data", **environ) as started:
        yield started


def test_looks_hold_at_once_everywhere_and_settings_are_saved_for_the_next_start(
    flow: Callable[..., dict[str, Any]], server: Running
) -> None:
    seen = flow("settings")
    assert seen["before"] == {"theme": "dark", "font": "13px", "motion": "turn", "height": "28px"}
    looks = {"theme": "light", "font": "16px", "motion": "none", "height": "33px"}
    assert seen["changed"] == seen["elsewhere"] == looks
    assert (seen["snap"], seen["unsnap"], seen["again"]) == (True, False, "light")
    told, read_only = seen["fromEnv"]
    assert "CODEFYUI_MAX_PARALLEL_NODES" in told
    assert read_only == ""  # an attribute without a value
    assert "CODEFYUI_RUN_QUEUE_MAX_CONCURRENT_CPU" in seen["refused"]
    assert seen["found"] == ["setting-port"]
    assert (seen["licences"], seen["zip"]) == ([True, True], "codefyui-diagnostics.zip")
    assert (seen["cut"], seen["findings"]) == (False, [])
    saved = json.loads((server.home / "settings.json").read_text("utf-8"))
    assert saved["run_retention_keep_last"] == 50
    assert saved["window"]["font_size"] == 16
    assert "snap" not in saved["window"]


def test_by_keyboard_a_setting_is_found_and_a_command_gets_other_keys(flow: Callable[..., dict[str, Any]]) -> None:
    seen = flow("settings_keys")
    assert (seen["focus"], seen["snap"]) == ("setting-snap-control", True)
    assert seen["own"] == ["F9"]
    assert seen["clash"] == "F9 目前用於「關於本程式」。"
    assert seen["taken"] == [["F9"], []]
    assert seen["reserved"].startswith("Ctrl+W")
    assert seen["left"] == ["F9"]
    assert seen["reset"] == [["Ctrl+,"], []]
    assert seen["findings"] == []


def test_every_setting_of_the_server_has_its_place_and_its_words(repo: Path) -> None:
    for name in ("en", "zh-TW"):
        words = json.loads((repo / "ui" / "src" / "words" / f"{name}.json").read_text("utf-8"))
        assert set(words["settings"]["server"]) == set(Settings.model_fields)


MARK = "m4rk-of-a-secret"


@pytest.mark.req("EA-392", "RX-197")
def test_a_secret_is_used_remembered_and_forgotten_and_leaves_no_trace(
    flow: Callable[..., dict[str, Any]], server: Running, tmp_path: Path
) -> None:
    teller = tmp_path / "teller.py"
    teller.write_text(TELLER, encoding="utf-8")
    seen = flow("secrets", teller=str(teller), mark=MARK)
    assert seen["said"] == ["hidden", "hidden", "blank"]
    assert (seen["store"], seen["why"]) == ("memory", [])
    assert (seen["copied"], seen["field"]) == (True, "")
    assert (seen["traces"], seen["findings"]) == ([], [])
    assert files_with(server.home, MARK) == []
