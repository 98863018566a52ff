"""No legal request keeps the loop, or the interpreter, to itself: others are served meanwhile.

What is measured is CPU time of this process between two turns of the loop, which other processes on the machine do not
add to. The peer is one call of the standard library's scanner on a large body: 20 MiB hold everybody for a quarter of a
second, which is what this product must not do.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.compose.plane import Plane
from app.core.vocab.run import RunStatus
from app.db import event_rows, run_rows
from app.db.run_rows import NewRun, RunEnd
from app.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

SHARE = 0.35
"""Of the peer. One that parsed the body in one call would be above 1, as would one freeing it at once; one search
through all of its text is at 0.2, to free what was made of it on the way to a prepared graph at 0.4."""

_CLIENT = """
import http.client, sys, urllib.parse
url, method, path, token = sys.argv[1:]
at = urllib.parse.urlsplit(url)
link = http.client.HTTPConnection(at.hostname, at.port, timeout=100)
link.request(method, path, sys.stdin.buffer.read() or None, {"X-CodefyUI-Token": token})
reply = link.getresponse()
sys.stdout.buffer.write(b"%d " % reply.status + reply.read())
"""


def trigger(target: str) -> dict[str, Any]:
    return {"source": "s", "sourceHandle": "trigger", "target": target, "targetHandle": "", "type": "trigger"}


def many_edges(count: int) -> dict[str, Any]:
    """Two nodes and very many wires between them."""
    nodes = [{"id": "s", "type": "Start"}, {"id": "a", "type": "TensorCreate"}, {"id": "b", "type": "Print"}]
    wire = {"source": "a", "sourceHandle": "tensor", "target": "b", "targetHandle": "value"}
    return {"name": "wires", "nodes": nodes, "edges": [trigger("a"), *({**wire, "id": str(n)} for n in range(count))]}


def nine_cards() -> dict[str, Any]:
    """A body of 400 kB that becomes 90,000 nodes."""
    inner = [{"id": f"n{n}", "type": "TensorCreate", "params": {}} for n in range(10_000)]
    cards = [{"id": f"c{n}", "type": "preset:P"} for n in range(9)]
    return {
        "nodes": [{"id": "s", "type": "Start"}, *cards],
        "edges": [trigger(f"c{n}") for n in range(9)],
        "presets": [{"preset_name": "P", "nodes": inner, "edges": []}],
    }


BODY = json.dumps({"graph": many_edges(250_000)}).encode()
assert len(BODY) > 20 * 2**20


class Watched:
    """A served plane, a client in a process of its own, and the longest hold of each request."""

    def __init__(self, plane: Plane, url: str, token: str, most_s: float) -> None:
        self.plane, self._url, self._token, self._most_s = plane, url, token, most_s
        self._longest_s = 0.0
        self._beaten = asyncio.Event()

    async def beat(self) -> None:
        while True:
            before = time.process_time()
            await asyncio.sleep(0.001)  # the wait is what is measured
            self._longest_s = max(self._longest_s, time.process_time() - before)
            self._beaten.set()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[float, int, Any]:
        """(longest hold in seconds of CPU, status, JSON).

        What only reads is asked again, up to twice, where the hold was too long: other threads' work between two beats
        is counted with it, so that a busy machine makes one hold look longer, and never all three.
        """
        held, status, answer = await self._ask_once(method, path, body)
        for _ in range(2 if method == "GET" else 0):
            if held <= self._most_s:
                break
            held = min(held, (await self._ask_once(method, path, body))[0])
        return held, status, answer

    async def _ask_once(self, method: str, path: str, body: Any) -> tuple[float, int, Any]:
        client = await asyncio.create_subprocess_exec(
            sys.executable, "-S", "-c", _CLIENT, self._url, method, path, self._token, stdin=-1, stdout=-1
        )
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        self._beaten.clear()
        await self._beaten.wait()  # what this very test did is over
        self._longest_s = 0.0
        answer, _ = await client.communicate(data)
        held = self._longest_s
        status, _, text = answer.partition(b" ")
        return held, int(status), await asyncio.to_thread(json.loads, text)


@asynccontextmanager
async def watched(home: Path, peer_s: float) -> AsyncIterator[Watched]:
    plane = Plane(Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(home)}))
    info = await plane.start("127.0.0.1", 0)
    made = Watched(plane, info.url, (home / "session.token").read_text(), SHARE * peer_s)
    gc.collect()
    gc.freeze()  # as a server does: what was there before it served is not looked at again
    beating = asyncio.ensure_future(made.beat())
    try:
        assert (await made.ask("POST", "/api/queue/pause"))[1] == 200  # nothing executes beside what is measured
        yield made
    finally:
        beating.cancel()
        gc.unfreeze()
        await plane.stop()


@pytest.fixture(scope="module")
def peer_s() -> float:
    """CPU seconds that the scanner holds everybody for 20 MiB."""

    def once() -> float:
        before = time.thread_time()
        json.loads(BODY)
        return time.thread_time() - before

    return min(once() for _ in range(3))


def free(held_s: dict[str, float], peer_s: float) -> None:
    too_long = {name: round(value / peer_s, 2) for name, value in held_s.items() if value > SHARE * peer_s}
    assert not too_long, f"the loop was held, in shares of one json.loads: {too_long}"


async def test_submissions(tmp_path: Path, peer_s: float) -> None:
    held: dict[str, float] = {}
    async with watched(tmp_path, peer_s) as plane:
        held["300,000 wires"], status, _ = await plane.ask("POST", "/api/runs", BODY)
        assert status == 200
        held["nine cards of 10,000"], status, done = await plane.ask("POST", "/api/runs", {"graph": nine_cards()})
        assert status == 200
        held["many options"], status, _ = await plane.ask(
            "POST", "/api/runs", {"graph": 1, "options": {str(n): n for n in range(500_000)}}
        )
        assert status == 422
        held["graph"], status, graph = await plane.ask("GET", f"/api/runs/{done['run_id']}/graph")
        assert graph == nine_cards()
    free(held, peer_s)


async def test_graph_files(tmp_path: Path, peer_s: float) -> None:
    held: dict[str, float] = {}
    graph = many_edges(60_000)
    async with watched(tmp_path, peer_s) as plane:
        held["validate"], status, verdict = await plane.ask("POST", "/api/graph/validate", graph)
        assert verdict["valid"] is True
        held["save"], status, _ = await plane.ask("POST", "/api/graph/save", graph)
        assert status == 200
        held["load"], _, loaded = await plane.ask("GET", "/api/graph/load/wires")
        assert loaded == graph
        held["list"], _, listed = await plane.ask("GET", "/api/graph/list")
        assert [row["name"] for row in listed] == ["wires"]
    free(held, peer_s)


async def test_requeue_of_a_hundred(tmp_path: Path, peer_s: float) -> None:
    async with watched(tmp_path, peer_s) as plane:
        _, _, one = await plane.ask("POST", "/api/runs", {"graph": many_edges(2000)})
        held, status, done = await plane.ask("POST", "/api/runs/requeue", {"run_ids": [one["run_id"]] * 100})
        assert status == 200
        assert len(set(done["run_ids"])) == 100
    free({"requeue": held}, peer_s)


def _rows(plane: Plane) -> Sequence[str]:
    """500 finished runs with much to tell, the last with 4 MiB of events."""
    assert plane.services
    database = plane.services.runs._db
    ids = [f"{n:032x}" for n in range(500)]
    series = {f"series {n}": n / 7 for n in range(200)}
    facts = {f"fact {n}": "x" * 100 for n in range(50)}

    def insert(tx: Any) -> None:
        for run_id in ids:
            run_rows.insert(tx, NewRun(run_id, None, {"seed": 1}, "cpu", "2026-01-01T00:00:00Z", "g", "{}"))
            run_rows.mark_ended(tx, run_id, RunEnd(RunStatus.SUCCEEDED, "t", None, facts), 40, series)
        event_rows.append(tx, [(ids[-1], n, "node_status", json.dumps("y" * 100_000), "t") for n in range(1, 41)])

    database.writer.do(insert).result()
    return ids


async def test_reading(tmp_path: Path, peer_s: float) -> None:
    held: dict[str, float] = {}
    async with watched(tmp_path, peer_s) as plane:
        last = (await asyncio.to_thread(_rows, plane.plane))[-1]
        folder = tmp_path / "data" / "runs" / last
        folder.mkdir(parents=True)
        (folder / "output.log").write_text("printed\n" * 300_000)
        held["runs"], _, page = await plane.ask("GET", "/api/runs?limit=500")
        assert len(page["runs"]) == 500
        assert len(page["runs"][0]["final_metrics"]) == 200
        held["events"], _, events = await plane.ask("GET", f"/api/runs/{last}/events?limit=2000")
        assert len(events["events"]) == 40
        held["console"], _, console = await plane.ask("GET", f"/api/runs/{last}/console?limit=4194304")
        assert len(console["text"]) == 2**20
    free(held, peer_s)


async def test_recorded_outputs(tmp_path: Path, peer_s: float) -> None:
    held: dict[str, float] = {}
    values = {
        "square": torch.randn(1000, 1000),
        "odd": torch.full((1000, 1000), float("nan")),
        "column": torch.randn(1_000_000, 1),
        "complex": torch.randn(1_000_000, dtype=torch.complex64),
        "labels": torch.arange(4_000_000),
        "text": "x" * 1_000_000,
    }
    async with watched(tmp_path, peer_s) as plane:
        assert plane.plane.services
        _, _, done = await plane.ask("POST", "/api/runs", {"graph": many_edges(1)})
        run_id = done["run_id"]
        stores = plane.plane.services.runs._executor._stores  # type: ignore[attr-defined] # of this process
        stores.outputs.begin(run_id)
        stores.outputs.record(run_id, "n", values)
        for name in values.keys() - {"labels"}:
            path = f"/api/execution/outputs/{run_id}/n/{name}?max_elements=1000000"
            held[name], status, _ = await plane.ask("GET", path)
            assert status == 200, name
        path = f"/api/execution/outputs/{run_id}/n/labels/stats"
        held["figures"], status, figures = await plane.ask("GET", path)
        assert (status, figures["count"]) == (200, 4_000_000)
    free(held, peer_s)
