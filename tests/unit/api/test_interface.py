"""The window's files as a server gives them."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from app.api.interface import FOR_EVER, Interface, takes_gzip
from tests.support.plane import make, serving

if TYPE_CHECKING:
    from pathlib import Path

PAGE, SCRIPT = b"<!doctype html><title>x</title>", b"console.log(1)"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "_ui"
    (folder / "assets").mkdir(parents=True)
    for name, data in (("index.html", PAGE), ("assets/index-a1.js", SCRIPT), ("assets/mark-b2.svg", b"<svg/>")):
        (folder / name).write_bytes(data)
    for name in ("index.html", "assets/index-a1.js"):
        (folder / f"{name}.gz").write_bytes(gzip.compress((folder / name).read_bytes()))
    (tmp_path / "secret.js").write_bytes(b"no")
    return folder


@pytest.mark.parametrize(
    ("accept", "takes"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("*", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("gzip;q=0.001", True),
    ],
)
def test_what_a_client_reads(accept: str, takes: bool) -> None:
    assert takes_gzip(accept) is takes


def test_files_go_out_compressed_where_both_can(built: Path) -> None:
    files = Interface(built)
    packed, plain = files.asset("index-a1.js", True), files.asset("index-a1.js", False)
    assert packed is not None
    assert plain is not None
    assert (gzip.decompress(packed.data), packed.encoding) == (SCRIPT, "gzip")
    assert (plain.data, plain.encoding, plain.content_type) == (SCRIPT, None, "text/javascript; charset=utf-8")
    drawing = files.asset("mark-b2.svg", True)
    assert drawing is not None
    assert (drawing.encoding, drawing.content_type) == (None, "image/svg+xml")


@pytest.mark.parametrize(
    "name", ["../secret.js", "..", "", "../../secret.js", ".stamp", "a/b.js", "nul\0.js", "x" * 300, "index-a1.js.nope"]
)
def test_nothing_but_assets_is_found(built: Path, name: str) -> None:
    assert Interface(built).asset(name, False) is None


async def test_the_page_is_never_kept_and_assets_are_for_ever(tmp_path: Path, built: Path) -> None:
    async with serving(make(tmp_path, interface=Interface(built))) as client:
        page = await client.get("/", headers={"Accept-Encoding": "identity"})
        assert (page.status, page.body, page.headers["Cache-Control"]) == (200, PAGE, "no-cache")
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "script-src" not in page.headers["Content-Security-Policy"]
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        script = await client.get("/assets/index-a1.js", headers={"Accept-Encoding": "gzip"})
        assert (script.status, script.headers["Cache-Control"]) == (200, FOR_EVER)
        assert (script.headers["Content-Encoding"], script.headers["Vary"]) == ("gzip", "Accept-Encoding")
        missing = await client.get("/assets/gone.js")
        assert (missing.status, missing.json["detail"]["code"]) == (404, "not_found_path")


async def test_without_a_build_the_page_says_how_to_have_one(tmp_path: Path) -> None:
    async with serving(make(tmp_path, interface=Interface(tmp_path / "none"))) as client:
        english = await client.get("/")
        chinese = await client.get("/", headers={"Accept-Language": "zh-TW"})
    assert english.status == chinese.status == 200
    assert b"Node.js 20.19" in english.body
    assert "請安裝 Node.js".encode() in chinese.body


async def test_the_version_names_the_build_that_lies_there_now(tmp_path: Path, built: Path) -> None:
    async with serving(make(tmp_path, interface=Interface(built))) as client:
        assert (await client.get("/api/version")).json["ui"] == ""
        (built / ".stamp").write_text("a1b2\n")
        assert (await client.get("/api/version")).json["ui"] == "a1b2"
        (built / ".stamp").write_bytes(b"\xff")
        assert (await client.get("/api/version")).json["ui"] == ""
