"""RandomForestClassifier against scikit-learn called by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from sklearn.ensemble import RandomForestClassifier as Forest

from app.nodes.classical.random_forest_classifier import RandomForestClassifier
from tests.support import mutants
from tests.support.learning import check_extra, check_odd_inputs, check_refusals, classify, refusal
from tests.support.tables import blobs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("trees", "depth", "seed"), [(7, 0, 3), (12, 2, -1), (1, 1, 2**40)])
def test_agrees_with_scikit_learn(tmp_path: Path, trees: int, depth: int, seed: int) -> None:
    (x, y), (query, _) = blobs(60, 1), blobs(40, 2)
    own = Forest(trees, max_depth=depth or None, random_state=seed % 2**32).fit(x.double().numpy(), y)
    out = classify(RandomForestClassifier, tmp_path, x, y, query, n_estimators=trees, max_depth=depth, seed=seed)
    assert out["predictions"] == own.predict(query.double().numpy()).tolist()
    assert out["classes"] == ["ant", "bee", "cow"]
    expected = torch.from_numpy(own.predict_proba(query.double().numpy())).float()
    mutants.check(mutants.equals(expected), out["probabilities"])


def test_the_seed_decides(tmp_path: Path) -> None:
    x, y = blobs(60, 1)
    votes = [
        classify(RandomForestClassifier, tmp_path, x, y, x, n_estimators=5, seed=seed)["probabilities"]
        for seed in (1, 1, 2)
    ]
    assert torch.equal(votes[0], votes[1])
    assert not torch.equal(votes[0], votes[2])


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    check_refusals(RandomForestClassifier, tmp_path)
    check_odd_inputs(RandomForestClassifier, tmp_path, n_estimators=3)
    found = refusal(RandomForestClassifier, tmp_path, n_estimators=10_001)
    assert found == ("forest_too_large", {"count": 10_001, "limit": 10_000})


def test_one_class_is_always_the_answer(tmp_path: Path) -> None:
    out = classify(RandomForestClassifier, tmp_path, torch.eye(3), ["only"] * 3, torch.eye(3), n_estimators=2)
    assert (out["predictions"], out["probabilities"].tolist()) == (["only"] * 3, [[1.0]] * 3)


def test_without_scikit_learn_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_extra(RandomForestClassifier, tmp_path, monkeypatch, "sklearn.ensemble")
