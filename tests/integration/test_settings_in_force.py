"""What the settings of the run service do once they are in force."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from app.compose import rooms
from app.core.vocab.device import Inventory
from app.core.vocab.run import RunStatus
from app.runs.views import RunFilter
from app.settings import Settings
from tests.support.executors import SteeredExecutor
from tests.support.runs import GRAPH, ended

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.runs.service import RunService

CARDS = Inventory(cuda=2)
DEVICES = ["cuda:0", "cuda:0", "cuda:0", "cuda:1", "cuda:1", "cuda:1", "cpu", "cpu", "cpu", "cpu"]


@asynccontextmanager
async def _set(home: Path, executor: SteeredExecutor, **environ: Any) -> AsyncIterator[RunService]:
    """The run service as the program composes it, on a machine with two cards."""
    given = {f"CODEFYUI_{name}": str(value) for name, value in environ.items()}
    settings = Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(home), **given})
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rooms.Machine, "inventory", lambda self: CARDS)
        async with AsyncExitStack() as stack:
            runs = (await rooms.make_services(settings, "t" * 43, "b" * 32, stack)).runs
            runs._executor = executor  # composed with the real one; `start` hands it on
            await runs.start()
            stack.push_async_callback(runs.stop)
            stack.callback(executor.end_all)
            yield runs


async def _begun(service: RunService, executor: SteeredExecutor, devices: list[str]) -> dict[str, int]:
    """How many of these runs execute side by side, by device."""
    keys = {(await service.submit(GRAPH, {"device": device}, None)).run_id: device for device in devices}
    return {device: sum(keys[run_id] == device for run_id in executor.begun) for device in dict.fromkeys(devices)}


@pytest.mark.req("EA-090", "EA-091", "EA-092")
@pytest.mark.parametrize(
    ("environ", "together"),
    [
        ({}, {"cuda:0": 1, "cuda:1": 1, "cpu": 2}),
        ({"RUN_QUEUE_MAX_CONCURRENT_GPU": 2}, {"cuda:0": 2, "cuda:1": 2, "cpu": 2}),
        ({"RUN_QUEUE_MAX_CONCURRENT_CPU": 3}, {"cuda:0": 1, "cuda:1": 1, "cpu": 3}),
        ({"RUN_QUEUE_MAX_CONCURRENT": "cuda:0=2"}, {"cuda:0": 2, "cuda:1": 1, "cpu": 2}),
        ({"RUN_QUEUE_MAX_CONCURRENT": "cpu=1 cuda:1=3", "RUN_QUEUE_MAX_CONCURRENT_GPU": 2},
         {"cuda:0": 2, "cuda:1": 3, "cpu": 1}),
    ],
    ids=str,
)  # fmt: skip
async def test_limits_hold_per_device(tmp_path: Path, environ: dict[str, Any], together: dict[str, int]) -> None:
    executor = SteeredExecutor()
    async with _set(tmp_path, executor, **environ) as service:
        assert await _begun(service, executor, DEVICES) == together


@pytest.mark.req("EA-051")
async def test_a_small_cap_bounds_every_stored_payload(tmp_path: Path) -> None:
    sizes: dict[int, int] = {}
    for cap in (1024, 65536):
        executor = SteeredExecutor()
        async with _set(tmp_path / str(cap), executor, RUN_EVENT_PAYLOAD_CAP_BYTES=cap) as service:
            run_id = (await service.submit(GRAPH, {}, None)).run_id
            executor.requests[run_id].context.sinks.emit("node_status", {"node_id": "n", "error": "x" * 10**6})
            assert executor.requests[run_id].context.payload_cap_bytes == cap
            executor.end(run_id)
            await ended(service, run_id)
            stored = (await service.events(run_id, 1, 0, 1)).events[0].payload_json
            assert json.loads(stored)["node_id"] == "n"
            sizes[cap] = len(stored.encode())
    assert 1000 < sizes[1024] <= 1024
    assert 65500 < sizes[65536] <= 65536


@pytest.mark.parametrize(("environ", "limit"), [({}, 25_000_000), ({"MAX_IMAGE_PIXELS": 999}, 999)], ids=str)
async def test_nodes_are_told_how_large_a_picture_may_be(tmp_path: Path, environ: dict[str, Any], limit: int) -> None:
    executor = SteeredExecutor()
    async with _set(tmp_path, executor, **environ) as service:
        run_id = (await service.submit(GRAPH, {}, None)).run_id
        assert executor.requests[run_id].context.max_image_pixels == limit


@pytest.mark.req("RW-057")
@pytest.mark.parametrize(
    ("keep", "status", "error"), [("1", RunStatus.QUEUED, None), ("0", RunStatus.INTERRUPTED, "run_interrupted")]
)
async def test_waiting_runs_survive_a_restart_if_the_queue_is_kept(
    tmp_path: Path, keep: str, status: RunStatus, error: str | None
) -> None:
    async with _set(tmp_path, SteeredExecutor(), QUEUE_KEEP=keep) as service:
        await service.set_paused(True)
        runs = [(await service.submit(GRAPH, {}, None)).run_id for _ in range(3)]
    async with _set(tmp_path, SteeredExecutor(), QUEUE_KEEP=keep) as service:
        views = [await service.get(run_id) for run_id in runs]
        assert [view.row.status for view in views] == [status] * 3
        assert [view.row.error["code"] if view.row.error else None for view in views] == [error] * 3
        assert (await service.queue()).waiting == (runs if keep == "1" else [])


async def test_the_newest_runs_are_kept_as_many_as_set(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with _set(tmp_path, executor) as service:
        runs = [(await service.submit(GRAPH, {}, None)).run_id for _ in range(4)]
        for run_id in runs:
            await service.events(run_id, 0, 30, 1)
            executor.end(run_id)
            await ended(service, run_id)
    async with _set(tmp_path, SteeredExecutor(), RUN_RETENTION_KEEP_LAST=3) as service:
        assert [view.row.id for view in (await service.list_runs(RunFilter())).runs] == runs[:0:-1]


@pytest.mark.req("RW-301")
async def test_runs_find_their_files_where_the_settings_put_them(tmp_path: Path) -> None:
    share, home = tmp_path / "share", tmp_path / "home"
    executor = SteeredExecutor()
    names = {"files": "DATA_FILES_DIR", "images": "IMAGES_DIR", "models": "MODELS_DIR", "media": "MEDIA_DIR"}
    async with _set(home, executor, **{name: share / folder for folder, name in names.items()}) as service:
        run_id = (await service.submit(GRAPH, {}, None)).run_id
        folders = executor.requests[run_id].context.folders
        assert {folder: getattr(folders, folder) for folder in names} == {folder: share / folder for folder in names}
    assert (home / "codefyui.db").is_file()
    assert list(share.rglob("*.db*")) == []
