"""Downloads under conditions: what keeps a file from being sent is coded, whatever the library would have answered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from tests.support.plane import Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

DOWNLOAD = "/api/files/download/t.csv"


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    folder = tmp_path / "data" / "files"
    folder.mkdir(parents=True)
    (folder / "t.csv").write_bytes(b"a,b\n1,2\n")
    async with serving(make(tmp_path)) as made:
        yield made


CHANGED = {
    "another tag": {"If-Match": '"1-2"'},
    "a weak tag": {"If-Match": 'W/"1-2"'},
    "an old date": {"If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:01 GMT"},
}


@pytest.mark.parametrize("what", CHANGED)
@pytest.mark.parametrize("lang", ["en", "zh-TW"])
async def test_a_file_that_is_not_the_one_that_was_meant_is_412(client: Client, what: str, lang: str) -> None:
    reply = await client.ask("GET", f"{DOWNLOAD}?lang={lang}", headers=CHANGED[what])
    assert (reply.status, reply.code) == (412, "file_changed")
    assert reply.json["detail"]["params"] == {"file": "t.csv"}
    assert reply.json["detail"]["text"].startswith("t.csv ")
    assert reply.headers["Content-Type"] == "application/json; charset=utf-8"
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Disposition" not in reply.headers


async def test_the_file_that_was_meant_is_sent_or_known_already(client: Client) -> None:
    tag = (await client.get(DOWNLOAD)).headers["ETag"]
    same = await client.ask("GET", DOWNLOAD, headers={"If-Match": tag})
    known = await client.ask("GET", DOWNLOAD, headers={"If-None-Match": tag})
    assert (same.status, same.body) == (200, b"a,b\n1,2\n")
    assert (known.status, known.body) == (304, b"")


LOST: dict[str, tuple[OSError, int, str]] = {
    "gone": (FileNotFoundError(2, "No such file or directory"), 404, "file_not_found"),
    "not ours": (PermissionError(13, "Permission denied"), 503, "file_not_read"),
    "a broken disk": (OSError(5, "Input/output error"), 503, "file_not_read"),
}


@pytest.mark.parametrize("what", LOST)
async def test_a_file_that_cannot_be_opened_any_more_is_coded(
    client: Client, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    error, status, code = LOST[what]
    real = Path.open

    def opened(self: Path, *rest: Any, **more: Any) -> Any:
        if self.name == "t.csv":
            raise error
        return real(self, *rest, **more)

    monkeypatch.setattr(Path, "open", opened)
    reply = await client.get(DOWNLOAD)
    assert (reply.status, reply.code) == (status, code)
    assert reply.json["detail"]["params"]["file"] == "t.csv"


async def test_a_head_is_told_the_same_without_a_body(client: Client) -> None:
    async with client.session.head(client.server.url + DOWNLOAD, headers={"If-Match": '"1-2"'}) as reply:
        assert (reply.status, await reply.read()) == (412, b"")
        assert int(reply.headers["Content-Length"]) > 0
