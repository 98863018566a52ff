"""The run service on a real database: what is refused or changed late in a run's life."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import Conflict, NotFound, Refused, Unavailable
from app.runs.views import RunFilter
from tests.support.executors import SteeredExecutor
from tests.support.runs import GRAPH, ended, serving

if TYPE_CHECKING:
    from pathlib import Path

    from app.runs.service import RunService

UNKNOWN = "f" * 32


async def _submit(service: RunService, **options: Any) -> str:
    return (await service.submit(GRAPH, {"device": "cpu", **options}, None)).run_id


@pytest.mark.parametrize(("lane", "code"), [("night", "queue_full"), ("interactive", "interactive_busy")])
async def test_requeue_needs_room_for_all(tmp_path: Path, lane: str, code: str) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, max_waiting_runs=2, interactive_limit=2) as service:
        one = (await service.submit(GRAPH, {"lane": lane}, None)).run_id
        executor.end(one)
        await ended(service, one)
        await service.set_paused(True)
        with pytest.raises(Unavailable) as full:
            await service.requeue([one] * 3)
        assert full.value.reason.code == code
        assert (await service.list_runs(RunFilter())).total == 1
        assert service.active_count() == 0
        again = await service.requeue([one] * 2)
        assert (await service.queue()).waiting == again


async def test_requeue_of_a_run_that_goes_away_meanwhile_submits_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        one, two = await _submit(service), await _submit(service)
        executor.end_all()
        await ended(service, one)
        await ended(service, two)
        deleting: list[asyncio.Future[list[str]]] = []
        real = service._intake.accept_again

        async def accept(*given: Any) -> Any:
            if len(deleting) == 0:
                deleting.append(asyncio.ensure_future(service.delete([one])))
                await deleting[0]
            return await real(*given)

        monkeypatch.setattr(service._intake, "accept_again", accept)  # between the check and the storing
        with pytest.raises(NotFound):
            await service.requeue([one, two])
        assert [run.row.id for run in (await service.list_runs(RunFilter())).runs] == [two]


async def test_patch_and_delete(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        one, two = await _submit(service), await _submit(service)
        view = await service.patch(one, {"name": " new ", "tags": ["x"], "keep": True})
        assert (view.row.name, view.row.tags, view.row.keep) == ("new", ("x",), True)
        assert (await service.patch(one, {"name": ""})).row.name is None
        assert (await service.patch(one, {})).row.tags == ("x",)
        for changes, code in (
            ({"name": 5}, "bad_name"),
            ({"tags": "x"}, "bad_tags"),
            ({"keep": 1}, "bad_keep"),
            ({"status": "succeeded"}, "unknown_change"),
        ):
            with pytest.raises(Refused) as refused:
                await service.patch(one, changes)
            assert refused.value.reason.code == code
        with pytest.raises(NotFound):
            await service.patch(UNKNOWN, {})
        executor.end(one)
        await ended(service, one)
        with pytest.raises(Conflict) as active:
            await service.delete([one, two])
        assert active.value.reason.params == {"run_id": two}
        with pytest.raises(NotFound):
            await service.delete([one, UNKNOWN])
        assert (await service.list_runs(RunFilter())).total == 2
        assert await service.delete([one, one]) == [one]
        for asking in (service.get, service.graph_text):
            with pytest.raises(NotFound):
                await asking(one)
        with pytest.raises(NotFound):
            await service.events(one, 0, 0, 1)


async def test_retention_runs_at_the_end_of_runs_and_at_the_start(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, keep_last=2) as service:
        ids = []
        for _ in range(4):
            ids.append(await _submit(service))
            executor.end(ids[-1])
            await ended(service, ids[-1])
        while (await service.list_runs(RunFilter())).total > 2:
            await asyncio.to_thread(lambda: None)
        assert [run.row.id for run in (await service.list_runs(RunFilter())).runs] == ids[:1:-1]
        await service.patch(ids[2], {"keep": True})
    async with serving(tmp_path, keep_last=0) as service:
        assert [run.row.id for run in (await service.list_runs(RunFilter())).runs] == [ids[2]]
