"""What recorded runs hold stays within its limit, through the whole server, and every part of it can be read."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import psutil

from app.compose import rooms
from app.settings import Settings
from tests.support.plane import TOKEN, Client, serving
from tests.support.recorded import ended, graph, submit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

MIB = 2**20
OUTPUTS = "/api/execution/outputs"

NODES = '''
from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node

WORDS = Text("for tests", "測試用")


class Memory(Node):
    """Memory of a size: untouched pages, which cost nothing, or ones that were written to."""

    SPEC = NodeSpec("Memory", "Test", WORDS, "記憶體", (), (PortSpec("out", DataType.ANY, WORDS),
        PortSpec("view", DataType.ANY, WORDS)),
        (ParamSpec("mib", ParamType.INT, 1, WORDS), ParamSpec("touched", ParamType.BOOL, False, WORDS)))

    def execute(self, inputs, params, context):
        import torch

        made = torch.empty(params["mib"] * 2**18)
        if params["touched"]:
            made.fill_(1.0)
        return {"out": made, "view": made[: 2**18].reshape(512, 512)}
'''


@asynccontextmanager
async def _server(home: Path, **environ: Any) -> AsyncIterator[Client]:
    settings = Settings.from_env(
        {"CODEFYUI_USER_DATA_DIR": str(home), **{f"CODEFYUI_{name}": str(value) for name, value in environ.items()}}
    )
    settings.custom_nodes_dir.mkdir(parents=True, exist_ok=True)
    (settings.custom_nodes_dir / "memory.py").write_text(NODES, "utf-8")
    async with AsyncExitStack() as stack:
        services = await rooms.make_services(settings, TOKEN, "b" * 32, stack)
        await services.runs.start()
        stack.push_async_callback(services.runs.stop)
        yield await stack.enter_async_context(serving(services))


async def _run(client: Client, mib: int, touched: bool) -> str:
    run_id = await submit(client, graph(m=("Memory", {"mib": mib, "touched": touched})))
    assert [event["type"] for event in await ended(client, run_id)][-1] == "execution_complete"
    return run_id


async def _store(client: Client) -> dict[str, int]:
    figures: dict[str, int] = (await client.get("/api/health")).json["caches"]["run_output_store"]
    return figures


def _resident() -> int:
    return int(psutil.Process().memory_info().rss)


async def test_beyond_two_gib_whole_runs_leave_and_the_rest_answers(tmp_path: Path) -> None:
    async with _server(tmp_path) as client:
        await _run(client, 1, touched=False)  # what is loaded at first use is not what is measured
        before = _resident()
        ids = [await _run(client, 250, touched=False) for _ in range(12)]
        store = await _store(client)
        assert store == {"runs": 8, "max_runs": 20, "bytes": 8 * 250 * MIB, "max_bytes": 2048 * MIB}
        for run_id in ids[:4]:
            for path in ("", "/m/out", "/m/view/stats"):
                reply = await client.get(f"{OUTPUTS}/{run_id}{path}")
                assert (reply.status, reply.code) == (404, "outputs_evicted")
        for run_id in ids[4:]:
            rows = (await client.get(f"{OUTPUTS}/{run_id}")).json
            assert [row["full_shape"] for row in rows] == [[250 * 2**18], [512, 512]]
            part = (await client.get(f"{OUTPUTS}/{run_id}/m/out?slice=-4:")).json
            assert (part["sliced_shape"], part["truncated"]) == ([4], True)
        figures = (await client.get(f"{OUTPUTS}/{ids[-1]}/m/out/stats")).json
        assert (figures["count"], figures["sampled"]) == (250 * 2**18, True)
        assert _resident() - before < 500 * MIB
        too_large = await _run(client, 2049, touched=False)
        assert (await client.get(f"{OUTPUTS}/{too_large}")).code == "outputs_too_large"
        assert (await _store(client))["bytes"] == 8 * 250 * MIB


async def test_memory_that_is_really_used_is_given_back(tmp_path: Path) -> None:
    async with _server(tmp_path, RUN_OUTPUT_STORE_MAX_MB=300) as client:
        await _run(client, 1, touched=True)
        before = _resident()
        ids = [await _run(client, 90, touched=True) for _ in range(12)]
        assert (await _store(client))["bytes"] == 3 * 90 * MIB
        assert _resident() - before < (300 + 150) * MIB
        figures = (await client.get(f"{OUTPUTS}/{ids[-1]}/m/out/stats")).json
        assert (figures["mean"], figures["std"], figures["zero_frac"]) == (1.0, 0.0, 0.0)
        for run_id in ids:
            await client.ask("DELETE", f"{OUTPUTS}/{run_id}")
        assert (await _store(client))["bytes"] == 0
        assert _resident() - before < 150 * MIB
