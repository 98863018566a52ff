"""Routes that write a file of ours on a disk that takes nothing more: a sentence and 503, and what was there stays."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from app.settings import Settings
from tests.support.graphs import node
from tests.support.plane import Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

BEFORE = '{"log_level": "DEBUG", "window": {"theme": "dark"}}'
PRESET = {"name": "Mine", "nodes": [node("add", "Add")], "edges": []}


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    (tmp_path / "settings.json").write_text(BEFORE)
    environ = {"CODEFYUI_USER_DATA_DIR": str(tmp_path), "CODEFYUI_SECRETS_STORE": "file"}
    async with serving(make(tmp_path, settings=Settings.from_env(environ))) as made:
        yield made


@pytest.mark.parametrize(
    ("method", "path", "body", "file"),
    [
        ("PUT", "/api/settings", {"settings": {"max_parallel_nodes": 8}}, "settings.json"),
        ("PATCH", "/api/preferences", {"theme": "light"}, "settings.json"),
        ("POST", "/api/presets/create", PRESET, "mine.json"),
        ("PUT", "/api/graph/mine", {"name": "mine", "nodes": [], "edges": []}, "mine.json"),
    ],
)
async def test_a_full_disk_is_said(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, path: str, body: Any, file: str
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    reply = await client.ask(method, path, json=body)
    monkeypatch.undo()
    assert (reply.status, reply.json["detail"]["code"]) == (503, "file_not_written")
    assert reply.json["detail"]["params"] == {"file": file, "why": "No space left on device"}
    assert (tmp_path / "settings.json").read_text() == BEFORE
    assert [name for name in os.listdir(tmp_path) if name.startswith(".settings")] == []


async def test_a_presets_folder_that_cannot_be_made_is_said(client: Client, tmp_path: Path) -> None:
    (tmp_path / "presets").write_text("a file where the folder should be")
    reply = await client.ask("POST", "/api/presets/create", json=PRESET)
    assert (reply.status, reply.json["detail"]["code"]) == (503, "file_not_written")
