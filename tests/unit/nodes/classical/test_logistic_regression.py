"""LogisticRegression against scikit-learn called by hand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest
import torch
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression as Logistic

from app.nodes.classical.logistic_regression import LogisticRegression
from tests.support import mutants
from tests.support.learning import check_extra, check_odd_inputs, check_refusals, classify, refusal
from tests.support.tables import blobs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("penalty", ["l2", "l1", "none"])
@pytest.mark.parametrize("freedom", [0.2, 3.0])
def test_agrees_with_scikit_learn(tmp_path: Path, penalty: str, freedom: float) -> None:
    (x, y), (query, _) = blobs(60, 1), blobs(40, 2)
    own_settings: dict[str, dict[str, Any]] = {
        "l2": {"C": freedom},
        "l1": {"C": freedom, "l1_ratio": 1.0, "solver": "saga", "random_state": 0},
        "none": {"C": math.inf},
    }
    own = Logistic(max_iter=3000, **own_settings[penalty]).fit(x.double().numpy(), y)
    out = classify(LogisticRegression, tmp_path, x, y, query, C=freedom, penalty=penalty, max_iter=3000)
    assert out["predictions"] == own.predict(query.double().numpy()).tolist()
    assert out["classes"] == ["ant", "bee", "cow"]
    expected = torch.from_numpy(own.predict_proba(query.double().numpy())).float()
    mutants.check(mutants.equals(expected), out["probabilities"])
    mutants.check(mutants.equals(torch.from_numpy(own.coef_).float()), out["coef"])
    assert "__log__" not in out


def test_l1_leaves_out_columns_that_say_nothing(tmp_path: Path) -> None:
    x = torch.randn(80, 4, generator=torch.Generator().manual_seed(0))
    y = (x[:, 1] > 0).tolist()
    coef = {
        penalty: classify(LogisticRegression, tmp_path, x, y, x, C=0.1, penalty=penalty)["coef"]
        for penalty in ("l1", "l2")
    }
    assert coef["l1"].shape == (1, 4)
    assert (coef["l1"] == 0).sum() == 3
    assert (coef["l2"] == 0).sum() == 0


def test_steps_that_did_not_suffice_are_told(tmp_path: Path) -> None:
    x, y = blobs(60, 1)
    with pytest.warns(ConvergenceWarning):
        out = classify(LogisticRegression, tmp_path, x, y, x, max_iter=1)
    assert out["__log__"] == "stopped after max_iter = 1 steps before the weights had settled"


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    check_refusals(LogisticRegression, tmp_path)
    check_odd_inputs(LogisticRegression, tmp_path)
    assert refusal(LogisticRegression, tmp_path, y=["only"] * 4) == ("one_class", {"label": "only"})
    assert refusal(LogisticRegression, tmp_path, C=0.0) == ("param_not_positive", {"param": "C", "value": 0.0})


def test_without_scikit_learn_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_extra(LogisticRegression, tmp_path, monkeypatch, "sklearn.linear_model")
