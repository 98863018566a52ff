"""What a browser is answered where a program is answered with JSON, and refusals that leave nothing red behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from app.api.errors import QUIET_HEADER, STATUS_HEADER
from app.api.interface import Interface
from app.api.plain_page import asks_for_page
from tests.support.plane import TOKEN, Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

PAGE = b"<!doctype html><title>x</title>"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    (tmp_path / "_ui").mkdir()
    (tmp_path / "_ui" / "index.html").write_bytes(PAGE)
    async with serving(make(tmp_path, interface=Interface(tmp_path / "_ui"))) as made:
        yield made


@pytest.mark.parametrize("path", ["/runs", "/runs/r1/log", "/g/A%20b", "/apix", "/%E5%9C%96"])
async def test_a_person_who_goes_anywhere_gets_the_page(client: Client, path: str) -> None:
    reply = await client.get(path, headers={"Accept": BROWSER})
    assert (reply.status, reply.body, reply.headers["Cache-Control"]) == (200, PAGE, "no-cache")
    assert "default-src 'self'" in reply.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/runs", "*/*"),
        ("/runs", "application/json"),
        ("/api/none", BROWSER),
        ("/api", BROWSER),
        ("/ws/none", BROWSER),
        ("/assets/gone.js", BROWSER),
        ("/assets/a/b", BROWSER),
        ("/robots.txt", BROWSER),
    ],
)
async def test_programs_and_missing_files_get_json(client: Client, path: str, accept: str) -> None:
    reply = await client.get(path, headers={"Accept": accept})
    assert (reply.status, reply.code) == (404, "not_found_path")


@pytest.mark.parametrize(
    ("method", "accept", "does"),
    [
        ("GET", BROWSER, True),
        ("HEAD", "TEXT/HTML", True),
        ("POST", BROWSER, False),
        ("GET", "text/html;q=0, */*", False),
        ("GET", "application/json, text/html;q=0.1", True),
        ("GET", "", False),
    ],
)
def test_who_asks_for_a_page(method: str, accept: str, does: bool) -> None:
    assert asks_for_page(method, "/runs", accept) is does


@pytest.mark.parametrize(
    ("language", "words"), [("en-GB", "Start the server with this setting"), ("zh-TW,zh;q=0.9", "請以此設定啟動伺服器")]
)
async def test_a_browser_at_a_name_that_is_not_allowed_reads_what_to_set(
    client: Client, language: str, words: str
) -> None:
    headers = {"Host": "gpu-gw.lan:8000", "Accept": BROWSER, "Accept-Language": language}
    reply = await client.get("/", headers=headers)
    assert (reply.status, reply.headers["Content-Type"]) == (421, "text/html; charset=utf-8")
    text = reply.body.decode()
    assert words in text
    assert "<pre>CODEFYUI_EXTRA_ALLOWED_HOSTS=gpu-gw.lan:8000</pre>" in text
    assert "default-src 'self'" in reply.headers["Content-Security-Policy"]


async def test_nothing_of_a_bad_name_but_letters_stands_in_the_page(client: Client) -> None:
    reply = await client.get("/", headers={"Host": "<b>x y</b>" + "z" * 500, "Accept": BROWSER})
    assert b"<pre>CODEFYUI_EXTRA_ALLOWED_HOSTS=bxybzzz" in reply.body
    assert len(reply.body) < 2000


@pytest.mark.parametrize(("path", "accept"), [("/", "*/*"), ("/api/runs", BROWSER)])
async def test_a_program_at_such_a_name_gets_json(client: Client, path: str, accept: str) -> None:
    reply = await client.get(path, headers={"Host": "gpu-gw.lan", "Accept": accept})
    assert (reply.status, reply.code) == (421, "host_not_allowed")


async def test_a_page_can_have_refusals_that_belong_to_normal_work_with_status_200(client: Client) -> None:
    headers = {"X-CodefyUI-Token": TOKEN, QUIET_HEADER: "1"}
    url = client.server.url
    graph = b'{"nodes": [], "edges": []}'
    async with client.session.get(url + "/api/graph/load/none", headers=headers) as gone:
        assert (gone.status, gone.headers[STATUS_HEADER]) == (200, "404")
        assert (await gone.json())["detail"]["code"] == "graph_not_found"
    async with client.session.put(
        url + "/api/graph/mine", data=graph, headers={**headers, "If-None-Match": "*"}
    ) as made:
        assert (made.status, STATUS_HEADER in made.headers) == (200, False)
    async with client.session.put(url + "/api/graph/mine", data=graph, headers={**headers, "If-Match": '"7"'}) as late:
        assert (late.status, late.headers[STATUS_HEADER]) == (200, "409")
    # what HTTP itself refuses is no part of a day's work
    async with client.session.get(url + "/api/none", headers=headers) as none:
        assert (none.status, STATUS_HEADER in none.headers) == (404, False)
    async with client.session.get(url + "/api/graph/load/none") as plain:
        assert (plain.status, STATUS_HEADER in plain.headers) == (404, False)
