"""Both run services tell of every change of a run and of the queue, after it can be read."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest_asyncio

from app.compose import rooms
from app.settings import Settings
from tests.contract.test_run_routes import GRAPH
from tests.support.fake_runs import FakeRuns
from tests.support.plane import TOKEN, Client, make, serving
from tests.support.sockets import Canvas

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    import pytest


@pytest_asyncio.fixture(params=["fake", "real"])
async def client(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Client]:
    """Runs end by themselves, in the fake at once."""
    async with AsyncExitStack() as stack:
        if request.param == "fake":
            services = make(tmp_path, runs=FakeRuns(auto=True))
        else:
            settings = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(tmp_path)})
            services = await rooms.make_services(settings, TOKEN, "b" * 32, stack)
            await services.runs.start()
            stack.push_async_callback(services.runs.stop)
        yield await stack.enter_async_context(serving(services))


async def told(socket: Canvas, is_so: Callable[[], Any]) -> Any:
    """Wait to be told until `is_so` answers something true; nothing is asked without having been told."""
    while True:
        assert (await socket.next())["type"] == "runs_changed"
        if answer := await is_so():
            return answer


async def test_every_change_is_told_after_it_can_be_read(client: Client) -> None:
    async def ask(path: str) -> Any:
        return (await client.get(path)).json

    url = f"{client.server.url}/ws/execution?token={TOKEN}"
    async with client.session.ws_connect(url) as opened:
        socket = Canvas(opened)
        assert (await socket.ask("watch"))["ended"] == []

        run_id = (await client.post("/api/runs", {"graph": GRAPH, "name": "first"})).json["run_id"]
        path = f"/api/runs/{run_id}"
        await told(socket, lambda: _when(ask(path), lambda row: row["status"] == "succeeded"))
        while run_id not in socket.told[-1]["ended"]:
            await socket.next()
        # retirement and the sweep after it are changes, too: from here on one at a time
        await _quiet(socket)

        await client.ask("PATCH", path, json={"name": "second"})
        await told(socket, lambda: _when(ask(path), lambda row: row["name"] == "second"))
        await client.post("/api/queue/pause", {})
        await told(socket, lambda: _when(ask("/api/queue"), lambda queue: queue["paused"]))
        await client.post("/api/queue/resume", {})
        await told(socket, lambda: _when(ask("/api/queue"), lambda queue: not queue["paused"]))
        await client.post("/api/runs/delete", {"run_ids": [run_id]})
        await told(socket, lambda: _when(ask("/api/runs"), lambda page: page["total"] == 0))
        changed = [frame for frame in socket.told if frame["type"] == "runs_changed"]
        assert len({frame["version"] for frame in changed}) == len(changed)
        assert [one for frame in changed for one in frame["ended"]] == [run_id]
        assert changed[-1]["rows"]


async def _when(answer: Any, is_so: Callable[[Any], bool]) -> bool:
    return is_so(await answer)


async def _quiet(socket: Canvas) -> None:
    """Watch anew: what has happened so far is in the answer."""
    assert (await socket.ask("unwatch"))["type"] in ("unwatched", "runs_changed")
    if socket.told[-1]["type"] != "unwatched":
        await socket.until("unwatched")
    assert (await socket.ask("watch"))["type"] == "watching"
