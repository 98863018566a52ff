"""Clients that no library would imitate: each gets its documented answer, others are served meanwhile."""

from __future__ import annotations

import asyncio
import json
import os
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from app.api.keys import Limits
from app.db.rows import ArtifactRow, EventRow
from tests.support.fake_runs import FakeRuns
from tests.support.plane import TOKEN, Client, make, serving
from tests.support.rawhttp import dial, request, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

TOKEN_LINE = f"X-CodefyUI-Token: {TOKEN}"


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    limits = Limits(header_s=0.3, body_idle_s=0.3, body_total_s=1.0, linger_s=0.2)
    async with serving(make(tmp_path, limits=limits)) as made:
        yield made


GARBAGE = {
    "binary": b"\x00\xff\xfe\r\n\r\n",
    "tls hello": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 64,
    "version": b"GET / HTTP/9.9\r\n\r\n",
    "method": b"BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "long target": b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: 1\r\n" % i for i in range(500)) + b"\r\n",
    "long header": b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
    "nul in target": b"GET /api/nodes/\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
    "negative length": b"POST /api/runs HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    "length and chunks": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0",
    "folded header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n",
    "header without colon": b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
}


@pytest.mark.parametrize("what", GARBAGE)
async def test_what_is_no_http_is_400_coded_and_closed(client: Client, what: str) -> None:
    async with dial(client.server) as wire:
        await wire.send(GARBAGE[what])
        answer = await wire.to_end()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split()[1] == b"400", answer
    assert json.loads(body)["detail"]["code"] == "bad_http"
    assert b"\r\nX-Content-Type-Options: nosniff\r\n" in head
    assert b"\r\nCache-Control: no-store\r\n" in head
    assert (await client.get("/api/health")).status == 200


async def test_a_lie_in_a_chunk_is_400(client: Client) -> None:
    async with dial(client.server) as wire:
        await wire.send(
            request(client.server, "POST", "/api/runs", TOKEN_LINE, "Transfer-Encoding: chunked") + b"zz\r\n"
        )
        answer = await wire.to_end()
    assert answer.split()[1] == b"400"


async def test_a_lie_in_a_later_chunk_ends_the_body(client: Client) -> None:
    async with dial(client.server) as wire:
        await wire.send(
            request(client.server, "POST", "/api/runs", TOKEN_LINE, "Transfer-Encoding: chunked") + b"1\r\n"
        )
        await until(lambda: client.server.door.in_flight > 0)
        await wire.send(b"{\r\nzz\r\n")
        answer = await wire.to_end()
    assert answer.split()[1] == b"408"
    assert (await client.get("/api/health")).status == 200


async def test_a_client_that_leaves_within_a_body_leaves_no_trace(client: Client) -> None:
    async with dial(client.server) as wire:
        await wire.send(request(client.server, "POST", "/api/runs", TOKEN_LINE, "Content-Length: 50") + b"{")
        await until(lambda: client.server.door.in_flight > 0)
    await until(lambda: client.server.door.in_flight == 0)
    assert (await client.get("/api/runs")).json["total"] == 0


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: loc"])
async def test_a_half_open_client_is_closed_and_others_are_served(client: Client, sent: bytes) -> None:
    async with dial(client.server) as wire:
        await wire.send(sent)
        assert (await client.get("/api/health")).status == 200
        assert await wire.to_end() == b""


async def test_a_client_that_drips_its_headers_is_closed_all_the_same(client: Client) -> None:
    async with dial(client.server) as wire:
        ended = asyncio.ensure_future(wire.to_end())
        await wire.send(b"GET / HTTP/1.1\r\n")
        while not ended.done():
            await wire.send(b"X: 1\r\n")
            await asyncio.wait({ended}, timeout=0.02)
        assert ended.result() == b""


async def test_a_body_that_stops_arriving_is_408(client: Client) -> None:
    async with dial(client.server) as wire:
        await wire.send(request(client.server, "POST", "/api/runs", TOKEN_LINE, "Content-Length: 50") + b'{"a"')
        answer = await wire.to_end()
    assert answer.split()[1] == b"408"
    assert b"body_too_slow" in answer


async def test_a_body_that_drips_for_ever_is_408(client: Client) -> None:
    async with dial(client.server) as wire:
        await wire.send(request(client.server, "POST", "/api/runs", TOKEN_LINE, "Content-Length: 5000000"))
        ended = asyncio.ensure_future(wire.to_end())
        while not ended.done():
            await wire.send(b" ")
            await asyncio.wait({ended}, timeout=0.02)
        assert ended.result().split()[1] == b"408"


