"""MLPClassifier against scikit-learn called by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier as Perceptron

from app.nodes.classical.mlp_classifier import MLPClassifier
from tests.support import mutants
from tests.support.learning import check_extra, check_odd_inputs, check_refusals, classify, refusal
from tests.support.tables import blobs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("activation", ["relu", "tanh", "logistic", "identity"])
@pytest.mark.parametrize(("sizes", "own_sizes", "seed"), [("5", (5,), 1), ("(4, 3,)", (4, 3), -1)])
def test_agrees_with_scikit_learn(
    tmp_path: Path, activation: Any, sizes: str, own_sizes: tuple[int, ...], seed: int
) -> None:
    (x, y), (query, _) = blobs(60, 1), blobs(40, 2)
    own = Perceptron(
        own_sizes, activation=activation, max_iter=2000, learning_rate_init=0.03, random_state=seed % 2**32
    ).fit(x.double().numpy(), y)
    params = {"hidden_sizes": sizes, "activation": activation, "max_iter": 2000, "learning_rate_init": 0.03}
    out = classify(MLPClassifier, tmp_path, x, y, query, seed=seed, **params)
    assert out["predictions"] == own.predict(query.double().numpy()).tolist()
    assert out["classes"] == ["ant", "bee", "cow"]
    expected = torch.from_numpy(own.predict_proba(query.double().numpy())).float()
    mutants.check(mutants.equals(expected), out["probabilities"])
    assert out["train_loss"] == own.loss_
    assert "__log__" not in out


def test_passes_that_did_not_suffice_are_told(tmp_path: Path) -> None:
    x, y = blobs(60, 1)
    with pytest.warns(ConvergenceWarning):
        out = classify(MLPClassifier, tmp_path, x, y, x, max_iter=3)
    assert out["__log__"] == "stopped after max_iter = 3 passes while the loss was still falling"


@pytest.mark.parametrize("sizes", ["", "0", "-4", "4,,4", "4.5", "a", "1e3"])
def test_sizes_that_are_none_are_named(tmp_path: Path, sizes: str) -> None:
    assert refusal(MLPClassifier, tmp_path, hidden_sizes=sizes) == ("hidden_sizes_malformed", {"sizes": sizes})


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    check_refusals(MLPClassifier, tmp_path)
    check_odd_inputs(MLPClassifier, tmp_path, hidden_sizes="3", max_iter=900)
    assert refusal(MLPClassifier, tmp_path, y=["only"] * 4) == ("one_class", {"label": "only"})
    found = refusal(MLPClassifier, tmp_path, learning_rate_init=0.0)
    assert found == ("param_not_positive", {"param": "learning_rate_init", "value": 0.0})
    assert refusal(MLPClassifier, tmp_path, hidden_sizes="100000000000,9")[0] == "tensor_too_large"


@pytest.mark.filterwarnings("ignore")  # scikit-learn says much about it, none of it an error
def test_weights_that_run_away_are_told(tmp_path: Path) -> None:
    code, params = refusal(MLPClassifier, tmp_path, learning_rate_init=1e300, max_iter=4)
    assert (code, params["learner"]) == ("learner_failed", "MLPClassifier")


def test_without_scikit_learn_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_extra(MLPClassifier, tmp_path, monkeypatch, "sklearn.neural_network")
