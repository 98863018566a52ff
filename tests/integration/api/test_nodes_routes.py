"""The node list: languages, ETag, 304."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.plane import make, serving

if TYPE_CHECKING:
    from pathlib import Path


async def test_an_unchanged_list_is_a_304_without_a_body(tmp_path: Path) -> None:
    async with serving(make(tmp_path)) as client:
        first = await client.get("/api/nodes")
        etag = first.headers["ETag"]
        again = await client.get("/api/nodes", headers={"If-None-Match": f'"x", {etag}'})
        assert (again.status, again.body, again.headers["ETag"]) == (304, b"", etag)
        other = await client.get("/api/nodes", headers={"If-None-Match": '"x"'})
        assert (other.status, other.body) == (200, first.body)


async def test_languages_have_their_own_bytes_and_tags(tmp_path: Path) -> None:
    async with serving(make(tmp_path)) as client:
        english = await client.get("/api/nodes")
        chinese = await client.get("/api/nodes", headers={"Accept-Language": "zh-TW,en;q=0.5"})
        named = await client.get("/api/nodes?lang=zh-TW")
    assert chinese.body == named.body != english.body
    assert chinese.headers["ETag"] == named.headers["ETag"] != english.headers["ETag"]
    assert "Accept-Language" in chinese.headers["Vary"]


async def test_head_has_the_headers_alone(tmp_path: Path) -> None:
    async with serving(make(tmp_path)) as client:
        get = await client.get("/api/nodes")
        head = await client.ask("HEAD", "/api/nodes", token=None)
    assert (head.status, head.body) == (200, b"")
    assert head.headers["Content-Length"] == str(len(get.body))
