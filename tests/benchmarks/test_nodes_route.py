"""GET /api/nodes and GET /api/health as a client on this machine sees them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from app.engine.registry import discover
from tests.support.bench import report
from tests.support.plane import make, serving
from tests.support.rawhttp import dial, request

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.plane import Client

TIMES = 300


async def _median_ms(client: Client, path: str, *headers: str) -> float:
    """Of one request after another on one connection, as a raw client measures it."""
    asked = request(client.server, "GET", path, *headers)
    taken = []
    async with dial(client.server) as wire:
        for _ in range(TIMES):
            begun = time.perf_counter()
            await wire.send(asked)
            await wire.answer()
            taken.append((time.perf_counter() - begun) * 1000)
    return sorted(taken)[TIMES // 2]


@pytest.mark.bench
async def test_node_list_and_health(tmp_path: Path) -> None:
    async with serving(make(tmp_path, catalog=discover().catalog)) as client:
        etag = (await client.get("/api/nodes")).headers["ETag"]
        health = await _median_ms(client, "/api/health")
        version = await _median_ms(client, "/api/version")
        nodes = await _median_ms(client, "/api/nodes")
        same = await _median_ms(client, "/api/nodes", f"If-None-Match: {etag}")
    peer = "GET /api/version, the smallest answer there is"
    report("GET /api/nodes", nodes, "ms", "2", nodes / version, peer)
    report("GET /api/nodes, 304", same, "ms", "2", same / version, peer)
    report("GET /api/health", health, "ms", "1", health / version, peer)
