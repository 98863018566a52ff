"""Every example the way a user runs it: `cdui run` against a server, and what its `expects` promises."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.server_process import REPO, environment, server

if TYPE_CHECKING:
    from tests.support.server_process import Running

EXAMPLES = REPO / "assets" / "examples"
FILES = sorted(EXAMPLES.rglob("*.json"))
DIGITS_MIN = 0.97
"""The share of digits that the convolutional example has to read; it may promise more, never less."""


def shortfalls(expects: dict[str, Any], points: list[dict[str, Any]], artifacts: list[dict[str, Any]]) -> list[str]:
    """What an example's `expects` promises and its run did not do."""
    found = []
    for name, promises in expects["metrics"].items():
        for promise in promises if isinstance(promises, list) else [promises]:
            found += _misses(name, promise, points)
    for kind, count in expects.get("artifacts", {}).items():
        files = [a["path"] for a in artifacts if a["kind"] == kind]
        if len(files) != count:
            found.append(f"{len(files)} files of kind {kind} instead of {count}")
        found += [f"{path} is not there" for path in files if not _holds_something(Path(path))]
    return found


def _misses(name: str, promise: dict[str, Any], points: list[dict[str, Any]]) -> list[str]:
    """Where the last value of a series is outside of what one promise says."""
    last = {
        p["node_id"]: p["value"]
        for p in points
        if p["name"] == name and p["node_id"] == promise.get("node", p["node_id"])
    }
    if not last:
        return [f"no series {name}"]
    least, most = promise.get("min", -math.inf), promise.get("max", math.inf)
    return [
        f"{name} of {node}: {value} is not within {least} and {most}"
        for node, value in last.items()
        if value is None or not least <= value <= most
    ]


def _holds_something(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


def _ended(running: Running, file: Path) -> dict[str, Any]:
    """The row of the run that the command line made of a file."""
    done = subprocess.run(
        [sys.executable, "-m", "app", "run", str(file), "--json"],
        cwd=REPO,
        env=environment(running.home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    _, listed = running.ask("GET", "/api/runs")
    (row,) = listed["runs"]
    assert isinstance(row, dict)
    return row


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_does_what_it_promises(tmp_path: Path, file: Path) -> None:
    graph = json.loads(file.read_text("utf-8"))
    with server(tmp_path) as running:
        row = _ended(running, file)
        assert row["status"] == "succeeded"
        assert {key: row["options"][key] for key in ("device", "seed")} == graph["settings"]
        _, metrics = running.ask("GET", f"/api/runs/{row['id']}/metrics")
        _, written = running.ask("GET", f"/api/runs/{row['id']}/artifacts")
        running.signal()
        assert running.ended()[0] == 0
    assert shortfalls(graph["expects"], metrics["metrics"], written["artifacts"]) == []


def test_there_are_examples_and_the_digits_promise_enough() -> None:
    assert {
        *("classical-comparison", "digits-cnn", "gradients", "iris-mlp", "knn-vs-tree", "lr-schedules"),
        *("function", "lstm-sequence", "map-folder", "resume", "transformer-encoder", "two-branches"),
    } <= {file.stem for file in FILES}
    expects = json.loads((EXAMPLES / "digits-cnn.json").read_text("utf-8"))["expects"]
    assert expects["metrics"]["val_accuracy"]["min"] >= DIGITS_MIN
    assert expects["artifacts"] == {"checkpoint": 1}


def test_what_falls_short_is_named(tmp_path: Path) -> None:
    promises = [{"node": "a", "max": 0.5}, {"node": "b", "min": 0.9}, {"node": "c", "min": 0.0}]
    metrics = {"acc": {"min": 0.9}, "loss": promises, "lr": {"min": 0.1, "max": 0.2}}
    empty = tmp_path / "empty.pt"
    empty.touch()
    rows = [
        *(("a", "acc", 0.95), ("a", "acc", 0.89), ("b", "acc", None)),
        *(("a", "loss", 0.75), ("b", "loss", 0.9)),
        *(("a", "lr", 0.1), ("b", "lr", 0.2), ("c", "lr", 0.25)),
    ]
    points: list[dict[str, Any]] = [{"node_id": node, "name": name, "value": value} for node, name, value in rows]
    expects = {"metrics": metrics, "artifacts": {"checkpoint": 1}}
    assert shortfalls(expects, points, [{"kind": "checkpoint", "path": str(empty)}]) == [
        "acc of a: 0.89 is not within 0.9 and inf",
        "acc of b: None is not within 0.9 and inf",
        "loss of a: 0.75 is not within -inf and 0.5",
        "no series loss",
        "lr of c: 0.25 is not within 0.1 and 0.2",
        f"{empty} is not there",
    ]
    assert shortfalls({**expects, "metrics": {}}, [], []) == ["0 files of kind checkpoint instead of 1"]
