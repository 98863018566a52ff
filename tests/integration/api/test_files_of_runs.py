"""Metrics as files, artifacts as downloads."""

from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from app.db.rows import ArtifactRow, MetricRow
from tests.support.fake_runs import NOW, FakeRuns
from tests.support.plane import Client, make, serving

if TYPE_CHECKING:
    from pathlib import Path


async def run_with(client: Client, runs: FakeRuns, **lists: Any) -> str:
    """Submit a run and give it metrics or artifacts."""
    run_id = str((await client.post("/api/runs", {"graph": {"nodes": []}})).json["run_id"])
    for name, rows in lists.items():
        getattr(runs.runs[run_id], name).extend(rows)
    return run_id


def artifact(path: Path, number: int = 1, **changes: Any) -> ArtifactRow:
    return replace(ArtifactRow(number, "checkpoint", str(path), "n", {"epoch": 1}, NOW), **changes)


async def test_metrics_leave_as_strict_json_and_as_csv_that_no_spreadsheet_runs(tmp_path: Path) -> None:
    runs = FakeRuns()
    rows = [
        MetricRow("n1", "=cmd|' /C calc'!A0", 1, 0.1, NOW),
        MetricRow("@n", "loss", 1, None, NOW),
        MetricRow("n,2", 'lo"ss', 2, 1e-30, NOW),
    ]
    async with serving(make(tmp_path, runs=runs)) as client:
        run_id = await run_with(client, runs, metrics=rows)
        points = (await client.get(f"/api/runs/{run_id}/metrics")).json["metrics"]
        assert [p["value"] for p in points] == [0.1, 1e-30, None]
        reply = await client.get(f"/api/runs/{run_id}/metrics?format=csv")
    assert reply.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert reply.headers["Content-Disposition"] == f'attachment; filename="metrics-{run_id}.csv"'
    assert reply.body.startswith(b"\xef\xbb\xbf")
    read = list(csv.reader(io.StringIO(reply.body.decode("utf-8-sig"))))
    assert read == [
        ["run_id", "node_id", "name", "step", "value", "ts"],
        [run_id, "n1", "'=cmd|' /C calc'!A0", "1", "0.1", NOW],
        [run_id, "n,2", 'lo"ss', "2", "1e-30", NOW],
        [run_id, "'@n", "loss", "1", "", NOW],
    ]


async def test_metrics_of_many_points_come_in_pages_and_a_csv_in_one_piece(tmp_path: Path) -> None:
    runs = FakeRuns()
    runs.points_a_page = 1500
    rows = [MetricRow("n", "loss", step, 0.5, NOW) for step in range(4000)]
    async with serving(make(tmp_path, runs=runs)) as client:
        run_id = await run_with(client, runs, metrics=rows)
        steps: list[int] = []
        after: str | None = ""
        pages = 0
        while after is not None:
            page = (await client.get(f"/api/runs/{run_id}/metrics?after={after}")).json
            steps += [p["step"] for p in page["metrics"]]
            after, pages = page["next"], pages + 1
        assert (steps, pages) == (list(range(4000)), 3)
        reply = await client.get(f"/api/runs/{run_id}/metrics?format=csv")
        head = await client.ask("HEAD", f"/api/runs/{run_id}/metrics?format=csv", token=None)
        assert (await client.get(f"/api/runs/{run_id}/metrics?after=x")).status == 422
    table = list(csv.reader(io.StringIO(reply.body.decode("utf-8-sig"))))
    assert [row[3] for row in table] == ["step", *map(str, range(4000))]
    assert (head.status, head.body) == (200, b"")
    for answer in (reply, head):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"


async def test_max_points_and_name_are_passed_on(tmp_path: Path) -> None:
    runs = FakeRuns()
    rows = [MetricRow("n", name, step, 1.0, NOW) for name in ("a", "b") for step in range(5)]
    async with serving(make(tmp_path, runs=runs)) as client:
        run_id = await run_with(client, runs, metrics=rows)
        page = (await client.get(f"/api/runs/{run_id}/metrics?name=b&max_points=2")).json
    assert (page["names"], [(p["name"], p["step"]) for p in page["metrics"]]) == (["a", "b"], [("b", 0), ("b", 1)])


NAMES = ["model.pt", "John's (1) été.pt", "張量.pt", "a;b, c%41.pt", "x" * 250]


@pytest.mark.parametrize("name", NAMES)
async def test_a_download_has_the_bytes_and_the_name(tmp_path: Path, name: str) -> None:
    from tests.unit.api.test_disposition import read

    runs = FakeRuns()
    data = os.urandom(100_000)
    (tmp_path / name).write_bytes(data)
    async with serving(make(tmp_path, runs=runs)) as client:
        run_id = await run_with(client, runs, artifacts=[artifact(tmp_path / name)])
        (row,) = (await client.get(f"/api/runs/{run_id}/artifacts")).json["artifacts"]
        reply = await client.get(row["download"])
    assert (reply.status, reply.body, row["size_bytes"], row["state"]) == (200, data, 100_000, "there")
    assert read(reply.headers["Content-Disposition"]) == name


