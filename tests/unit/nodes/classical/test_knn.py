"""KNN against scikit-learn called by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from sklearn.neighbors import KNeighborsClassifier

from app.core.vocab.errors import NodeError
from app.nodes.classical.knn import KNN
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tables import blobs

if TYPE_CHECKING:
    from pathlib import Path


def knn(root: Path, x: Any, y: Any, query: Any, **params: Any) -> dict[str, Any]:
    return call(KNN, root, {"x_train": x, "y_train": y, "x_query": query}, params)


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("metric", ["minkowski", "euclidean", "manhattan", "chebyshev", "cosine"])
@pytest.mark.parametrize("neighbors", [1, 4, 5])
def test_agrees_with_scikit_learn(tmp_path: Path, weights: str, metric: str, neighbors: int) -> None:
    (x, y), (query, _) = blobs(60, 1), blobs(40, 2)
    own = KNeighborsClassifier(neighbors, weights=weights, metric=metric).fit(x.double().numpy(), y)
    out = knn(tmp_path, x, y, query, weights=weights, metric=metric, n_neighbors=neighbors)
    assert out["predictions"] == own.predict(query.double().numpy()).tolist()
    assert out["classes"] == ["ant", "bee", "cow"]
    expected = torch.from_numpy(own.predict_proba(query.double().numpy())).float()
    mutants.check(mutants.equals(expected), out["probabilities"])
    assert out["predictions"] != out["predictions"][1:] + out["predictions"][:1]


def test_the_number_of_neighbours_is_held_to_the_rows(tmp_path: Path) -> None:
    x, y = torch.tensor([[0.0], [1.0], [2.0]]), ["a", "a", "b"]
    assert knn(tmp_path, x, y, torch.tensor([[9.0]]), n_neighbors=50)["predictions"] == ["a"]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([3, 7, 7], [3, 7]),
        ([0.5, 1.5, 1.5], [0.5, 1.5]),
        (torch.tensor([2, 5, 5]), [2, 5]),
        (("x", "y", "y"), ["x", "y"]),
        ([1, "b", "b"], [1, "b"]),
    ],
)
def test_labels_keep_their_type(tmp_path: Path, labels: Any, expected: list[Any]) -> None:
    out = knn(tmp_path, torch.tensor([[0], [5], [6]]), labels, torch.tensor([[0], [6]]), n_neighbors=1)
    assert out["predictions"] == expected
    assert [type(label) for label in out["predictions"]] == [type(label) for label in expected]


def test_a_table_with_gradients_and_holes_in_memory(tmp_path: Path) -> None:
    x, y = blobs(30, 3, columns=4)
    plain = knn(tmp_path, x[:, ::2].clone(), y, x[:5, ::2].clone())
    odd = knn(tmp_path, x.requires_grad_()[:, ::2], y, x[:5, ::2])
    assert odd["predictions"] == plain["predictions"]
    assert not odd["probabilities"].requires_grad


X, Y = torch.zeros(4, 2), ["a", "b", "a", "b"]


@pytest.mark.parametrize(
    ("x", "y", "query", "code", "params"),
    [
        (torch.zeros(4), Y, X, "table_needed", {"port": "x_train", "shape": "4"}),
        (X, Y, torch.zeros(2, 2, 2), "table_needed", {"port": "x_query", "shape": "2 x 2 x 2"}),
        (torch.zeros(0, 2), [], X, "tensor_empty", {"port": "x_train", "shape": "0 x 2"}),
        (X, Y, torch.zeros(0, 2), "tensor_empty", {"port": "x_query", "shape": "0 x 2"}),
        (X, Y[:3], X, "lengths_differ", {"a": "x_train", "a_count": 4, "b": "y_train", "b_count": 3}),
        (X, Y, torch.zeros(1, 3), "features_differ", {"train": 2, "query": 3}),
        (X, [*Y[:3], [1]], X, "label_unusable", {"port": "y_train", "row": 3, "label": "[1]"}),
        (X, [*Y[:3], None], X, "label_unusable", {"port": "y_train", "row": 3, "label": "None"}),
        (X, [*Y[:3], float("nan")], X, "label_unusable", {"port": "y_train", "row": 3, "label": "nan"}),
        (X, "abab", X, "not_a_list", {"port": "y_train", "found": "str"}),
        ("abab", Y, X, "not_a_tensor", {"port": "x_train", "found": "str"}),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, x: Any, y: Any, query: Any, code: str, params: dict[str, Any]) -> None:
    with pytest.raises(NodeError) as caught:
        knn(tmp_path, x, y, query)
    assert (caught.value.reason.code, dict(caught.value.reason.params)) == (code, params)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), float("-inf")])
def test_values_that_are_no_numbers_are_named(tmp_path: Path, bad: float) -> None:
    x = torch.zeros(4, 2)
    x[2, 1] = x[3, 0] = bad
    with pytest.raises(NodeError) as caught:
        knn(tmp_path, x, Y, X)
    assert caught.value.reason.params == {"port": "x_train", "count": 2, "place": "[2, 1]"}


def test_without_scikit_learn_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sklearn.neighbors", None)
    with pytest.raises(NodeError) as caught:
        knn(tmp_path, X, Y, X)
    assert caught.value.reason.code == "extra_missing"
    assert caught.value.reason.params == {
        "library": "scikit-learn",
        "extra": "ml",
        "command": 'pip install "codefyui-desktop[ml]"',
    }
