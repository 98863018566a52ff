"""Normalize against scikit-learn's scalers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from sklearn.preprocessing import minmax_scale, normalize, scale

from app.core.vocab.errors import NodeError
from app.nodes.data.normalize import Normalize
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path

OWN = {"zscore": scale, "minmax": minmax_scale, "unit_norm": normalize}


def normalized(root: Path, value: Any, mode: str = "zscore", axis: int = 0) -> dict[str, Any]:
    return call(Normalize, root, {"tensor": value}, {"mode": mode, "axis": axis})


@pytest.mark.parametrize("mode", list(OWN))
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_agrees_with_scikit_learn(tmp_path: Path, mode: str, axis: int) -> None:
    value = strided((6, 4), torch.float64) * 3 + 1
    # scikit-learn's normalize() counts the axis of the vectors, the scalers count the axis measured along
    expected = torch.from_numpy(OWN[mode](value.numpy(), axis=axis % 2))
    mutants.check(mutants.equals(expected), normalized(tmp_path, value, mode, axis)["tensor"])


@pytest.mark.parametrize("mode", list(OWN))
def test_the_stats_are_what_was_measured(tmp_path: Path, mode: str) -> None:
    value = torch.tensor([[3.0, 0.0], [4.0, 2.0]], dtype=torch.float64)
    expected = {
        "zscore": [{"name": "mean", "values": [3.5, 1.0]}, {"name": "std", "values": [0.5, 1.0]}],
        "minmax": [{"name": "min", "values": [3.0, 0.0]}, {"name": "max", "values": [4.0, 2.0]}],
        "unit_norm": [{"name": "norm", "values": [5.0, 2.0]}],
    }
    assert normalized(tmp_path, value, mode)["stats"] == expected[mode]


@pytest.mark.parametrize("mode", list(OWN))
@pytest.mark.parametrize("fill", [0.0, 0.1, 1e8])
def test_a_column_without_spread_is_divided_by_one(tmp_path: Path, mode: str, fill: float) -> None:
    value = torch.full((7, 1), fill)
    out = normalized(tmp_path, value, mode)["tensor"]
    if mode == "unit_norm" and fill:
        torch.testing.assert_close(out, torch.full((7, 1), 7**-0.5))
    else:
        torch.testing.assert_close(out, torch.zeros(7, 1), atol=fill * 1e-6, rtol=0)


@pytest.mark.parametrize("mode", list(OWN))
def test_gradient(tmp_path: Path, mode: str) -> None:
    value = random((4, 3), torch.float64).requires_grad_()
    weight = random((4, 3), torch.float64, 2)
    (grad,) = torch.autograd.grad((normalized(tmp_path, value, mode)["tensor"] * weight).sum(), value)

    def by_hand(x: torch.Tensor) -> torch.Tensor:
        if mode == "zscore":
            centred = x - x.mean(0)
            return centred / (centred**2).mean(0).sqrt()
        if mode == "minmax":
            return (x - x.min(0).values) / (x.max(0).values - x.min(0).values)
        return x / (x**2).sum(0).sqrt()

    (expected,) = torch.autograd.grad((by_hand(value) * weight).sum(), value)
    mutants.check(mutants.equals(expected), grad)


def test_whole_numbers_and_truth_values_become_floats(tmp_path: Path) -> None:
    assert normalized(tmp_path, torch.tensor([1, 3]), "minmax")["tensor"].tolist() == [0.0, 1.0]
    assert normalized(tmp_path, torch.tensor([True, False]), "zscore")["tensor"].tolist() == [1.0, -1.0]


def test_one_number(tmp_path: Path) -> None:
    out = normalized(tmp_path, torch.tensor(-4.0), "unit_norm")
    assert out["tensor"].shape == ()
    assert out["tensor"].item() == -1.0
    assert out["stats"] == [{"name": "norm", "values": 4.0}]


@pytest.mark.parametrize(
    ("value", "axis", "code"),
    [
        (torch.zeros(0, 3), 0, "tensor_empty"),
        (torch.zeros(2, 3), 2, "dim_out_of_range"),
        (torch.tensor([1.0, float("nan")]), 0, "values_not_finite"),
        (torch.tensor([1.0, float("inf")]), 0, "values_not_finite"),
        ("text", 0, "not_a_tensor"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, value: Any, axis: int, code: str) -> None:
    with pytest.raises(NodeError) as caught:
        normalized(tmp_path, value, axis=axis)
    assert caught.value.reason.code == code
