"""Who gets a socket, what closes it, and what does not."""

from __future__ import annotations

import asyncio
import contextlib
import json
import struct
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from app.api.keys import Limits
from app.settings import Settings
from tests.support.plane import TOKEN
from tests.support.rawhttp import WAIT_S, dial, until
from tests.support.sockets import LAST, Gate, Served, served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.support.rawhttp import Wire

from tests.support.graphs import graph, node

TINY = graph([node("go", "Start"), node("a", "Add", value=1)], "go > a")
WAITS = graph([node("go", "Start"), node("g", "Gate")], "go > g")
CAP = 4096


def capped(root: Path, **environ: str) -> dict[str, Any]:
    """Services with a small limit on messages."""
    return {"settings": Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(root), **environ})}


OWN = object()


@pytest.mark.parametrize(
    ("query", "headers", "code"),
    [
        (f"?token={TOKEN}", {}, None),
        ("", {"X-CodefyUI-Token": TOKEN}, None),
        (f"?token={TOKEN}", {"X-CodefyUI-Token": TOKEN}, 4401),  # said twice, it is not clear which one counts
        ("", {}, 4401),
        ("?token=", {}, 4401),
        ("?token=wrong", {}, 4401),
        (f"?token={TOKEN}x", {}, 4401),
        (f"?token={TOKEN}&token=x", {}, 4401),
        ("", {"X-CodefyUI-Token": "wrong"}, 4401),
        (f"?token={TOKEN}", {"Origin": "OWN"}, None),
        (f"?token={TOKEN}", {"Origin": "http://localhost:5173"}, None),
        (f"?token={TOKEN}", {"Origin": "https://evil.example"}, 4003),
        (f"?token={TOKEN}", {"Origin": "null"}, 4003),
        (f"?token={TOKEN}", {"Origin": ""}, 4003),
        ("?token=wrong", {"Origin": "https://evil.example"}, 4003),
    ],
)
async def test_who_gets_a_socket(tmp_path: Path, query: str, headers: dict[str, str], code: int | None) -> None:
    async with served(tmp_path) as server:
        if headers.get("Origin") == "OWN":
            headers = {"Origin": server.client.server.url}
        async with server.canvas(query, headers=headers) as canvas:
            if code is None:
                assert await canvas.ask("clear_cache") == {"type": "cache_cleared"}
            else:
                with contextlib.suppress(ConnectionError):  # what is said to a socket that closes is not read
                    await canvas.say("execute", **TINY)
                assert await canvas.closed() == code
        assert (await server.client.get("/api/runs")).json["total"] == 0


@pytest.mark.parametrize("token", [TOKEN, "wrong"])
async def test_a_foreign_host_gets_no_upgrade(tmp_path: Path, token: str) -> None:
    async with served(tmp_path) as server:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with server.canvas(f"?token={token}", headers={"Host": "evil.example", "Origin": "https://evil"}):
                raise AssertionError("it opened")
        assert refused.value.status == 421


async def test_a_plain_request_is_told_to_upgrade(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        reply = await server.client.get("/ws/execution")
        assert (reply.status, reply.code, reply.headers["Upgrade"]) == (426, "websocket_only", "websocket")
        broken = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "1"}
        reply = await server.client.get(f"/ws/execution?token={TOKEN}", headers=broken)
        assert (reply.status, reply.code) == (400, "bad_http")
        assert (await server.client.post("/ws/execution")).status == 405


async def test_a_message_at_the_limit_is_read_and_one_byte_more_closes_with_1009(tmp_path: Path) -> None:
    services = capped(tmp_path, CODEFYUI_WS_MAX_MESSAGE_BYTES=str(CAP))
    async with served(tmp_path, services=services) as server:
        bare = len(json.dumps({"action": "clear_cache", "pad": ""}))
        for size in (CAP - 1, CAP):
            async with server.canvas() as canvas:
                answer = await canvas.ask("clear_cache", pad="x" * (size - bare))
                assert answer == {"type": "cache_cleared"}
        async with server.canvas() as canvas:
            await canvas.say("clear_cache", pad="x" * (CAP + 1 - bare))
            assert await canvas.closed() == 1009


async def test_one_that_is_far_too_large_is_told_so_as_well_and_its_run_goes_on(tmp_path: Path) -> None:
    services = capped(tmp_path, CODEFYUI_MAX_RUN_BODY_BYTES=str(2**20))
    async with served(tmp_path, services=services) as server:
        async with server.canvas() as canvas:
            run_id = (await canvas.ask("execute", **WAITS))["run_id"]
            await canvas.until("node_status")
            await canvas.socket.send_str("x" * (24 * 2**20))
            assert await canvas.closed() == 1009
        async with server.canvas() as again:
            await again.ask("attach", run_id=run_id)
            Gate.opened.set()
            assert (await again.until(*LAST))[-1]["type"] == "execution_complete"


