"""DecisionTreeClassifier against scikit-learn called by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from sklearn.tree import DecisionTreeClassifier as Tree
from sklearn.tree import export_text

from app.core.vocab.errors import NodeError
from app.nodes.classical.decision_tree_classifier import DecisionTreeClassifier
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tables import blobs

if TYPE_CHECKING:
    from pathlib import Path


def tree(root: Path, x: Any, y: Any, query: Any, **params: Any) -> dict[str, Any]:
    return call(DecisionTreeClassifier, root, {"x_train": x, "y_train": y, "x_query": query}, params)


@pytest.mark.parametrize("criterion", ["gini", "entropy", "log_loss"])
@pytest.mark.parametrize("depth", [0, 2, 5])
@pytest.mark.parametrize("seed", [7, -1, 2**40])
def test_agrees_with_scikit_learn(tmp_path: Path, criterion: str, depth: int, seed: int) -> None:
    (x, y), (query, _) = blobs(80, 1), blobs(40, 2)
    own = Tree(max_depth=depth or None, criterion=criterion, random_state=seed % 2**32).fit(x.double().numpy(), y)
    out = tree(tmp_path, x, y, query, criterion=criterion, max_depth=depth, random_state=seed)
    assert out["predictions"] == own.predict(query.double().numpy()).tolist()
    assert out["classes"] == ["ant", "bee", "cow"]
    mutants.check(mutants.equals(torch.from_numpy(own.feature_importances_.copy()).float()), out["feature_importances"])
    assert out["tree_text"] == export_text(own, class_names=["ant", "bee", "cow"], max_depth=own.get_depth())
    assert "truncated" not in out["tree_text"]


def test_one_class_makes_a_tree_without_questions(tmp_path: Path) -> None:
    out = tree(tmp_path, torch.zeros(3, 2), ["only"] * 3, torch.ones(1, 2))
    assert out["predictions"] == ["only"]
    assert out["feature_importances"].tolist() == [0.0, 0.0]
    assert out["tree_text"] == "|--- class: only\n"


def test_lengths_that_differ_are_named(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        tree(tmp_path, torch.zeros(3, 2), ["a"], torch.zeros(1, 2))
    assert caught.value.reason.code == "lengths_differ"


def test_without_scikit_learn_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sklearn.tree", None)
    with pytest.raises(NodeError, match="scikit-learn"):
        tree(tmp_path, torch.zeros(2, 2), ["a", "b"], torch.zeros(1, 2))


def test_rows_that_nothing_tells_apart(tmp_path: Path) -> None:
    out = tree(tmp_path, torch.zeros(3, 2), ["a", "b", "b"], torch.ones(1, 2))
    assert out["predictions"] == ["b"]
    assert out["tree_text"] == "|--- class: b\n"


def test_a_very_deep_tree_is_written_out(tmp_path: Path) -> None:
    x = torch.eye(800)  # each question can tell one row only
    out = tree(tmp_path, x, ["a", "b"] * 400, x[:2], max_depth=0)
    assert out["predictions"] == ["a", "b"]
    assert "truncated branch of depth" in out["tree_text"]
