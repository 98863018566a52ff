"""The example k-NN against a tree, run by the engine as a user would run it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from app.core.graph.prepare import prepare_value
from app.core.vocab.run import RunStatus
from app.engine.registry import discover
from app.engine.runner import run_graph
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path


def example(repo: Path) -> dict[str, Any]:
    graph: dict[str, Any] = json.loads((repo / "assets" / "examples" / "knn-vs-tree.json").read_text())
    return graph


def run(repo: Path, root: Path) -> RecordingSinks:
    prepared = prepare_value(example(repo), discover().catalog)
    assert prepared.problems == ()
    assert prepared.warnings == ()
    assert prepared.graph is not None
    sinks = RecordingSinks()
    outcome = run_graph(prepared.graph, run_context(root, sinks, seed=42))
    assert outcome.error is None
    assert outcome.status is RunStatus.SUCCEEDED
    return sinks


def test_its_figures_are_scikit_learns(repo: Path, tmp_path: Path) -> None:
    x, y = load_iris(return_X_y=True)
    names = load_iris().target_names[y].tolist()
    x_train, x_test, y_train, y_test = train_test_split(
        x.astype("float32"), names, test_size=0.3, random_state=42, stratify=names
    )
    knn = KNeighborsClassifier(5).fit(x_train, y_train).score(x_test, y_test)
    tree = DecisionTreeClassifier(max_depth=3, random_state=42).fit(x_train, y_train).score(x_test, y_test)
    reached = {point.node_id: point.value for point in run(repo, tmp_path).metrics}
    assert reached == {"knn-accuracy": knn, "tree-accuracy": tree}