async def test_many_fragments_are_one_message_and_bounded_together(tmp_path: Path) -> None:
    services = capped(tmp_path, CODEFYUI_WS_MAX_MESSAGE_BYTES=str(CAP))
    async with served(tmp_path, services=services) as server:
        async with opened(server) as wire:
            text = b'{"action": "clear_cache"}'
            for at in range(len(text)):
                await wire.send(masked(text[at : at + 1], 0 if at else 1, is_last=at == len(text) - 1))
            assert await told(wire) == {"type": "cache_cleared"}
        async with opened(server) as wire:
            for at in range(CAP // 512 + 1):
                await wire.send(masked(b"x" * 512, 0 if at else 1, is_last=False))
            assert (await wire.to_end())[:4] == b"\x88\x02\x03\xf1"


async def test_binary_messages_are_refused_and_the_socket_stays(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        await canvas.socket.send_bytes(b'{"action": "clear_cache"}')
        assert (await canvas.next())["code"] == "message_not_text"
        await canvas.socket.send_bytes(b"\x00\xff" * 1000)
        assert (await canvas.next())["code"] == "message_not_text"
        assert await canvas.ask("clear_cache") == {"type": "cache_cleared"}


async def test_text_that_is_no_utf_8_is_refused_and_the_socket_stays(tmp_path: Path) -> None:
    async with served(tmp_path) as server, opened(server) as wire:
        await wire.send(masked(b'{"action": "\xff"}', 1))
        assert (await told(wire))["code"] == "json_not_utf8"
        await wire.send(masked(b'{"action": "clear_cache"}', 1))
        assert await told(wire) == {"type": "cache_cleared"}


async def test_a_client_s_ping_is_answered(tmp_path: Path) -> None:
    async with served(tmp_path) as server, opened(server) as wire:
        await wire.send(masked(b"hello", 9))
        assert await frame(wire) == (10, b"hello")


@pytest.mark.parametrize("sent", [b"\x81", b"\x81\xfe\x10", b"\x81\x85\x00\x00\x00\x00ab", b"\x01\x80\x00\x00\x00\x00"])
async def test_half_a_frame_holds_nothing_up_and_ends_with_its_connection(tmp_path: Path, sent: bytes) -> None:
    async with served(tmp_path) as server:
        async with opened(server) as wire, server.canvas() as canvas:
            await wire.send(sent)
            assert (await canvas.run(TINY))[-1]["type"] == "execution_complete"
        await until(lambda: not server.client.server.door.sockets)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\xc1\x80\x00\x00\x00\x00", 1002),  # a compressed frame that nobody agreed to
        (b"\x83\x80\x00\x00\x00\x00", 1002),  # an opcode that does not exist
        (b"\x09\x80\x00\x00\x00\x00", 1002),  # a ping in pieces
        (b"\x80\x80\x00\x00\x00\x00", 1002),  # the rest of nothing
        (b"\x81\xff" + b"\xff" * 8, 1009),  # eight exabytes
    ],
)
async def test_what_is_no_websocket_closes_it_with_its_code(tmp_path: Path, sent: bytes, code: int) -> None:
    async with served(tmp_path) as server, opened(server) as wire:
        await wire.send(sent)
        opcode, payload = await frame(wire)
        assert (opcode, struct.unpack("!H", payload[:2])[0]) == (8, code)


