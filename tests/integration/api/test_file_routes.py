"""People's files over HTTP: uploads are whole or nothing, downloads have the bytes and the name, nothing leads out."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from aiohttp import FormData

from app.settings import Settings
from tests.support.forms import CONTENT_TYPE, form, sent
from tests.support.plane import TOKEN, Client, make, serving
from tests.support.rawhttp import dial, request, until
from tests.unit.api.test_disposition import read

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

KINDS = {"models": "m.pt", "images": "p.png", "files": "t.csv"}
HEADERS = (f"X-CodefyUI-Token: {TOKEN}", f"Content-Type: {CONTENT_TYPE['Content-Type']}")


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    settings = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path), "CODEFYUI_MAX_UPLOAD_SIZE": str(2**20)})
    async with serving(make(tmp_path, settings=settings)) as made:
        yield made


def lying(tmp_path: Path, kind: str = "files") -> list[str]:
    """What is in a folder of files, unfinished ones included."""
    folder = tmp_path / "data" / kind
    return sorted(os.listdir(folder)) if folder.exists() else []


@pytest.mark.parametrize("kind", KINDS)
async def test_a_file_goes_in_comes_out_and_goes(client: Client, tmp_path: Path, kind: str) -> None:
    name, data = KINDS[kind], os.urandom(300_000)
    reply = await client.ask("POST", f"/api/{kind}/upload", **sent(name, data))
    assert (reply.status, reply.json) == (200, {"filename": name, "size": len(data)})
    (row,) = (await client.get(f"/api/{kind}")).json
    assert (row["filename"], row["size"]) == (name, len(data))
    assert row["modified"] == (tmp_path / "data" / kind / name).stat().st_mtime
    got = await client.get(f"/api/{kind}/download/{name}")
    assert (got.status, got.body) == (200, data)
    assert read(got.headers["Content-Disposition"]) == name
    gone = await client.ask("DELETE", f"/api/{kind}/{name}")
    assert gone.json == {"filename": name, "deleted": True}
    assert lying(tmp_path, kind) == []
    again = [await client.ask("DELETE", f"/api/{kind}/{name}"), await client.get(f"/api/{kind}/download/{name}")]
    assert [(r.status, r.code) for r in again] == [(404, "file_not_found")] * 2


@pytest.mark.parametrize(
    "name", ["John's (1) été.csv", "張量 資料.csv", "a;b, c%41.csv", "x" * 251 + ".csv", "%2F.csv"]
)
async def test_a_name_survives_both_ways(client: Client, tmp_path: Path, name: str) -> None:
    from urllib.parse import quote

    assert (await client.ask("POST", "/api/files/upload", **sent(name, b"1"))).json["filename"] == name
    assert lying(tmp_path) == [name]
    async with client.session.get(f"{client.server.url}/api/files/download/{quote(name, safe='')}") as got:
        pass
    # aiohttp's client would read %2F as /; a browser sends it as it stands
    wanted = request(client.server, "GET", f"/api/files/download/{quote(name, safe='')}", "Connection: close")
    async with dial(client.server) as wire:
        await wire.send(wanted)
        head, _, body = (await wire.to_end()).partition(b"\r\n\r\n")
    assert body == b"1"
    line = next(x for x in head.decode().split("\r\n") if x.lower().startswith("content-disposition"))
    assert read(line.partition(": ")[2]) == name
    assert got.status == 200


async def test_the_forms_of_programs_are_read_too(client: Client) -> None:
    data = FormData(quote_fields=False)
    data.add_field("note", "before")
    data.add_field("file", b"1,2", filename="資料.csv", content_type="text/csv")
    assert (await client.ask("POST", "/api/files/upload", data=data)).json == {"filename": "資料.csv", "size": 3}


@pytest.mark.parametrize(
    ("path", "name", "status", "code"),
    [
        ("files", "a.exe", 400, "file_type_refused"),
        ("models", "a.csv", 400, "file_type_refused"),
        ("images", "a.svg", 400, "file_type_refused"),
        ("files", "../a.csv", 400, "name_has_characters"),
        ("files", "..\\a.csv", 400, "name_has_characters"),
        ("files", "nul.csv", 400, "name_is_device"),
        ("files", "x" * 252 + ".csv", 400, "name_too_long"),
        ("files", "", 400, "name_empty"),
    ],
)
async def test_names_that_are_not_kept(
    client: Client, tmp_path: Path, path: str, name: str, status: int, code: str
) -> None:
    reply = await client.ask("POST", f"/api/{path}/upload", **sent(name, b"1"))
    assert (reply.status, reply.code) == (status, code)
    assert lying(tmp_path, path) == []


async def test_the_same_name_again(client: Client, tmp_path: Path) -> None:
    first = await client.ask("POST", "/api/files/upload", **sent("a.csv", b"one"))
    same = await client.ask("POST", "/api/files/upload", **sent("a.csv", b"one"))
    other = await client.ask("POST", "/api/files/upload", **sent("a.csv", b"two"))
    clash = await client.ask("POST", "/api/files/upload?overwrite=true", **sent("A.csv", b"two"))
    assert (first.json, same.status, same.json) == (first.json, 200, first.json)
    assert [(r.status, r.code) for r in (other, clash)] == [(409, "file_exists"), (409, "file_case_clash")]
    assert (tmp_path / "data" / "files" / "a.csv").read_bytes() == b"one"
    replaced = await client.ask("POST", "/api/files/upload?overwrite=true", **sent("a.csv", b"three"))
    assert replaced.json == {"filename": "a.csv", "size": 5}
    assert (tmp_path / "data" / "files" / "a.csv").read_bytes() == b"three"
    assert lying(tmp_path) == ["a.csv"]


async def test_a_file_at_the_limit_is_taken_and_one_byte_more_is_not(client: Client, tmp_path: Path) -> None:
    fits = await client.ask("POST", "/api/files/upload", **sent("fits.csv", b"x" * 2**20))
    over = await client.ask("POST", "/api/files/upload", **sent("over.csv", b"x" * (2**20 + 1)))
    twice = await client.ask("POST", "/api/files/upload", **sent("twice.csv", b"x" * 2**21))
    assert fits.status == 200
    assert [(r.status, r.code) for r in (over, twice)] == [(413, "upload_too_large")] * 2
    assert over.json["detail"]["params"] == {"limit_bytes": 2**20}
    assert lying(tmp_path) == ["fits.csv"]


async def test_too_much_is_refused_before_it_is_sent(client: Client, tmp_path: Path) -> None:
    head = request(client.server, "POST", "/api/files/upload", *HEADERS, f"Content-Length: {2**40}")
    async with dial(client.server) as wire:
        await wire.send(head)
        assert (await wire.answer())[0] == 413
    assert lying(tmp_path) == []


async def test_chunks_without_an_announced_length_are_counted(client: Client, tmp_path: Path) -> None:
    body = form("a.csv", b"x" * (2**20 + 100), end=False)
    head = request(client.server, "POST", "/api/files/upload", *HEADERS, "Transfer-Encoding: chunked")
    async with dial(client.server) as wire:
        await wire.send(head + f"{len(body):x}\r\n".encode() + body + b"\r\n")
        assert (await wire.answer())[0] == 413
    await until(lambda: lying(tmp_path) == [])


async def test_an_upload_that_breaks_off_leaves_nothing(client: Client, tmp_path: Path) -> None:
    body = form("a.csv", b"x" * 200_000)
    for length in (10, 150, 100_000, len(body) - 5):
        head = request(client.server, "POST", "/api/files/upload", *HEADERS, f"Content-Length: {len(body)}")
        async with dial(client.server) as wire:
            await wire.send(head + body[:length])
            if length > 1000:
                await until(lambda: lying(tmp_path) != [])
        await until(lambda: lying(tmp_path) == [] and not client.server.door.writing)
    assert (await client.get("/api/files")).json == []


async def test_one_that_stops_is_given_up(tmp_path: Path) -> None:
    services = make(tmp_path)
    services = replace(services, limits=replace(services.limits, body_idle_s=0.1))
    async with serving(services) as client, dial(client.server) as wire:
        head = request(client.server, "POST", "/api/files/upload", *HEADERS, "Content-Length: 100000")
        await wire.send(head + form("a.csv", b"x" * 100, end=False))
        assert (await wire.answer())[0] == 408
        assert lying(tmp_path) == []


@pytest.mark.parametrize(
    ("headers", "body", "status", "code"),
    [
        ({"Content-Type": "application/json"}, b"{}", 400, "upload_not_form"),
        ({"Content-Type": "multipart/form-data"}, b"x", 400, "upload_not_form"),
        (CONTENT_TYPE, form("a.csv", b"1", field="other"), 400, "upload_not_form"),
        (CONTENT_TYPE, form("a.csv", b"1", end=False), 400, "upload_broken"),
        (CONTENT_TYPE, b"", 400, "upload_broken"),
        ({**CONTENT_TYPE, "Content-Encoding": "gzip"}, b"x", 415, "encoding_not_supported"),
    ],
)
async def test_what_is_no_upload(
    client: Client, tmp_path: Path, headers: dict[str, str], body: bytes, status: int, code: str
) -> None:
    reply = await client.ask("POST", "/api/files/upload", data=body, headers=headers)
    assert (reply.status, reply.code) == (status, code)
    assert lying(tmp_path) == []


async def test_a_full_disk_is_a_507(client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.library.shelf.os.write", full)
    reply = await client.ask("POST", "/api/files/upload", **sent("a.csv", b"1"))
    assert (reply.status, reply.code) == (507, "disk_full")
    assert lying(tmp_path) == []


async def test_without_the_token_nothing_is_changed(client: Client, tmp_path: Path) -> None:
    replies = [
        await client.ask("POST", "/api/files/upload", token=None, **sent("a.csv", b"1")),
        await client.ask("DELETE", "/api/files/a.csv", token=None),
    ]
    assert [(r.status, r.code) for r in replies] == [(403, "token_missing")] * 2
    assert lying(tmp_path) == []


async def test_models_lie_in_folders_too(client: Client, tmp_path: Path) -> None:
    deep = tmp_path / "data" / "models" / "resnet" / "v1"
    deep.mkdir(parents=True)
    (deep / "m.pt").write_bytes(b"weights")
    (tmp_path / "secret.pt").write_bytes(b"secret")
    (tmp_path / "data" / "models" / "out").symlink_to(tmp_path)
    assert [row["filename"] for row in (await client.get("/api/models")).json] == ["resnet/v1/m.pt"]
    for path in ("resnet/v1/m.pt", "resnet%2Fv1%2Fm.pt", "resnet%5Cv1%5Cm.pt"):
        assert (await client.get(f"/api/models/download/{path}")).body == b"weights"
    for path in ("..%2F..%2Fsecret.pt", "out/secret.pt", "%2Fetc%2Fpasswd", "C:%5Cx.pt", "a%00.pt"):
        reply = await client.get(f"/api/models/download/{path}")
        assert reply.status == 400, path
    assert (await client.ask("DELETE", "/api/models/resnet/v1/m.pt")).json["filename"] == "resnet/v1/m.pt"
    assert (tmp_path / "secret.pt").read_bytes() == b"secret"


async def test_media_play_in_the_page_and_other_types_are_saved(client: Client, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "media" / "run1"
    folder.mkdir(parents=True)
    (folder / "clip.mp4").write_bytes(bytes(range(100)))
    (folder / "page.html").write_bytes(b"<script>")
    (folder / "drawing.svg").write_bytes(b"<svg>")
    assert [row["filename"] for row in (await client.get("/api/media")).json] == [
        "run1/clip.mp4", "run1/drawing.svg", "run1/page.html",
    ]  # fmt: skip
    part = await client.get("/api/media/run1/clip.mp4", headers={"Range": "bytes=10-19"})
    assert (part.status, part.body, part.headers["Content-Range"]) == (206, bytes(range(10, 20)), "bytes 10-19/100")
    assert (part.headers["Content-Type"], part.headers.get("Content-Disposition")) == ("video/mp4", None)
    for name in ("page.html", "drawing.svg"):
        reply = await client.get(f"/api/media/run1/{name}")
        assert reply.headers["Content-Type"] == "application/octet-stream"
        assert read(reply.headers["Content-Disposition"]) == name
    assert (await client.ask("DELETE", "/api/media/run1/clip.mp4")).status == 405


async def test_a_download_is_taken_up_again_only_while_the_file_is_the_same(client: Client) -> None:
    await client.ask("POST", "/api/files/upload", **sent("a.csv", b"0123456789"))
    path = "/api/files/download/a.csv"
    whole = await client.get(path)
    tag, date = whole.headers["ETag"], whole.headers["Last-Modified"]
    assert (await client.get(path, headers={"If-None-Match": tag})).status == 304
    for same in (tag, date):
        part = await client.get(path, headers={"Range": "bytes=8-", "If-Range": same})
        assert (part.status, part.body) == (206, b"89")
    for other in ('"x"', "W/" + tag, "Sat, 01 Jan 2000 00:00:00 GMT"):
        again = await client.get(path, headers={"Range": "bytes=8-", "If-Range": other})
        assert (again.status, again.body) == (200, b"0123456789")
    await client.ask("POST", "/api/files/upload?overwrite=1", **sent("a.csv", b"abc"))
    changed = await client.get(path, headers={"Range": "bytes=8-", "If-Range": tag})
    assert (changed.status, changed.body) == (200, b"abc")
    beyond = await client.get(path, headers={"Range": "bytes=8-"})
    assert (beyond.status, beyond.code, beyond.headers["Content-Range"]) == (416, "range_not_satisfiable", "bytes */3")
