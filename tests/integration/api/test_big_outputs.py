"""Large recorded outputs over HTTP: few at a time, and none for a client that has left."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.api.keys import BIG_ANSWERS
from app.core.vocab.errors import Unavailable
from app.engine import figures
from app.outputs.service import RecordedOutputs
from tests.support.rawhttp import dial, request
from tests.support.recorded import VALUES, graph, inspected, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OUTPUTS = "/api/execution/outputs"


@pytest.fixture(autouse=True)
def _values() -> Any:
    VALUES["large"] = lambda: torch.arange(5_000_000, dtype=torch.int32)
    yield
    VALUES.clear()


async def test_a_million_numbers_are_all_there(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, graph(a="large"))
        reply = await client.get(f"{OUTPUTS}/{run_id}/a/out?slice=7:5000000:5&max_elements=1000000")
        assert reply.json["values"] == list(range(7, 5_000_000, 5))
        assert (reply.json["min"], reply.json["max"]) == (7, 4_999_997)
        plain = json.dumps(reply.json, separators=(",", ":"))
        assert reply.body.decode() == plain


async def test_only_so_many_are_made_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, most = 0, 0
    go = asyncio.Event()
    real = RecordedOutputs.output

    async def output(self: RecordedOutputs, *asked: Any) -> Any:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await go.wait()
        found = await real(self, *asked)
        inside -= 1
        return found

    monkeypatch.setattr(RecordedOutputs, "output", output)
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, graph(a="large"))
        path = f"{OUTPUTS}/{run_id}/a/out"
        big = [asyncio.ensure_future(client.get(f"{path}?slice=:6000&max_elements=6000")) for _ in range(5)]
        small = asyncio.ensure_future(client.get(f"{path}?slice=0"))
        async with asyncio.timeout(20):
            while inside < BIG_ANSWERS + 1:
                await client.get("/api/health")
        assert most == BIG_ANSWERS + 1
        go.set()
        assert [len((await reply).json["values"]) for reply in big] == [6000] * 5
        assert (await small).json["values"] == 0
        assert most == BIG_ANSWERS + 1


async def test_figures_are_dropped_when_the_client_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, dropped, turn = threading.Event(), threading.Event(), threading.Event()

    def stats(value: Any, sampling: Any, is_unwanted: Callable[[], bool]) -> dict[str, Any]:
        begun.set()
        while not is_unwanted():
            turn.wait(0.001)
        dropped.set()
        raise Unavailable.of("question_dropped")

    monkeypatch.setattr(figures, "stats", stats)
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, graph(a="large"))
        async with dial(client.server) as wire:
            await wire.send(request(client.server, "GET", f"{OUTPUTS}/{run_id}/a/out/stats"))
            assert await asyncio.to_thread(begun.wait, 20)
            assert not dropped.is_set()
        assert await asyncio.to_thread(dropped.wait, 20)
        assert (await client.get(f"{OUTPUTS}/{run_id}")).status == 200