@pytest.mark.parametrize("what", ["download", "events"])
async def test_a_client_that_reads_nothing_of_its_answer_is_cut_off(tmp_path: Path, what: str) -> None:
    runs = FakeRuns()
    (tmp_path / "big.bin").touch()
    os.truncate(tmp_path / "big.bin", 256 * 2**20)
    services = make(tmp_path, runs=runs, limits=Limits(write_s=0.2))
    async with serving(services) as client:
        run_id = (await client.post("/api/runs", {"graph": {"nodes": []}})).json["run_id"]
        runs.runs[run_id].artifacts.append(ArtifactRow(1, "file", str(tmp_path / "big.bin"), "n", {}, "t"))
        runs.runs[run_id].events += [EventRow(n, "node_status", f'"{"x" * 2**20}"', "t") for n in range(1, 60)]
        paths = {"download": "artifacts/1/download", "events": "events?limit=2000"}
        asked = request(client.server, "GET", f"/api/runs/{run_id}/{paths[what]}")
        open_before = client.server.connections()
        async with dial(client.server) as wire:
            await wire.send(asked)
            await until(lambda: client.server.connections() > open_before)
            await until(lambda: client.server.connections() == open_before)
        assert client.server.door.in_flight == 0
        async with client.session.get(f"{client.server.url}/api/runs/{run_id}/{paths[what]}") as reply:
            size = 0
            async for piece in reply.content.iter_chunked(2**20):
                size += len(piece)
        assert size > 59 * 2**20


async def test_a_refused_body_is_not_waited_for(client: Client) -> None:
    async with dial(client.server) as wire:
        await wire.send(request(client.server, "POST", "/api/runs", TOKEN_LINE, f"Content-Length: {64 * 2**20 + 1}"))
        status, body = await wire.answer()
    assert (status, json.loads(body)["detail"]["params"]) == (413, {"limit_bytes": 64 * 2**20})


async def test_continue_is_said_only_after_the_guards(client: Client) -> None:
    expect = "Expect: 100-continue"
    async with dial(client.server) as wire:
        await wire.send(request(client.server, "POST", "/api/runs", TOKEN_LINE, expect, "Content-Length: 2"))
        assert await wire.answer() == (100, b"")
        await wire.send(b"{}")
        assert (await wire.answer())[0] == 422
    async with dial(client.server) as wire:
        await wire.send(request(client.server, "POST", "/api/runs", expect, "Content-Length: 2"))
        assert (await wire.answer())[0] == 403


async def test_pipelined_requests_are_answered_in_order(client: Client) -> None:
    async with dial(client.server) as wire:
        await wire.send(b"".join(request(client.server, "GET", f"/api/nodes/n{i}") for i in range(50)))
        for i in range(50):
            status, body = await wire.answer()
            assert (status, json.loads(body)["detail"]["params"]) == (404, {"name": f"n{i}"})


async def test_garbage_after_an_answered_request_is_400(client: Client) -> None:
    async with dial(client.server) as wire:
        await wire.send(request(client.server, "GET", "/api/version"))
        assert (await wire.answer())[0] == 200
        await wire.send(b"\x00\x01garbage\r\n\r\n")
        assert (await wire.to_end()).split()[1] == b"400"


PATHS = [
    "/api/nodes/..%2f..%2fetc%2fpasswd",
    "/api/nodes/%00",
    "/api/nodes/%ff%fe",
    "/api/nodes/" + "%E4%B8%AD" * 85,
    "/api/nodes/" + "a" * 255,
    "/api/nodes/..%5c..%5cwindows",
    "/api/nodes/%F0%9F%98%80",
    "/api/presets/%2e%2e%2f",
    "/api/runs/..%2f..%2f",
    "/../../etc/passwd",
    "/api/../../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "//etc/passwd",
    "/api/runs/x/artifacts/..%2f1/download",
    "/api/runs/x/artifacts/-1/download",
    "/api/runs/x/artifacts/99999999999999999999999/download",
    "/api/runs/x/artifacts/%D9%A1/download",
]


@pytest.mark.parametrize("path", PATHS)
async def test_path_tricks_are_404(client: Client, path: str) -> None:
    async with dial(client.server) as wire:
        await wire.send(request(client.server, "GET", path))
        status, body = await wire.answer()
    assert status == 404
    assert json.loads(body)["detail"]["code"].endswith(("not_found", "not_found_path"))