async def test_a_thousand_attaches_and_detaches_leave_one_follower_at_most(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        run_id = (await canvas.ask("execute", **WAITS))["run_id"]
        for _ in range(500):
            await canvas.say("attach", run_id=run_id, cursor=0)
            await canvas.say("detach")
        await canvas.say("attach", run_id=run_id, cursor=0)
        await canvas.say("clear_cache")
        frames = await canvas.until("cache_cleared")
        kinds = [f["type"] for f in frames]
        assert kinds.count("attached") == 501
        assert kinds.count("detached") == 501  # the run of the execute was left first
        Gate.opened.set()
        rest = await canvas.until(*LAST)
        last = max(at for at, kind in enumerate(kinds) if kind == "attached")
        seen = [f["cursor"] for f in [*frames[last + 1 :], *rest] if "cursor" in f]
        assert seen == list(range(1, seen[-1] + 1))
    await until(lambda: not asyncio.all_tasks() - {asyncio.current_task()})


async def test_a_server_that_leaves_says_1001_to_every_socket_promptly(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(served(tmp_path))
        quiet = await stack.enter_async_context(server.canvas())
        busy = await stack.enter_async_context(server.canvas())
        await quiet.ask("clear_cache")
        await busy.say("execute", **WAITS)
        await busy.until("node_status")
        # one that never answers a goodbye
        wire = await stack.enter_async_context(opened(server))
        stopping = asyncio.ensure_future(server.client.server.stop())
        assert await quiet.closed() == 1001
        assert await busy.closed() == 1001
        assert await frame(wire) == (8, b"\x03\xe9shutting_down")
        async with asyncio.timeout(3):
            await stopping
        Gate.opened.set()


async def test_a_reader_that_takes_nothing_is_cut_off_and_holds_no_more_than_a_page(tmp_path: Path) -> None:
    chatty = graph([node("go", "Start"), node("c", "Chatty", value=60_000)], "go > c")
    services = {"limits": Limits(write_s=0.4)}
    async with served(tmp_path, services=services) as server, server.canvas() as canvas:
        run_id = (await canvas.run(chatty))[0]["run_id"]
        async with opened(server) as wire:
            await wire.send(masked(json.dumps({"action": "attach", "run_id": run_id}).encode(), 1))
            await until(lambda: any(c.writing_paused for c in _connections(server)))
            [paused] = [c for c in _connections(server) if c.writing_paused]
            assert paused.transport is not None
            # a page, and the transport's own 64 KiB
            assert paused.transport.get_write_buffer_size() < 600_000
            await until(lambda: paused.transport is None)
        await until(lambda: len(server.client.server.door.sockets) == 1)
        assert await canvas.ask("clear_cache") == {"type": "cache_cleared"}


async def test_a_slow_reader_gets_every_event_once(tmp_path: Path) -> None:
    chatty = graph([node("go", "Start"), node("c", "Chatty", value=20_000)], "go > c")
    async with served(tmp_path) as server, server.canvas() as canvas:
        await canvas.say("execute", **chatty)
        await canvas.until("attached")
        await until(lambda: server.runs.active_count() == 0)
        frames = await canvas.until(*LAST)
        assert [frame["cursor"] for frame in frames] == list(range(1, len(frames) + 1))
        assert [frame["status"] for frame in frames if frame["type"] == "node_status"].count("progress") == 20_000


async def test_a_client_that_gives_no_sign_of_life_is_cut_off(tmp_path: Path) -> None:
    services = {"limits": Limits(ping_s=0.05, silence_s=0.3)}
    async with served(tmp_path, services=services) as server, server.canvas() as alive:
        reading = asyncio.ensure_future(alive.next())  # aiohttp's client answers pings while it reads
        for _ in range(3):
            async with opened(server) as dead:
                data = await dead.to_end()
                assert data.startswith(b"\x89\x00")
                assert set(data) == {0x89, 0}
        await alive.say("clear_cache")
        assert await reading == {"type": "cache_cleared"}


def _connections(server: Served) -> list[Any]:
    return list(server.client.server._runner.server.connections)  # type: ignore[union-attr] # it serves


@contextlib.asynccontextmanager
async def opened(server: Served) -> AsyncIterator[Wire]:
    """A socket without a library behind it."""
    async with dial(server.client.server) as wire:
        head = (
            f"GET /ws/execution?token={TOKEN} HTTP/1.1\r\nHost: 127.0.0.1:{server.client.server.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        await wire.send(head.encode())
        async with asyncio.timeout(WAIT_S):
            assert (await wire.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        yield wire


def masked(payload: bytes, opcode: int, is_last: bool = True) -> bytes:
    """A client's frame; a mask of zeros changes nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else struct.pack("!BH", 0xFE, size)
    return bytes([(0x80 if is_last else 0) | opcode]) + length + b"\x00" * 4 + payload


async def frame(wire: Wire) -> tuple[int, bytes]:
    """(opcode, payload) of the server's next frame."""
    async with asyncio.timeout(WAIT_S):
        first, size = await wire.reader.readexactly(2)
        if size == 126:
            [size] = struct.unpack("!H", await wire.reader.readexactly(2))
        return first & 0x0F, await wire.reader.readexactly(size)


async def told(wire: Wire) -> dict[str, Any]:
    """The server's next message."""
    opcode, payload = await frame(wire)
    assert opcode == 1
    message: dict[str, Any] = json.loads(payload)
    return message
