"""The example of a graph as a function, and the one that maps a preset, as a user would use them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.registry import discover
from app.engine.runner import run_graph
from app.library.assets import examples_folder, presets_folder
from app.library.presets import installed
from tests.support.nodes import RecordingSinks, run_context
from tests.support.server_process import server

if TYPE_CHECKING:
    from pathlib import Path

FLOWERS = [[6.7, 3.1, 5.6, 2.4], [5.0, 3.4, 1.5, 0.2], [6.0, 2.7, 5.1, 1.6]]


def example(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((examples_folder() / f"{name}.json").read_text("utf-8"))
    return document


def test_flowers_go_in_and_what_scikit_learn_says_comes_out(tmp_path: Path) -> None:
    x, y = load_iris(return_X_y=True)
    names = load_iris().target_names[y].tolist()
    x_train, x_test, y_train, y_test = train_test_split(
        x.astype("float32"), names, test_size=0.3, random_state=42, stratify=names
    )
    learner = KNeighborsClassifier(7).fit(x_train, y_train)
    with server(tmp_path) as running:
        running.ask("POST", "/api/graph/save", {**example("function"), "name": "iris"})
        _, contract = running.ask("GET", "/api/graph/contract/iris")
        status, answer = running.ask("POST", "/api/graph/run/iris", {"inputs": {"flowers": FLOWERS}})
        _, row = running.ask("GET", f"/api/runs/{answer['run_id']}")
        running.signal()
        assert running.ended()[0] == 0
    assert ([one["name"] for one in contract["inputs"]], contract["problems"]) == (["flowers"], [])
    assert (status, answer["status"], answer["device"], row["status"]) == (200, "ok", "cpu", "succeeded")
    given = answer["outputs"]
    assert given["species"] == learner.predict(FLOWERS).tolist()
    assert given["classes"] == ["setosa", "versicolor", "virginica"]
    assert given["accuracy"] == learner.score(x_test, y_test)
    probabilities = learner.predict_proba(FLOWERS)
    assert given["probabilities"]["shape"] == [3, 3]
    for row_given, row_wanted in zip(given["probabilities"]["values"], probabilities.tolist(), strict=True):
        assert max(abs(a - b) for a, b in zip(row_given, row_wanted, strict=True)) < 1e-6


def test_every_picture_is_told_by_the_preset(tmp_path: Path) -> None:
    prepared = prepare_value(example("map-folder"), discover().catalog, installed(presets_folder()))
    assert prepared.graph is not None
    sinks = RecordingSinks()
    outcome = run_graph(prepared.graph, run_context(tmp_path, sinks, seed=1))
    assert outcome.status is RunStatus.SUCCEEDED
    assert [(point.node_id, point.name, point.value) for point in sinks.metrics] == [("score", "accuracy", 1.0)]
    (shown,) = [p for _, p in sinks.events if p["node_id"] == "all" and "outputs" in p]
    (summary,) = [entry["tensor_summary"] for entry in shown["outputs"] if "tensor_summary" in entry]
    assert summary["result"]["values"] == [1] * 6 + [0] * 6  # in the order of file names: flat ones first
