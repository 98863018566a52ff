"""LinearRegression against scikit-learn called by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from sklearn.linear_model import LinearRegression as Plane

from app.nodes.classical.linear_regression import LinearRegression
from tests.support import mutants
from tests.support.learning import X, classify, refusal
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path

Y = torch.tensor([1.0, 2.0, 3.0, 4.0])


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("kind", [torch.float32, torch.float64])
@pytest.mark.parametrize(("rows", "columns"), [(30, 3), (3, 8)])
def test_agrees_with_scikit_learn(
    tmp_path: Path, fit_intercept: bool, kind: torch.dtype, rows: int, columns: int
) -> None:
    x, query = random((rows, columns), kind, 1), random((9, columns), kind, 2)
    y = random((rows,), kind, 3) + 5
    own = Plane(fit_intercept=fit_intercept).fit(x.double().numpy(), y.double().numpy())
    out = classify(LinearRegression, tmp_path, x, y, query, fit_intercept=fit_intercept)
    mutants.check(mutants.equals(torch.from_numpy(own.predict(query.double().numpy())).to(kind)), out["predictions"])
    mutants.check(mutants.equals(torch.from_numpy(own.coef_).to(kind)), out["coef"])
    assert type(out["intercept"]) is float
    assert out["intercept"] == pytest.approx(float(own.intercept_))


def test_the_constant_alone_is_the_mean(tmp_path: Path) -> None:
    out = classify(LinearRegression, tmp_path, torch.ones(4, 2), Y, torch.zeros(1, 2))
    assert out["intercept"] == pytest.approx(2.5)
    assert out["coef"].tolist() == [0.0, 0.0]
    assert classify(LinearRegression, tmp_path, X, Y, X, fit_intercept=False)["intercept"] == 0.0


def test_whole_numbers_columns_and_holes_in_memory(tmp_path: Path) -> None:
    x = strided((6, 2), torch.int64, 4)
    out = classify(LinearRegression, tmp_path, x, (x.sum(1) * 2 + 1).unsqueeze(1), x.float().requires_grad_())
    torch.testing.assert_close(out["predictions"], (x.sum(1) * 2 + 1).float())
    torch.testing.assert_close(out["coef"], torch.tensor([2.0, 2.0]))
    assert not out["predictions"].requires_grad


@pytest.mark.parametrize(
    ("changes", "code", "params"),
    [
        ({"y": torch.ones(4, 2)}, "targets_not_a_column", {"shape": "4 x 2"}),
        ({"y": torch.tensor(1.0)}, "targets_not_a_column", {"shape": "one number"}),
        ({"y": Y[:3]}, "lengths_differ", {"a": "x_train", "a_count": 4, "b": "y_train", "b_count": 3}),
        ({"query": torch.ones(1, 3)}, "features_differ", {"train": 2, "query": 3}),
        ({"y": Y * float("inf")}, "values_not_finite", {"port": "y_train", "count": 4, "place": "[0]"}),
        ({"y": "abcd"}, "not_a_tensor", {"port": "y_train", "found": "str"}),
        ({"x": torch.zeros(0, 2), "y": Y[:0]}, "tensor_empty", {"port": "x_train", "shape": "0 x 2"}),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, changes: dict[str, Any], code: str, params: dict[str, Any]) -> None:
    assert refusal(LinearRegression, tmp_path, **{"y": Y, **changes}) == (code, params)


def test_numbers_beyond_reach_are_refused(tmp_path: Path) -> None:
    huge = torch.tensor([[1e308, -1e308], [-1e308, 1e308], [1e308, 1e308], [0.0, 1e308]], dtype=torch.float64)
    code, params = refusal(LinearRegression, tmp_path, x=torch.cat([huge, huge * 1.7]), y=torch.arange(8.0), query=huge)
    assert (code, params["learner"]) == ("learner_failed", "LinearRegression")
