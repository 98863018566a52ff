"""Settings: where values come from, what is refused, what is written."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from app.core.vocab.reason import WORDS
from app.private import write_private
from app.settings import BadSettings, Settings, check, describe, read_saved


def made(folder: Path, **environ: str) -> Settings:
    given = {f"CODEFYUI_{name}": value for name, value in environ.items()}
    return Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(folder), **given})


def test_defaults(tmp_path: Path) -> None:
    s = made(tmp_path)
    assert (s.host, s.port, s.max_parallel_nodes, s.run_retention_keep_last) == ("127.0.0.1", 8000, 4, 200)
    assert (s.run_queue_max_concurrent_gpu, s.run_queue_max_concurrent_cpu, s.queue_keep) == (1, 2, False)
    assert (s.run_event_payload_cap_bytes, s.run_events_response_cap_bytes) == (131072, 4194304)
    assert (s.max_run_body_bytes, s.max_upload_size) == (64 * 2**20, 500 * 2**20)
    assert s.max_image_pixels == 25_000_000
    assert (s.extra_allowed_hosts, s.log_level, s.log_json, s.debug) == ("", "INFO", False, False)


def test_folders_lie_below_the_user_data_folder_unless_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    s = made(tmp_path / "data home", MODELS_DIR="models", IMAGES_DIR="/share/images")
    assert s.db_path == tmp_path / "data home" / "codefyui.db"
    assert s.data_files_dir == tmp_path / "data home" / "data" / "files"
    assert s.models_dir == tmp_path / "models"
    assert s.images_dir == Path("/share/images")


@pytest.mark.req("RW-301")
def test_data_folders_elsewhere_leave_the_database_in_user_data(tmp_path: Path) -> None:
    share = str(tmp_path / "share")
    s = made(tmp_path / "u", DATA_FILES_DIR=share, IMAGES_DIR=share, MODELS_DIR=share, MEDIA_DIR=share)
    assert {s.data_files_dir, s.images_dir, s.models_dir, s.media_dir} == {tmp_path / "share"}
    assert s.db_path.parent == tmp_path / "u"


@pytest.mark.req("RW-035")
def test_the_user_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings.from_env({"CODEFYUI_USER_DATA_DIR": "here"}).user_data_dir == tmp_path / "here"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert Settings.from_env({}).user_data_dir.name == "codefyui"


def test_what_a_launcher_finds_usual_gives_way_to_every_person(tmp_path: Path) -> None:
    s = made(tmp_path, USUAL_QUEUE_KEEP="1")
    assert (s.queue_keep, s.source("queue_keep")) == (True, "default")
    assert made(tmp_path, USUAL_QUEUE_KEEP="1", QUEUE_KEEP="0").queue_keep is False
    write_private(tmp_path / "settings.json", {"queue_keep": False})
    s = made(tmp_path, USUAL_QUEUE_KEEP="1")
    assert (s.queue_keep, s.source("queue_keep")) == (False, "file")


def test_environment_wins_over_the_file_which_wins_over_the_default(tmp_path: Path) -> None:
    write_private(tmp_path / "settings.json", {"port": 9001, "log_level": "DEBUG", "queue_keep": True})
    s = made(tmp_path, PORT="9002", LOG_LEVEL="")
    assert (s.port, s.log_level, s.queue_keep) == (9002, "DEBUG", True)
    assert [s.source(n) for n in ("port", "log_level", "queue_keep", "host")] == ["env", "file", "file", "default"]


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("PORT", "abc", "setting_not_a_number"),
        ("PORT", "1.5", "setting_not_a_number"),
        ("PORT", "-1", "setting_out_of_range"),
        ("PORT", "65536", "setting_out_of_range"),
        ("PORT", "9" * 5000, "setting_not_a_number"),
        ("MAX_PARALLEL_NODES", "0", "setting_out_of_range"),
        ("WS_MAX_MESSAGE_BYTES", "1", "setting_out_of_range"),
        ("WS_MAX_MESSAGE_BYTES", "1023", "setting_out_of_range"),
        ("WS_MAX_MESSAGE_BYTES", "-1", "setting_out_of_range"),
        ("MAX_RUN_BODY_BYTES", "nan", "setting_not_a_number"),
        ("QUEUE_KEEP", "perhaps", "setting_not_a_flag"),
        ("LOG_LEVEL", "LOUD", "setting_not_a_choice"),
        ("HOST", "x" * 300, "setting_not_a_text"),
        ("HOST", "a\nb", "setting_bad_text"),
        ("GRAPHS_DIR", "a\x00b", "setting_bad_text"),
    ],
)
def test_bad_values_are_refused_and_name_the_variable(tmp_path: Path, name: str, value: str, code: str) -> None:
    with pytest.raises(BadSettings) as caught:
        made(tmp_path, **{name: value})
    assert caught.value.reason.code == code
    assert f"CODEFYUI_{name}" in caught.value.reason.text()
    assert f"CODEFYUI_{name}" in caught.value.reason.text("zh-TW")


def test_every_bad_value_is_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as caught:
        made(tmp_path, PORT="x", LOG_LEVEL="x", DEBUG="x")
    assert [p.params["name"] for p in caught.value.problems] == [
        "CODEFYUI_PORT",
        "CODEFYUI_LOG_LEVEL",
        "CODEFYUI_DEBUG",
    ]


@pytest.mark.parametrize("value", ["1", "true", "YES", "on"])
def test_flags(tmp_path: Path, value: str) -> None:
    assert made(tmp_path, QUEUE_KEEP=value).queue_keep is True


def test_log_level_in_any_case(tmp_path: Path) -> None:
    assert made(tmp_path, LOG_LEVEL="warning").log_level == "WARNING"


@pytest.mark.parametrize("text", ["[]", "null", "{", "\x00", "[" * 100_000])
def test_a_broken_settings_file_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(BadSettings) as caught:
        made(tmp_path)
    assert caught.value.reason.code == "settings_file_unreadable"
    assert str(tmp_path / "settings.json") in caught.value.reason.text()


def test_keys_of_a_later_version_and_env_only_ones_in_the_file_are_left_alone(tmp_path: Path) -> None:
    write_private(tmp_path / "settings.json", {"future": 1, "user_data_dir": "/elsewhere"})
    assert made(tmp_path).user_data_dir == tmp_path


def test_files_are_private_and_leave_nothing_behind(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        write_private(tmp_path / "new" / "s.json", {"a": "é"})
    finally:
        os.umask(old)
    file = tmp_path / "new" / "s.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text("utf-8")) == {"a": "é"}
    assert os.listdir(file.parent) == ["s.json"]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_private(tmp_path / "s.json", {"a": 1})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_private(tmp_path / "s.json", {"a": 2})
    assert read_saved(tmp_path / "s.json") == {"a": 1}
    assert os.listdir(tmp_path) == ["s.json"]


@pytest.mark.parametrize("name", list(Settings.model_fields))
def test_every_setting_has_help_in_both_languages(name: str) -> None:
    about = describe(name)
    assert about["en"].endswith(".")
    assert about["zh-TW"].endswith("。")
    assert about["en"] != about["zh-TW"]


def test_every_problem_code_has_words() -> None:
    assert {c for c in WORDS if c.startswith("setting")} >= {"setting_not_a_path", "setting_not_a_text"}


@pytest.mark.parametrize("value", [0, 1024, 2**31])
def test_the_size_of_socket_messages_may_follow_that_of_bodies_or_be_enough_for_one(tmp_path: Path, value: int) -> None:
    environ = {"CODEFYUI_USER_DATA_DIR": str(tmp_path), "CODEFYUI_WS_MAX_MESSAGE_BYTES": str(value)}
    assert Settings.from_env(environ).ws_max_message_bytes == value


def test_a_socket_limit_too_small_for_any_message_is_refused_with_the_least(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as refused:
        Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path), "CODEFYUI_WS_MAX_MESSAGE_BYTES": "1023"})
    params = refused.value.reason.params
    assert (params["value"], params["low"], params["high"]) == ("1023", 1024, 2**31)


def test_the_default_device_is_a_device() -> None:
    assert check({"default_device": "cuda:1"}) == ()
    (problem,) = check({"default_device": "gpu"})
    assert (problem.code, problem.params["value"]) == ("setting_not_a_choice", "gpu")