QUERIES = [
    "/api/runs?limit=-1",
    "/api/runs?limit=501",
    "/api/runs?limit=99999999999999999999999999",
    "/api/runs?limit=nan",
    "/api/runs?limit=1e2",
    "/api/runs?limit=",
    "/api/runs?limit=%00",
    "/api/runs?limit=1&limit=2",
    "/api/runs?offset=-1",
    "/api/runs?offset=1e400",
    "/api/runs?sort=" + "a" * 300,
    "/api/runs?" + "&".join(["status=queued"] * 21),
    "/api/runs/{id}/events?wait=nan",
    "/api/runs/{id}/events?wait=inf",
    "/api/runs/{id}/events?wait=-1",
    "/api/runs/{id}/events?wait=61",
    "/api/runs/{id}/events?cursor=-1",
    "/api/runs/{id}/events?cursor=1.5",
    "/api/runs/{id}/events?limit=0",
    "/api/runs/{id}/events?limit=2001",
    "/api/runs/{id}/events?cursor=" + "9" * 5000,
    "/api/runs/{id}/metrics?format=xml",
    "/api/runs/{id}/metrics?max_points=1",
    "/api/runs/{id}/console?offset=x",
    "/api/examples/load",
    "/api/examples/load?path=",
]


@pytest.mark.parametrize("path", QUERIES)
async def test_query_values_of_the_wrong_kind_are_422(client: Client, path: str) -> None:
    reply = await client.get(path.replace("{id}", "0" * 32))
    assert (reply.status, reply.code) == (422, "invalid_request")
    assert reply.json["detail"]["params"]["fields"][0]["path"].startswith("query.")


BODIES: list[tuple[Any, int]] = [
    ({}, 422),
    ([], 422),
    (None, 422),
    ("graph", 422),
    ({"graph": {"nodes": []}, "name": 3}, 422),
    ({"graph": {"nodes": []}, "options": []}, 422),
    ({"graph": {"nodes": []}, "option": {}}, 422),
    ({"graph": {"nodes": []}, "surprise": 1}, 422),
]


@pytest.mark.parametrize(("body", "status"), BODIES, ids=repr)
async def test_bodies_of_the_wrong_shape_are_422(client: Client, body: Any, status: int) -> None:
    reply = await client.ask("POST", "/api/runs", data=json.dumps(body))
    assert (reply.status, reply.code) == (status, "invalid_request")


async def test_many_long_polls_wait_at_once_and_all_wake(tmp_path: Path) -> None:
    runs = FakeRuns()
    async with serving(make(tmp_path, runs=runs)) as client:
        run_id = (await client.post("/api/runs", {"graph": {"nodes": []}})).json["run_id"]
        polls = [asyncio.ensure_future(client.get(f"/api/runs/{run_id}/events?cursor=1&wait=60")) for _ in range(90)]
        async with runs.poll_changed:
            await runs.poll_changed.wait_for(lambda: runs.waiting_polls == 90)
        assert (await client.get("/api/health")).status == 200
        await runs.append(run_id, "node_status", {"node_id": "n", "status": "running"})
        replies = await asyncio.gather(*polls)
        assert {reply.json["cursor"] for reply in replies} == {2}


async def test_a_long_poll_whose_client_leaves_ends(tmp_path: Path) -> None:
    runs = FakeRuns()
    async with serving(make(tmp_path, runs=runs)) as client:
        run_id = (await client.post("/api/runs", {"graph": {"nodes": []}})).json["run_id"]
        async with dial(client.server) as wire:
            await wire.send(request(client.server, "GET", f"/api/runs/{run_id}/events?cursor=1&wait=60"))
            async with runs.poll_changed:
                await runs.poll_changed.wait_for(lambda: runs.waiting_polls == 1)
        async with asyncio.timeout(20), runs.poll_changed:
            await runs.poll_changed.wait_for(lambda: runs.waiting_polls == 0)


async def test_a_submit_whose_client_leaves_is_finished(tmp_path: Path) -> None:
    entered, go, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    class Slow(FakeRuns):
        async def submit(self, graph: Any, options: Any, name: str | None, *more: Any, **named: Any) -> Any:
            entered.set()
            await go.wait()
            made = await super().submit(graph, options, name, *more, **named)
            done.set()
            return made

    async with serving(make(tmp_path, runs=Slow())) as client:
        async with dial(client.server) as wire:
            body = b'{"graph": {"nodes": []}}'
            await wire.send(request(client.server, "POST", "/api/runs", TOKEN_LINE, body=body))
            await entered.wait()
        await until(lambda: client.server.door.in_flight == 0)
        go.set()
        async with asyncio.timeout(20):
            await done.wait()
        assert (await client.get("/api/runs")).json["total"] == 1


async def test_a_stop_ends_long_polls_at_once(tmp_path: Path) -> None:
    runs = FakeRuns()
    async with serving(make(tmp_path, runs=runs)) as client:
        run_id = (await client.post("/api/runs", {"graph": {"nodes": []}})).json["run_id"]
        async with dial(client.server) as wire:
            await wire.send(request(client.server, "GET", f"/api/runs/{run_id}/events?cursor=1&wait=60"))
            async with runs.poll_changed:
                await runs.poll_changed.wait_for(lambda: runs.waiting_polls == 1)
            await client.server.stop()
            assert runs.waiting_polls == 0
