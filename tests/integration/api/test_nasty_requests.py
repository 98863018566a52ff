"""Every route under what no well-meaning client sends: a coded answer below 500, and the next one is served."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from app.api.routes import ROUTES
from app.core.vocab.reason import WORDS
from tests.support.plane import TOKEN, Client, make, serving
from tests.support.rawhttp import Wire, dial, request

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

TOKEN_LINE = f"X-CodefyUI-Token: {TOKEN}"
GETS = sorted({r.path for r in ROUTES if r.method == "GET" and not r.is_socket})
POSTS = sorted({r.path for r in ROUTES if r.body is not None or r.body_is_raw})
QUERIES = sorted({r.path for r in ROUTES if r.query is not None and r.method == "GET"})
ENVELOPE = "/api/graph/run/{name}"


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with serving(make(tmp_path)) as made:
        yield made


def filled(path: str, text: str = "x") -> str:
    """The path with one text for all its parts."""
    return re.sub(r"{[a-z_]+}", lambda _: text, path)


async def head_and_body(wire: Wire) -> tuple[int, dict[bytes, bytes], bytes]:
    """(status, headers in lower case, body)."""
    head = await wire.reader.readuntil(b"\r\n\r\n")
    lines = [line.partition(b":") for line in head.split(b"\r\n")[1:] if line]
    headers = {name.lower(): value.strip() for name, _, value in lines}
    return int(head.split()[1]), headers, await wire.reader.readexactly(int(headers.get(b"content-length", b"0")))


def is_coded(status: int, body: bytes) -> bool:
    """Say whether an answer is no refusal, or one in the one shape with a code that we know, and no fault of ours."""
    if status < 400:
        return True
    answer = json.loads(body)
    code = answer["error"]["code"] if "error" in answer else answer["detail"]["code"]
    known = code in WORDS or any(code in route.kinds for route in ROUTES)
    return known and code != "internal" and (status < 500 or status in (503, 507))


async def asked(client: Client, method: str, path: str, *headers: str, body: bytes = b"") -> tuple[int, bytes]:
    """One request on a connection of its own; fails when its answer is not coded."""
    async with dial(client.server) as wire:
        await wire.send(request(client.server, method, path, *headers, body=body))
        status, _, answer = await head_and_body(wire)
    assert is_coded(status, answer), (method, path, headers, status, answer)
    return status, answer


TEXTS = {
    "nul": "%00",
    "overlong slash": "%c0%af",
    "overlong nul": "%c0%80",
    "half a character": "%e4%b8",
    "a surrogate": "%ed%a0%80",
    "beyond unicode": "%f4%90%80%80",
    "right to left": "%e2%80%ae" + "gnp.exe",
    "zero width": "%e2%80%8b",
    "twice encoded": "%252e%252e%252f",
    "a lone percent": "%",
    "no hex": "%zz",
    "line breaks": "%0d%0aSet-Cookie:%20a=b",
    "a query inside": "%3flang=en",
    "a fragment": "%23",
    "semicolons": ";a=b;c",
    "a brace": "{run_id}",
    "a format": "%25s%25n{0}{__class__}",
    "long": "x" * 4000,
}


@pytest.mark.parametrize("what", TEXTS)
async def test_every_path_takes_any_text(client: Client, what: str) -> None:
    for path in (path for path in GETS if "{" in path):
        status, _ = await asked(client, "GET", filled(path, TEXTS[what]))
        assert status in (400, 404), (path, status)


@pytest.mark.parametrize("what", TEXTS)
async def test_every_query_takes_any_text(client: Client, what: str) -> None:
    text = TEXTS[what].replace("&", "")
    for route in (r for r in ROUTES if r.query is not None and r.method == "GET"):
        assert route.query is not None
        names = [*route.query.model_fields, "lang", "unknown", text]
        asking = "&".join(f"{name}={text}" for name in names)
        await asked(client, "GET", f"{filled(route.path)}?{asking[:7000]}")


async def test_a_name_given_very_often_is_read_once(client: Client) -> None:
    for path in QUERIES:
        status, _ = await asked(client, "GET", f"{filled(path)}?" + "&".join(["lang=zh-TW"] * 600))
        assert status in (200, 400, 404, 422)
        await asked(client, "GET", f"{filled(path)}?" + "&".join(f"p{i}={i}" for i in range(900)))
        await asked(client, "GET", f"{filled(path)}?" + "&" * 7000)


HEADERS = {
    "ranges": ("Range: bytes=0-0,5-9,100-", "If-Range: x"),
    "a huge range": ("Range: bytes=" + "9" * 30 + "-" + "9" * 40,),
    "no date": ("If-Modified-Since: yesterday", "If-Unmodified-Since: soon", "If-Range: Mon, 99 Foo 2026"),
    "a date that is none": ("If-Modified-Since: Thu, 01 Jan 0000 00:00:00 GMT", "If-Range: Thu, 01 Jan 99999 00:00:00"),
    "tags": ('If-Match: "a", W/"b", *', "If-None-Match: "),
    "many tags": ("If-None-Match: " + ", ".join(f'"{i}"' for i in range(800)),),
    "languages": ("Accept-Language: " + "zh-TW;q=1e999,en;q=nan," * 200,),
    "accept": ("Accept: application/xml;q=0", "Accept-Encoding: *;q=0, br", "Accept-Charset: utf-7"),
    "proxies": ("X-Forwarded-Host: evil", "X-Forwarded-For: 1.1.1.1", "Forwarded: host=evil", "Via: 1.1 x"),
    "an override": ("X-HTTP-Method-Override: DELETE", "X-Original-URL: /api/runs/delete"),
    "a body": ("Content-Type: application/json", "Content-Length: 0"),
    "latin": ("User-Agent: \xff\xfe", "Referer: \xe9", "Cookie: a=\xe9; ; =;"),
}


@pytest.mark.parametrize("what", HEADERS)
async def test_every_get_takes_any_header(client: Client, what: str) -> None:
    for path in GETS:
        expected, _ = await asked(client, "GET", filled(path))
        status, _ = await asked(client, "GET", filled(path), *HEADERS[what])
        assert status == expected, (path, status)


@pytest.mark.parametrize("what", HEADERS)
async def test_a_download_takes_any_header(client: Client, tmp_path: Path, what: str) -> None:
    folder = tmp_path / "data" / "files"
    folder.mkdir(parents=True)
    (folder / "x.csv").write_bytes(b"a,b\n1,2\n")
    status, body = await asked(client, "GET", "/api/files/download/x.csv", *HEADERS[what])
    refused = {"a huge range": (416, "range_not_satisfiable"), "tags": (412, "file_changed")}
    if what in refused:
        assert (status, json.loads(body)["detail"]["code"]) == refused[what]
    else:
        assert (status, body) == (200, b"a,b\n1,2\n")


async def test_every_path_answers_every_method(client: Client) -> None:
    for path in sorted({route.path for route in ROUTES}):
        ours = {route.method for route in ROUTES if route.path == path}
        for method in ("OPTIONS", "TRACE", "PROPFIND", "QUERY", "PUT", "PATCH"):
            if method not in ours:
                status, _ = await asked(client, method, filled(path), TOKEN_LINE)
                assert status in (404, 405, 400, 422), (method, path, status)


async def test_a_head_has_the_headers_of_its_get_and_no_body(client: Client) -> None:
    for path in GETS:
        async with dial(client.server) as wire:
            await wire.send(request(client.server, "HEAD", filled(path)) + request(client.server, "GET", filled(path)))
            head = (await wire.reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
            status, headers, body = await head_and_body(wire)
        assert int(head[0].split()[1]) == status, path
        told = {line.partition(b":")[0].lower(): line.partition(b":")[2].strip() for line in head[1:] if line}
        assert told[b"content-type"] == headers[b"content-type"], path
        assert is_coded(status, body)


BODIES = {
    "nothing": b"",
    "a space": b" ",
    "nul": b"\x00",
    "utf-16": '{"nodes": []}'.encode("utf-16"),
    "a mark": b"\xef\xbb\xbf{}",
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "infinity": b'{"nodes": [1e999], "inputs": {"n": -1e999}}',
    "many digits": b'{"graph": ' + b"1" * 5000 + b"}",
    "a long fraction": b'{"graph": 0.' + b"1" * 100_000 + b"}",
    "nan": b'{"graph": NaN}',
    "a key twice": b'{"graph": 1, "graph": 2}',
    "half a character": b'{"graph": "\\ud800"}',
    "half a key": b'{"\\udfff": 1}',
    "nul in a key": b'{"\\u0000": 1, "name": "\\u0000"}',
    "prototype": b'{"__proto__": {"a": 1}, "constructor": 1, "__class__": "x"}',
    "right to left": '{"name": "\u202egnp.exe", "nodes": []}'.encode(),
    "not utf-8": b'{"name": "\xff"}',
    "overlong": b'{"name": "\xc0\xaf"}',
    "html": b"<html>",
    "two values": b"{} {}",
    "a comment": b"{} // x",
    "many keys": b"{" + b",".join(b'"%d":0' % i for i in range(20_000)) + b"}",
}


@pytest.mark.parametrize("what", BODIES)
async def test_every_body_may_be_anything(client: Client, what: str) -> None:
    for path in POSTS:
        for route in (r for r in ROUTES if r.path == path and r.needs_token):
            await asked(client, route.method, filled(path), TOKEN_LINE, body=BODIES[what])


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/xml", "multipart/form-data; boundary=", "application/json; charset=utf-7", "///", ""],
)
async def test_every_body_is_json_whatever_it_is_called(client: Client, kind: str) -> None:
    for path in POSTS:
        for route in (r for r in ROUTES if r.path == path and r.needs_token):
            plain, _ = await asked(client, route.method, filled(path), TOKEN_LINE, body=b"[]")
            status, _ = await asked(client, route.method, filled(path), TOKEN_LINE, f"Content-Type: {kind}", body=b"[]")
            assert status == plain, path


CHUNKS = {
    "extensions": (b"2;a=b;c\r\n[]\r\n0\r\n\r\n", {400, 422}),
    "trailers": (b"2\r\n[]\r\n0\r\nX-Trailer: 1\r\n\r\n", {400, 422}),
    "leading zeros": (b"0002\r\n[]\r\n000\r\n\r\n", {400, 422}),
    "a huge size": (b"f" * 30 + b"\r\n[]", {400, 413}),
    "a negative size": (b"-2\r\n[]\r\n0\r\n\r\n", {400}),
    "a size with a sign": (b"+2\r\n[]\r\n0\r\n\r\n", {400}),
    "bare line feeds": (b"2\n[]\n0\n\n", {400}),
}


@pytest.mark.parametrize("what", CHUNKS)
async def test_odd_chunks_are_read_or_refused(client: Client, what: str) -> None:
    data, statuses = CHUNKS[what]
    async with dial(client.server) as wire:
        head = request(
            client.server, "POST", "/api/runs", TOKEN_LINE, "Transfer-Encoding: chunked", "Connection: close"
        )
        await wire.send(head + data)
        answer = await wire.to_end()
    status, body = int(answer.split()[1]), answer.partition(b"\r\n\r\n")[2]
    assert status in statuses, answer
    assert is_coded(status, body)
    assert (await client.get("/api/health")).status == 200
