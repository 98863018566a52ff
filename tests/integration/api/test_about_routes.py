"""Licences and the zip of diagnostics: complete, and without anything that opens anything."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from app.api.diagnostics import MAX_LOG_BYTES, tail
from app.api.interface import Interface
from app.settings import Settings
from tests.support.plane import make, serving

if TYPE_CHECKING:
    from pathlib import Path

WINDOW = [{"name": "@scope/wheel", "version": "1.2.3", "licence": "MIT", "text": "Permission is hereby granted"}]


def _services(folder: Path) -> Any:
    (folder / "built").mkdir()
    (folder / "built" / "licences.json.gz").write_bytes(gzip.compress(json.dumps(WINDOW).encode()))
    settings = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(folder)})
    return make(folder, settings=settings, interface=Interface(folder / "built"))


async def test_packages_of_both_parts_are_listed_with_their_texts(tmp_path: Path) -> None:
    async with serving(_services(tmp_path)) as client:
        rows = (await client.get("/api/licences")).json
        text = await client.get("/api/licences/window/%40scope%2Fwheel")
        program = await client.get("/api/licences/program/aiohttp")
        missing = [
            await client.get(f"/api/licences/{path}") for path in ("window/aiohttp", "program/pytest", "x/aiohttp")
        ]
    assert rows[-1] == {"name": "@scope/wheel", "version": "1.2.3", "licence": "MIT", "part": "window"}
    assert {row["name"] for row in rows if row["part"] == "program"} >= {"aiohttp", "torch"}
    assert (text.status, text.body) == (200, b"Permission is hereby granted\n")
    assert b"Apache License" in program.body
    assert [(one.status, one.code) for one in missing] == [(404, "not_found_path")] * 3


@pytest.mark.parametrize(
    "data",
    [None, b"", b"no gzip", gzip.compress(b"no json"), gzip.compress(b"[]" * 99)[:-9]],
    ids=["none", "empty", "no gzip", "no json", "cut"],
)
async def test_without_a_built_window_there_are_the_packages_of_the_program(tmp_path: Path, data: bytes | None) -> None:
    if data is not None:
        (tmp_path / "none").mkdir()
        (tmp_path / "none" / "licences.json.gz").write_bytes(data)
    async with serving(make(tmp_path, interface=Interface(tmp_path / "none"))) as client:
        assert {row["part"] for row in (await client.get("/api/licences")).json} == {"program"}


async def test_the_zip_tells_what_is_wrong_and_opens_nothing(tmp_path: Path) -> None:
    services = _services(tmp_path)
    logs = services.settings.log_dir
    logs.mkdir(exist_ok=True)
    (logs / "server.log").write_text(f'{{"message": "dialled with ?token={services.token}"}}\n')
    (logs / "server.log.1").write_text("older\n")
    async with serving(services) as client:
        run_id = (await client.post("/api/runs", {"graph": {"nodes": []}})).json["run_id"]
        reply = await client.get("/api/diagnostics")
    assert reply.headers["Content-Disposition"] == 'attachment; filename="codefyui-diagnostics.zip"'
    packed = zipfile.ZipFile(io.BytesIO(reply.body))
    names = {"version", "settings", "devices", "own_nodes", "packages", "runs", "machine"}
    assert set(packed.namelist()) == {*(f"{name}.json" for name in names), "logs/server.log", "logs/server.log.1"}
    texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert [name for name, text in texts.items() if services.token in text] == []
    assert "dialled with ?token=" in texts["logs/server.log"]
    assert json.loads(texts["version.json"])["boot_id"] == services.boot_id
    assert [run["run_id"] for run in json.loads(texts["runs.json"])["newest"]] == [run_id]
    assert {row["name"] for row in json.loads(texts["settings.json"])} >= {"CODEFYUI_PORT", "CODEFYUI_USER_DATA_DIR"}


def test_of_a_large_log_the_end_goes_in_from_the_beginning_of_a_line(tmp_path: Path) -> None:
    file = tmp_path / "server.log"
    file.write_bytes(b"x" * MAX_LOG_BYTES + b"\nlast line\n")
    assert tail(file) == "last line\n"
    file.write_bytes(b"only\n")
    assert tail(file) == "only\n"
    assert tail(tmp_path / "none") == ""
