"""What the run service answers about runs: lists, events, console, artifacts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import NotFound, Refused
from app.engine.sinks import Artifact, MetricPoint
from app.runs.views import RunFilter
from tests.support.executors import SteeredExecutor
from tests.support.runs import GRAPH, ended, serving

if TYPE_CHECKING:
    from pathlib import Path

    from app.db.rows import MetricRow
    from app.runs.service import RunService

UNKNOWN = "f" * 32


async def _submit(service: RunService) -> str:
    return (await service.submit(GRAPH, {"device": "cpu"}, None)).run_id


async def test_lists_filter_sort_and_page(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        ids = [(await service.submit(GRAPH, {}, name)).run_id for name in ("Alpha", "beta 100%", None)]
        executor.end(ids[0])
        await ended(service, ids[0])
        await service.patch(ids[1], {"tags": ["good", "old"]})

        async def listed(**which: Any) -> list[int]:
            page = await service.list_runs(RunFilter(**which))
            found = [ids.index(run.row.id) for run in page.runs]
            assert page.total == len(found) or "limit" in which or "offset" in which
            return found

        assert await listed() == [2, 1, 0]
        assert await listed(sort="created_at") == [0, 1, 2]
        assert await listed(sort="-name") == [1, 0, 2]
        assert await listed(status=["succeeded"]) == [0]
        assert await listed(status=["running", "queued"]) == [2, 1]
        assert await listed(q="ALPHA") == [0]
        assert await listed(q="0%") == [1]
        assert await listed(q="_") == []
        assert await listed(q=ids[2][3:20]) == [2]
        assert await listed(q="\ud800") == []
        assert await listed(tag="good") == [1]
        assert await listed(tag="goo") == []
        assert await listed(graph="tiny") == [2, 1, 0]
        assert await listed(graph="other") == []
        assert await listed(worker="local") == [2, 1, 0]
        assert await listed(worker="box") == []
        assert await listed(limit=1, offset=1) == [1]
        assert await listed(offset=10**30) == []
        for which, code in (({"status": ["done"]}, "unknown_status"), ({"sort": "graph_snapshot"}, "unknown_sort")):
            with pytest.raises(Refused) as refused:
                await listed(**which)
            assert refused.value.reason.code == code


async def test_lists_group_and_sort_by_figures(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        ids = []
        for name, loss in (("tub", 0.5), ("tan", None), ("tub", 0.25), ("tan", 2.0)):
            ids.append((await service.submit({**GRAPH, "name": name}, {"device": "cpu"}, name)).run_id)
            if loss is not None:
                executor.requests[ids[-1]].context.sinks.record_metrics([MetricPoint("loss", loss, 1, "n")])
            executor.end(ids[-1])
            await ended(service, ids[-1])

        async def listed(**which: Any) -> list[int]:
            return [ids.index(run.row.id) for run in (await service.list_runs(RunFilter(**which))).runs]

        assert await listed(sort="metric:loss") == [2, 0, 3, 1]
        assert await listed(sort="-metric:loss") == [3, 0, 2, 1]
        assert await listed(sort='-metric:no"such') == [3, 2, 1, 0]
        assert sorted(await listed(sort="duration")) == [0, 1, 2, 3]
        assert await listed(group="graph") == [3, 1, 2, 0]
        assert await listed(group="graph", sort="metric:loss", limit=2, offset=1) == [1, 2]
        assert await listed(group="graph", closed=["tan"]) == [2, 0]
        assert await listed(group="worker", closed=["local"]) == []
        assert len(await listed(group="worker", closed=["box"])) == 4
        page = await service.list_runs(RunFilter(group="graph", closed=["tan"]))
        assert (page.total, page.groups) == (4, [("tan", 2), ("tub", 2)])
        page = await service.list_runs(RunFilter(group="graph", q="tub"))
        assert page.groups == [("tub", 2)]
        page = await service.list_runs(RunFilter(group="graph"))
        assert page.groups == [("tan", 2), ("tub", 2)]
        assert (await service.list_runs(RunFilter(group="worker"))).groups == [(None, 4)]
        assert (await service.list_runs(RunFilter())).groups == []
        assert await listed(since="2999-01-01T00:00:00") == []
        assert len(await listed(since="2001-01-01T00:00:00")) == 4


async def test_facets_count_what_runs_have_and_curves_come_by_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        one, two = [await _submit(service) for _ in range(2)]
        await service.patch(one, {"tags": ["old", "good"]})
        await service.patch(two, {"tags": ["good"]})
        for step, value in enumerate((3.0, float("nan"), 1.0)):
            executor.requests[one].context.sinks.record_metrics([MetricPoint("loss", value, step, "n")])
        executor.requests[one].context.sinks.record_metrics([MetricPoint("many", n % 7, n, "n") for n in range(100)])
        for run_id in (one, two):
            executor.end(run_id)
            await ended(service, run_id)
        facets = await service.reading.facets()
        assert facets.tags == [("good", 2), ("old", 1)]
        assert (facets.graphs, facets.workers) == ([("tiny", 2)], [(None, 2)])
        found, rest = await service.reading.series([two, one, one, UNKNOWN], "loss", 10)
        assert rest == []
        assert {run_id: [(row.step, row.value) for row in rows] for run_id, rows in found.items()} == {
            one: [(0, 3.0), (1, None), (2, 1.0)]
        }
        thin, _ = await service.reading.series([one], "many", 10)
        assert [thin[one][0].step, len(thin[one]), thin[one][-1].step] == [0, 10, 99]
        monkeypatch.setattr("app.runs.reading.MAX_LOOKED_AT", 50)
        assert (await service.reading.series([one, two], "many", 10))[1] == [two]
        with pytest.raises(NotFound):
            await service.reading.series(["x"], "loss", 10)


@pytest.mark.req("EA-056")
async def test_events_are_paged_by_count_and_bytes_and_never_skip(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, response_cap_bytes=3000) as service:
        run_id = await _submit(service)
        sinks = executor.requests[run_id].context.sinks
        for n in range(20):
            sinks.emit("node_status", {"n": n, "x": "y" * (900 if n != 7 else 9000)})
        executor.end(run_id)
        seen, sizes, cursor = [], [], 0
        while True:
            page = await service.events(run_id, cursor, 30, 4)
            if not page.events:
                break
            seen += [event.cursor for event in page.events]
            sizes.append((len(page.events), sum(len(event.payload_json) for event in page.events)))
            cursor = page.cursor
        assert seen == list(range(1, 23))
        assert max(count for count, _ in sizes) <= 4
        assert [size for _, size in sizes if size > 3000] == [9000 + len('{"n":7,"x":""}')]
        end = await service.events(run_id, 22, 0, 4)
        assert (end.events, end.cursor, end.active) == ([], 22, False)
        assert (await service.events(run_id, -5, 0, 1)).events[0].cursor == 1
        assert (await service.events(run_id, 10**30, 0, 1)).events == []


async def test_a_long_poll_wakes_with_the_next_event_and_at_the_stop(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        run_id = await _submit(service)
        await service.events(run_id, 0, 30, 1)
        polls = [asyncio.ensure_future(service.events(run_id, 1, 60, 9)) for _ in range(50)]
        await asyncio.to_thread(executor.requests[run_id].context.sinks.emit, "node_status", {"a": 1})
        for page in await asyncio.gather(*polls):
            assert [event.cursor for event in page.events] == [2]
        late = asyncio.ensure_future(service.events(run_id, 2, 60, 9))
        await service.events(run_id, 0, 0, 1)
        await service.stop(0.0)
        assert (await late).events == []


async def test_the_console_is_followed_to_its_end(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        run_id = await _submit(service)
        empty = await service.console(run_id, 0, 100, 0)
        assert (empty.text, empty.offset, empty.end) == ("", 0, False)
        waiting = asyncio.ensure_future(service.console(run_id, 0, 100, 60))
        await service.console(run_id, 0, 100, 0)
        executor.requests[run_id].console("資料\n")
        page = await waiting
        assert (page.text, page.offset, page.end) == ("資料\n", 7, False)
        assert [(one.line, one.before) for one in page.times] == [(0, 2)]  # behind execution_start, before what follows
        assert (tmp_path / "data" / "runs" / run_id / "output.log").read_text() == "資料\n"
        last = asyncio.ensure_future(service.console(run_id, 7, 100, 60))
        await service.console(run_id, 7, 100, 0)
        executor.end(run_id)
        end = await last
        assert (end.text, end.offset, end.end) == ("", 7, True)


async def test_artifacts_by_kind(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor) as service:
        run_id = await _submit(service)
        sinks = executor.requests[run_id].context.sinks
        for kind in ("checkpoint", "image", "checkpoint"):
            sinks.record_artifact(Artifact(kind, f"/x/{kind}", "n"))
        executor.end(run_id)
        await ended(service, run_id)
        every = await service.artifacts(run_id, None)
        assert [(a.id, a.kind) for a in every.artifacts] == [(1, "checkpoint"), (2, "image"), (3, "checkpoint")]
        assert [a.id for a in (await service.artifacts(run_id, "image")).artifacts] == [2]
        for asking in (service.artifacts(UNKNOWN, None), service.metrics(UNKNOWN, None, None)):
            with pytest.raises(NotFound):
                await asking


@pytest.mark.parametrize("max_points", [None, 4])
async def test_metrics_are_paged_by_bytes_and_never_skip(tmp_path: Path, max_points: int | None) -> None:
    executor = SteeredExecutor()
    async with serving(tmp_path, executor, response_cap_bytes=1000) as service:
        run_id = await _submit(service)
        sinks = executor.requests[run_id].context.sinks
        for step in range(20):
            for name in ("loss", "acc:1", "acc"):
                for node in ("a", "b"):
                    sinks.record_metrics([MetricPoint(name, step * 1.5, step, node)])
        executor.end(run_id)
        await ended(service, run_id)
        whole = [(p.name, p.step, p.node_id) for p in await _all_points(service, run_id, max_points)]
        assert whole == sorted(whole)
        kept = {(name, node): [s for n, s, m in whole if (n, m) == (name, node)] for name, _, node in whole}
        assert len(kept) == 6
        wanted = list(range(20)) if max_points is None else [0, 1, 18, 19]
        assert set(map(tuple, kept.values())) == {tuple(wanted)}


async def _all_points(service: RunService, run_id: str, max_points: int | None) -> list[MetricRow]:
    found: list[MetricRow] = []
    after, pages = "", 0
    while True:
        page = await service.metrics(run_id, None, max_points, after)
        assert page.names == ["acc", "acc:1", "loss"]
        found += page.metrics
        pages += 1
        if page.next is None:
            assert pages >= 2
            return found
        after = page.next
