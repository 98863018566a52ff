"""A database full of runs that were: for what has to stay quick, and readable, with thousands of them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from app.db import metric_rows, run_rows
from app.db.run_rows import NewRun
from tests.support.rows import opened

if TYPE_CHECKING:
    from pathlib import Path

    from app.db.connection import Tx

GRAPH = json.dumps({"name": "iris-mlp", "nodes": [{"id": "print", "type": "Print"}], "edges": []})
FAILED = json.dumps(
    {
        "code": "out_of_memory",
        "params": {"node_id": "loop", "node_type": "TrainingLoop", "device": "cpu", "digest": "tried 2.1 GiB"},
        "text": "The device ran out of memory.",
    }
)
STATUSES = ("succeeded", "succeeded", "failed", "succeeded", "cancelled", "succeeded", "interrupted", "succeeded")
GRAPHS = ("iris-mlp", "digits-cnn", "lstm-recall")
BEGIN = datetime(2026, 3, 1, 8, tzinfo=UTC)

END = (
    "UPDATE exec_runs SET status = ?, name = ?, graph_name = ?, tags = ?, error = ?, started_at = ?, finished_at = ?,"
    " final_metrics = ?, peak_memory = ?, keep = 1 WHERE id = ?"
)


CURVES = 300
"""The newest runs have points of their metrics, too."""

STEPS = 12


def fill(database: Path, count: int) -> None:
    """Store so many ended runs, `night 0` the oldest; they are marked `keep`, so that retention leaves them alone."""
    with opened(database) as db:

        def add(tx: Tx) -> None:
            for n in range(count):
                begin = BEGIN + timedelta(minutes=3 * n)
                run_id, status = f"{n:032x}", STATUSES[n % len(STATUSES)]
                tags = ["thesis"] if n % 10 == 0 else []
                error = FAILED if status == "failed" else None
                metrics = {"val_accuracy": 0.5 + (n % 997) / 2000, "train_loss": 1 / (1 + n % 50)}
                peak = [{"device": "cpu", "bytes": (1 + n % 9) * 10**8, "exact": True}]
                run_rows.insert(tx, NewRun(run_id, None, {"device": "cpu"}, "cpu", begin.isoformat(), "g", GRAPH))
                tx.execute(
                    END,
                    (
                        status,
                        f"night {n}",
                        GRAPHS[n % len(GRAPHS)],
                        json.dumps(tags),
                        error,
                        begin.isoformat(),
                        (begin + timedelta(seconds=7 + n % 300)).isoformat(),
                        json.dumps(metrics),
                        json.dumps(peak),
                        run_id,
                    ),
                )
                if n >= count - CURVES:
                    metric_rows.append(tx, points(run_id, begin, metrics))

        db.writer.do(add, patience_s=None).result(120)


def points(run_id: str, begin: datetime, last: dict[str, float]) -> list[metric_rows.MetricCells]:
    """A course of each metric that ends at its last value."""
    found: list[metric_rows.MetricCells] = []
    for name, value in last.items():
        for step in range(1, STEPS + 1):
            away = (STEPS / step - 1) * (0.05 if name == "train_loss" else -0.03)
            ts = (begin + timedelta(seconds=step)).isoformat()
            found.append((run_id, "loop", name, step, value + away, ts))
    return found
