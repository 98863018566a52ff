"""The fixed order of refusals, over a real socket: Host, origin, token, size, JSON, fields."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import aiohttp
import psutil
import pytest
import pytest_asyncio

from app.api.routes import ROUTES
from app.api.server import HttpServer
from tests.support.plane import TOKEN, Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

CAP = 2048


@pytest_asyncio.fixture
async def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Client]:
    from app.settings import Settings

    settings = Settings.from_env(
        {
            "CODEFYUI_USER_DATA_DIR": str(tmp_path),
            "CODEFYUI_MAX_RUN_BODY_BYTES": str(CAP),
            "CODEFYUI_EXTRA_ALLOWED_HOSTS": "gpu-gw.lan:8000",
        }
    )
    async with serving(make(tmp_path, settings=settings)) as made:
        yield made


BAD: dict[str, dict[str, Any]] = {
    "host": {"headers": {"Host": "evil.example"}},
    "origin": {"headers": {"Origin": "https://evil.example"}},
    "token": {"headers": {"X-CodefyUI-Token": "wrong"}},
    "size": {"data": b"[" + b" " * CAP + b"]"},
    "json": {"data": b"{"},
    "fields": {"data": b'{"graph": {"nodes": []}, "options": 3}'},
}
EXPECTED = {
    "host": (421, "host_not_allowed"),
    "origin": (403, "foreign_origin"),
    "token": (403, "token_wrong"),
    "size": (413, "body_too_large"),
    "json": (400, "json_malformed"),
    "fields": (422, "invalid_request"),
}
ORDER = list(BAD)


@pytest.mark.parametrize("first", range(len(ORDER)))
async def test_of_several_faults_the_first_in_the_order_is_answered(client: Client, first: int) -> None:
    together: dict[str, Any] = {"headers": {}}
    for name in ORDER[first:]:
        together["headers"].update(BAD[name].get("headers", {}))
        together.setdefault("data", BAD[name].get("data"))
        if together["data"] is None:
            del together["data"]
    reply = await client.ask("POST", "/api/runs", **together)
    assert (reply.status, reply.code) == EXPECTED[ORDER[first]]


async def test_a_body_at_the_limit_is_read_and_one_byte_more_is_not(client: Client) -> None:
    graph = b'{"graph": {"nodes": []}, "name": "%s"}'
    room = CAP - len(graph) + 2
    assert (await client.ask("POST", "/api/runs", data=graph % (b"n" * room))).status == 200
    assert (await client.ask("POST", "/api/runs", data=graph % (b"n" * (room + 1)))).status == 413


async def test_a_chunked_body_is_counted_as_it_arrives(client: Client) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 100 * 2**20:
            sent += 65536
            yield b" " * 65536

    reply = await client.ask("POST", "/api/runs", data=endless())
    assert (reply.status, reply.code) == (413, "body_too_large")
    assert sent < 50 * 2**20


@pytest.mark.req("RW-089", "RW-090", "RX-311")
async def test_an_extra_host_is_served_and_others_are_not(client: Client) -> None:
    assert (await client.get("/api/health", headers={"Host": "gpu-gw.lan:8000"})).status == 200
    assert (await client.get("/api/health", headers={"Host": "gpu-gw.lan:8001"})).status == 421
    assert (await client.get("/nowhere", headers={"Host": "evil.example"})).status == 421


@pytest.mark.req("RW-088")
async def test_on_all_addresses_each_of_this_machine_is_a_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = SimpleNamespace(family=socket.AF_INET, address="192.168.1.5")
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: {"eth0": [own]})
    server = HttpServer(make(tmp_path))
    await server.start("0.0.0.0", 0)
    try:
        async with aiohttp.ClientSession() as session:
            client = Client(server, session)
            for host, status in (("192.168.1.5", 200), ("192.168.1.6", 421), ("0.0.0.0", 421)):
                reply = await client.get("/api/health", headers={"Host": f"{host}:{server.port}"})
                assert (host, reply.status) == (host, status)
    finally:
        await server.stop()


async def test_every_changing_route_needs_the_token_and_no_reading_one_does(client: Client) -> None:
    for route in ROUTES:
        path = route.path.replace("{", "").replace("}", "")
        if route.method == "GET":
            assert not route.needs_token
            continue
        reply = await client.ask(route.method, path, token=None)
        assert (route.needs_token, reply.status, reply.code) == (True, 403, "token_missing"), route.path


async def test_bootstrap_gives_the_token_to_our_own_pages_only(client: Client) -> None:
    own = client.server.url
    for headers in ({}, {"Origin": own}, {"Origin": "http://localhost:5173", "Sec-Fetch-Site": "same-site"}):
        reply = await client.get("/api/auth/bootstrap", headers=headers)
        assert reply.json == {"token": TOKEN}
        assert reply.headers["Cache-Control"] == "no-store"
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        reply = await client.get("/api/auth/bootstrap", headers=headers)
        assert (reply.status, reply.code) == (403, "foreign_origin")
        assert TOKEN.encode() not in reply.body
        assert "Access-Control-Allow-Origin" not in reply.headers


async def test_cors_lets_known_origins_read_and_no_other(client: Client) -> None:
    known, evil = {"Origin": "http://localhost:3000"}, {"Origin": "https://evil.example"}
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "X-CodefyUI-Token"}
    reply = await client.ask("OPTIONS", "/api/runs", token=None, headers={**known, **asked})
    assert (reply.status, reply.headers["Access-Control-Allow-Origin"]) == (204, "http://localhost:3000")
    assert "X-CodefyUI-Token" in reply.headers["Access-Control-Allow-Headers"]
    reply = await client.ask("OPTIONS", "/api/runs", token=None, headers={**evil, **asked})
    assert (reply.status, reply.headers.get("Access-Control-Allow-Origin")) == (403, None)
    for headers, allowed in ((known, "http://localhost:3000"), (evil, None)):
        reply = await client.get("/api/health", headers=headers)
        assert (reply.status, reply.headers.get("Access-Control-Allow-Origin")) == (200, allowed)


async def test_every_answer_has_the_security_headers(client: Client) -> None:
    for path, status in (("/", 200), ("/api/health", 200), ("/nope", 404), ("/api/nodes/x", 404)):
        reply = await client.get(path)
        assert reply.status == status
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Referrer-Policy"] == "no-referrer"
        assert reply.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "aiohttp" not in reply.headers["Server"]
    page = await client.get("/")
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert "unsafe-eval" not in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nope", 404, "not_found_path"),
        ("POST", "/api/nope", 404, "not_found_path"),
        ("GET", "/api/runs/", 404, "not_found_path"),
        ("GET", "/api/git/status", 404, "not_available"),
        ("POST", "/api/keys", 404, "not_available"),
        ("GET", "/api/apps", 404, "not_available"),
        ("GET", "/api/packs/x/y", 404, "not_available"),
        ("GET", "/api/llm/codex/status", 404, "not_available"),
        ("DELETE", "/api/queue", 405, "method_not_allowed"),
        ("GET", "/api/graph/validate", 405, "method_not_allowed"),
    ],
)
async def test_paths_that_lead_nowhere(client: Client, method: str, path: str, status: int, code: str) -> None:
    reply = await client.ask(method, path)
    assert (reply.status, reply.code) == (status, code)
    if status == 405:
        assert reply.headers["Allow"]


async def test_refusals_speak_the_reader_s_language(client: Client) -> None:
    by_header = await client.get("/nope", headers={"Accept-Language": "zh-TW"})
    by_query = await client.get("/nope?lang=zh-TW", headers={"Accept-Language": "en"})
    english = await client.get("/nope?lang=en", headers={"Accept-Language": "zh-TW"})
    assert by_header.json["detail"]["text"] == by_query.json["detail"]["text"] != english.json["detail"]["text"]


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "gzip, gzip", "x"])
async def test_packed_bodies_are_not_unpacked(client: Client, encoding: str) -> None:
    reply = await client.ask("POST", "/api/runs", data=b"\x1f\x8b\x08\x00", headers={"Content-Encoding": encoding})
    assert (reply.status, reply.code) == (415, "encoding_not_supported")


async def test_a_fault_of_ours_is_a_500_with_an_id_that_is_in_the_log(
    tmp_path: Path, expect_warning: Any, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(lang: str) -> dict[str, Any]:
        raise RuntimeError("secret detail")

    expect_warning("unexpected error id=")
    async with serving(make(tmp_path, devices=broken)) as client:
        reply = await client.get("/api/system/devices")
        assert (reply.status, reply.code) == (500, "internal")
        assert b"secret detail" not in reply.body
        assert reply.json["detail"]["params"]["id"] in caplog.text
        assert (await client.get("/api/health")).status == 200


async def test_a_server_that_is_leaving_cannot_be_kept(tmp_path: Path) -> None:
    services = make(tmp_path)
    async with serving(services) as client:
        reply = await client.post("/api/system/keep")
        assert (reply.status, reply.json, services.stay.is_asked) == (200, {"kept": True}, True)
        services.stay.is_asked, services.stay.is_leaving = False, True
        reply = await client.post("/api/system/keep")
        assert (reply.status, reply.json["detail"]["code"], services.stay.is_asked) == (503, "shutting_down", False)
