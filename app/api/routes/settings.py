"""Settings as they are, where each comes from, and saving them for the next start. No secret is among them."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any, Literal, get_args

from app.api.declare import Call, Model, Table
from app.core.vocab.errors import Conflict, Refused
from app.core.vocab.reason import reason
from app.settings import (
    PREFIX,
    BadSettings,
    Settings,
    bound,
    check,
    describe,
    env_only,
    merge_saved,
    read_saved,
    user_data_dir,
)

table = Table("settings")

Value = bool | int | str


class Setting(Model):
    """One setting. value: in force now. source: where that comes from; `argument` is the command line. saved: what the
    next start takes from settings.json, or null. choices: the only values there are, for a setting that has such.
    pending: the next start will have another value than the one in force.
    """

    name: str
    value: Value
    default: Value
    saved: Value | None
    source: Literal["default", "file", "env", "argument"]
    unit: str
    choices: list[str]
    minimum: int | None
    maximum: int | None
    help: str
    help_zh_TW: str
    read_only: bool
    pending: bool


class SettingsAnswer(Model):
    """restart_needed: some saved value differs from the one in force."""

    settings: list[Setting]
    restart_needed: bool


class Save(Model):
    """Name (with or without CODEFYUI_) -> value; null forgets the saved value."""

    settings: dict[str, Value | None]


def _plain(value: Any) -> Value:
    return str(value) if isinstance(value, Path) else value


def listed(settings: Settings, saved: dict[str, Any]) -> dict[str, Any]:
    """Every setting with its source; what the environment names cannot be saved over."""
    rows = []
    for name, field in Settings.model_fields.items():
        about, source = describe(name), settings.source(name)
        read_only = source == "env" or env_only(name)
        rows.append(
            {
                "name": PREFIX + name.upper(),
                "value": _plain(getattr(settings, name)),
                "default": _plain(user_data_dir({}) if name == "user_data_dir" else field.default),
                "saved": saved.get(name),
                "source": source,
                "unit": about["unit"],
                "choices": [str(one) for one in get_args(field.annotation)],
                "minimum": bound(name, "ge"),
                "maximum": bound(name, "le"),
                "help": about["en"],
                "help_zh_TW": about["zh-TW"],
                "read_only": read_only,
                "pending": not read_only and source != "argument" and _differs(settings, name, saved.get(name)),
            }
        )
    return {"settings": rows, "restart_needed": any(row["pending"] for row in rows)}


def _differs(settings: Settings, name: str, saved: Value | None) -> bool:
    """Whether the next start will have another value. A saved folder counts from where the server starts, as there."""
    value = getattr(settings, name)
    if saved is None:
        return settings.source(name) == "file"
    if isinstance(value, Path):
        return Path(os.path.abspath(Path(str(saved)).expanduser())) != value
    return str(saved) != str(value)


@table.get("/api/settings", "Every setting, its value and where that comes from", answer=SettingsAnswer)
async def all_settings(call: Call[None, None]) -> dict[str, Any]:
    """Values in force, and those saved for the next start."""
    settings = call.services.settings
    return listed(settings, await asyncio.to_thread(read_saved, settings.settings_file))


@table.put(
    "/api/settings",
    "Save settings for the next start",
    body=Save,
    answer=SettingsAnswer,
    errors=(
        "setting_unknown",
        "setting_out_of_range",
        "setting_from_environment",
        "setting_only_environment",
        "file_not_written",
    ),
)
async def save(call: Call[Save, None]) -> dict[str, Any]:
    """All or none. What an environment variable sets is refused, since the saved value would have no effect."""
    return await asyncio.to_thread(save_settings, call.services.settings, call.body.settings)


def save_settings(settings: Settings, wanted: dict[str, Value | None]) -> dict[str, Any]:
    """Check, merge with what is saved, write atomically with mode 0600. Raises: Refused, Conflict, BadSettings,
    Unavailable.
    """
    changes = {field: _wanted(field, value) for field, value in ((_field(n), v) for n, v in wanted.items())}
    for name in changes:
        if env_only(name):
            raise Refused(reason("setting_only_environment", name=PREFIX + name.upper()))
        if settings.source(name) == "env":
            raise Conflict(reason("setting_from_environment", name=PREFIX + name.upper()))
    problems = check({name: value for name, value in changes.items() if value is not None})
    if problems:
        raise BadSettings(problems)
    return listed(settings, merge_saved(settings.settings_file, lambda _: changes))


def _wanted(field: str, value: Value | None) -> Value | None:
    """No folder or file at all is the default one: an empty path would be wherever the server is started."""
    is_path = isinstance(Settings.model_fields[field].default, Path)
    return None if is_path and isinstance(value, str) and not value.strip() else value


def _field(name: str) -> str:
    field = name.removeprefix(PREFIX).lower()
    if field not in Settings.model_fields:
        raise Refused(reason("setting_unknown", name=name[:100]))
    return field