@pytest.mark.parametrize(
    ("asked", "status", "part"),
    [
        ("bytes=0-0", 206, slice(0, 1)),
        ("bytes=10-19", 206, slice(10, 20)),
        ("bytes=990-", 206, slice(990, None)),
        ("bytes=-5", 206, slice(-5, None)),
        ("bytes=0-99999", 206, slice(0, None)),
        ("bytes=1000-", 416, None),
        ("bytes=0-99999999999999999999", 206, slice(0, None)),
        ("bytes=-0", 416, None),
        ("bytes=5-2", 200, slice(None)),
        ("bytes=a-b", 200, slice(None)),
        ("bytes=-", 200, slice(None)),
        ("bytes=", 200, slice(None)),
        ("lines=1-2", 200, slice(None)),
        ("bytes=0-1,5-6", 200, slice(None)),
    ],
)
async def test_ranges(tmp_path: Path, asked: str, status: int, part: slice | None) -> None:
    runs = FakeRuns()
    data = bytes(i % 251 for i in range(1000))
    (tmp_path / "f.bin").write_bytes(data)
    async with serving(make(tmp_path, runs=runs)) as client:
        run_id = await run_with(client, runs, artifacts=[artifact(tmp_path / "f.bin")])
        url = f"{client.server.url}/api/runs/{run_id}/artifacts/1/download"
        async with client.session.get(url, headers={"Range": asked}) as reply:
            body = await reply.read()
    assert reply.status == status
    if part is not None:
        assert body == data[part]
        assert reply.headers["Content-Type"] == "application/octet-stream"
    else:
        assert json.loads(body)["detail"]["code"] == "range_not_satisfiable"
        assert reply.headers["Content-Range"] == "bytes */1000"


async def test_a_packed_neighbour_is_never_sent_in_its_place(tmp_path: Path) -> None:
    runs = FakeRuns()
    (tmp_path / "f.pt").write_bytes(b"real")
    (tmp_path / "f.pt.gz").write_bytes(b"other")
    async with serving(make(tmp_path, runs=runs)) as client:
        run_id = await run_with(client, runs, artifacts=[artifact(tmp_path / "f.pt")])
        reply = await client.get(f"/api/runs/{run_id}/artifacts/1/download", headers={"Accept-Encoding": "gzip, br"})
    assert (reply.body, reply.headers.get("Content-Encoding")) == (b"real", None)


async def test_only_files_inside_the_folders_of_runs_are_served(tmp_path: Path) -> None:
    runs = FakeRuns()
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret").write_text("secret")
    (inside / "link").symlink_to(outside / "secret")
    (inside / "folder").mkdir()
    os.mkfifo(inside / "pipe")
    rows = [
        artifact(outside / "secret", 1),
        artifact(inside / "link", 2),
        artifact(inside / ".." / "out" / "secret", 3),
        artifact(inside / "folder", 4),
        artifact(inside / "gone", 5),
        artifact(inside / "pipe", 6),
        artifact(inside / "gone", 7, backend="s3"),
    ]
    async with serving(make(tmp_path, runs=runs, download_folders=(inside,))) as client:
        run_id = await run_with(client, runs, artifacts=rows)
        listed = (await client.get(f"/api/runs/{run_id}/artifacts")).json["artifacts"]
        assert [row["download"] is None for row in listed] == [False] * 6 + [True]
        assert [row["size_bytes"] for row in listed] == [None] * 7  # not even the size of what is outside
        assert [row["state"] for row in listed] == [*["elsewhere"] * 3, "folder", "gone", "gone", "elsewhere"]
        found = [await client.get(f"/api/runs/{run_id}/artifacts/{n}/download") for n in range(1, 9)]
    assert [(reply.status, reply.code) for reply in found] == [
        (404, "artifact_elsewhere"),
        (404, "artifact_elsewhere"),
        (404, "artifact_elsewhere"),
        (409, "artifact_is_folder"),
        (404, "artifact_gone"),
        (404, "artifact_gone"),
        (404, "artifact_elsewhere"),
        (404, "artifact_not_found"),
    ]
    assert not any(b"secret" in reply.body and reply.status == 200 for reply in found)


async def test_a_log_is_a_text_file_with_what_events_say_and_what_was_printed(tmp_path: Path) -> None:
    runs = FakeRuns()
    progress = {"output_kind": "progress", "progress": {"epoch": 1}}
    said = {"output_kind": "text", "text": "one\ntwo"}
    events: list[tuple[str, Any]] = [
        ("node_status", {"node_id": "n", "status": "progress", "outputs": [progress, said]}),
        ("metric", {"points": [{"name": "l", "value": None, "step": 2, "node_id": "n"}]}),
        ("run_warning", {"kind": "node_retry", "text": "Wird wiederholt: \u00e9"}),
        *[("artifact", {"node_id": "n", "path": "/x"})] * 4000,
        ("execution_error", {"error": "Out."}),
    ]
    async with serving(make(tmp_path, runs=runs)) as client:
        run_id = await run_with(client, runs)
        for kind, payload in events:
            await runs.append(run_id, kind, payload)
        runs.runs[run_id].console = "printed\n" + "x" * 3_000_000
        reply = await client.get(f"/api/runs/{run_id}/log")
        head = await client.ask("HEAD", f"/api/runs/{run_id}/log", token=None)
    assert reply.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert reply.headers["Content-Disposition"] == f'attachment; filename="run-{run_id}.log"'
    told, printed = reply.body.decode().split("\n\n")
    lines = told.split("\n")
    assert lines[:6] == [
        f"{NOW}  execution_start",
        f'{NOW}  node_status  n  progress  {{"epoch": 1}}',
        f"{NOW}  node_status  n  progress  one",
        f"{NOW}  node_status  n  progress  two",
        f"{NOW}  metric  l None (step 2, n)",
        f"{NOW}  run_warning  node_retry  Wird wiederholt: \u00e9",
    ]
    assert (len(lines), lines[-1]) == (4007, f"{NOW}  execution_error  Out.")
    assert printed == runs.runs[run_id].console
    assert (head.status, head.body) == (200, b"")
