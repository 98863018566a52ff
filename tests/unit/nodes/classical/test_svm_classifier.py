"""SVMClassifier against scikit-learn called by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from sklearn.svm import SVC

from app.nodes.classical.svm_classifier import SVMClassifier
from tests.support import mutants
from tests.support.learning import check_extra, check_odd_inputs, check_refusals, classify, refusal
from tests.support.tables import blobs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly", "sigmoid"])
@pytest.mark.parametrize(("gamma", "own_gamma"), [("scale", "scale"), (" AUTO ", "auto"), ("0.3", 0.3)])
def test_agrees_with_scikit_learn(tmp_path: Path, kernel: Any, gamma: str, own_gamma: Any) -> None:
    (x, y), (query, _) = blobs(60, 1), blobs(40, 2)
    own = SVC(C=0.4, kernel=kernel, gamma=own_gamma).fit(x.double().numpy(), y)
    out = classify(SVMClassifier, tmp_path, x, y, query, C=0.4, kernel=kernel, gamma=gamma)
    assert out["predictions"] == own.predict(query.double().numpy()).tolist()
    assert len(set(out["predictions"])) > 1
    assert out["classes"] == ["ant", "bee", "cow"]
    mutants.check(mutants.equals(torch.from_numpy(own.support_vectors_).float()), out["support_vectors"])


@pytest.mark.parametrize("gamma", ["", "wide", "0", "-1", "nan", "inf"])
def test_a_gamma_that_is_none_is_named(tmp_path: Path, gamma: str) -> None:
    assert refusal(SVMClassifier, tmp_path, gamma=gamma) == ("gamma_malformed", {"gamma": gamma})


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    check_refusals(SVMClassifier, tmp_path)
    check_odd_inputs(SVMClassifier, tmp_path, kernel="linear")
    assert refusal(SVMClassifier, tmp_path, y=["only"] * 4) == ("one_class", {"label": "only"})
    assert refusal(SVMClassifier, tmp_path, C=-2.0) == ("param_not_positive", {"param": "C", "value": -2.0})


def test_without_scikit_learn_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_extra(SVMClassifier, tmp_path, monkeypatch, "sklearn.svm")
