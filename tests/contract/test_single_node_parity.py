"""A run that names no worker is what it always was: queue key, executor, events. The stored list is the measure.

tests/golden/single-node-parity.json is what the first release records. It is changed by hand, in a commit of its own
that says why; nothing here writes it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from app.engine.registry import discover
from app.runs import eventlog
from app.runs.executors.inprocess import InProcessExecutor
from tests.support.runs import ended, serving

if TYPE_CHECKING:
    from pathlib import Path

KEYS = ("node_id", "container_id", "status", "kind", "code", "reason")


class Noting(InProcessExecutor):
    """Counts what it is given."""

    given = 0

    def execute(self, request: Any, done: Any) -> None:
        self.given += 1
        super().execute(request, done)


def _shape(kind: str, payload: dict[str, Any] | None) -> list[Any]:
    """[type, what of KEYS is there, names of outputs]: everything of an event but values, which machines round."""
    told = {key: (payload or {})[key] for key in KEYS if key in (payload or {})}
    outputs = [entry["output_kind"] for entry in (payload or {}).get("outputs", [])]
    return [kind, told, outputs]


@pytest.mark.req("DN-004", "EA-046")
@pytest.mark.parametrize("target", [None, {}, {"worker": "local"}], ids=json.dumps)
async def test_queue_key_and_events_are_the_stored_ones(
    tmp_path: Path, repo: Path, target: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eventlog, "METRIC_FLUSH_S", 3600.0)  # metrics flushed by count and at the end, not by the clock
    stored = json.loads((repo / "tests" / "golden" / "single-node-parity.json").read_text("utf-8"))
    graph = json.loads((repo / "assets" / "examples" / "knn-vs-tree.json").read_text("utf-8"))
    registry = discover()
    executor = Noting(registry)
    async with serving(tmp_path, executor, registry) as service:
        options = {"device": "cpu", "seed": 7, "target": target}
        run_id = (await service.submit(graph, options, None)).run_id
        await ended(service, run_id)
        row = (await service.get(run_id)).row
        events = (await service.events(run_id, 0, 0, 2000)).events
    shown = [_shape(event.type, json.loads(event.payload_json)) for event in events]
    assert {"queue_key": row.queue_key, "worker_id": row.worker_id, "events": shown} == stored
    assert executor.given == 1
