"""Figures of tensors: exact where they are said to be, the same each time where they are sampled."""

from __future__ import annotations

import json
from typing import Any

import pytest
import torch

from app.core.vocab.errors import Refused, Unavailable
from app.engine import figures
from app.engine.figures import Sampling, stats


def test_all_figures_of_a_small_tensor() -> None:
    found = stats(torch.tensor([[0.0, 1.0, 2.0], [3.0, 4.0, 64.0]]))
    assert found["histogram"]["edges"] == [float(edge) for edge in range(65)]
    counts = found["histogram"]["counts"]
    assert (counts[:5], sum(counts), counts[63]) == ([1, 1, 1, 1, 1], 6, 1)
    assert found["quantiles"]["0.5"] == 2.5
    assert found["quantiles"]["0.25"] == 1.25
    assert found["mean"] == pytest.approx(74 / 6)
    assert found["std"] == pytest.approx(torch.tensor([0.0, 1, 2, 3, 4, 64]).std(correction=0).item())
    exact = {key: found[key] for key in ("count", "min", "max", "nan", "inf", "zero_frac", "sampled", "class_balance")}
    assert exact == {
        "count": 6,
        "min": 0.0,
        "max": 64.0,
        "nan": 0,
        "inf": 0,
        "zero_frac": 1 / 6,
        "sampled": False,
        "class_balance": None,
    }


def test_what_is_not_finite_is_counted_and_left_out() -> None:
    found = stats(torch.tensor([float("nan"), float("inf"), float("-inf"), 2.0, 0.0]))
    assert (found["nan"], found["inf"], found["min"], found["max"], found["mean"]) == (1, 2, 0.0, 2.0, 1.0)
    assert sum(found["histogram"]["counts"]) == 2
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize("value", [torch.empty(0), torch.tensor([float("nan")]), torch.empty(0, 10**9)], ids=str)
def test_figures_that_do_not_exist_are_null(value: Any) -> None:
    found = stats(value)
    assert [found[key] for key in ("min", "max", "mean", "std", "quantiles", "histogram")] == [None] * 6
    assert found["zero_frac"] is None if not value.numel() else found["zero_frac"] == 0.0


def test_equal_values_have_one_full_bin_in_the_middle() -> None:
    histogram = stats(torch.full((7,), 3.0))["histogram"]
    assert (histogram["edges"][0], histogram["edges"][-1], histogram["counts"][32]) == (2.5, 3.5, 7)


def test_a_range_no_float_can_hold_has_no_histogram() -> None:
    found = stats(torch.tensor([-1.7e308, 1.7e308], dtype=torch.float64))
    assert found["histogram"] is None
    json.dumps(found, allow_nan=False)


def test_labels_have_their_balance() -> None:
    assert stats(torch.tensor([3, 1, 3, -1]))["class_balance"] == [
        {"value": -1, "count": 1},
        {"value": 1, "count": 1},
        {"value": 3, "count": 2},
    ]
    assert stats(torch.tensor([5], dtype=torch.uint8))["class_balance"] == [{"value": 5, "count": 1}]
    assert len(stats(torch.arange(1000))["class_balance"]) == 1000
    assert stats(torch.arange(1001))["class_balance"] is None
    assert stats(torch.tensor([True, False]))["class_balance"] is None


@pytest.mark.parametrize("dtype", [torch.bool, torch.uint8, torch.int8, torch.int32, torch.float16, torch.bfloat16])
def test_every_real_kind(dtype: torch.dtype) -> None:
    found = stats(torch.tensor([0, 1, 1, 1], dtype=dtype))
    assert (found["min"], found["max"], found["mean"], found["zero_frac"]) == (0, 1, 0.75, 0.25)


def test_a_sparse_tensor_has_its_zeros() -> None:
    found = stats(torch.eye(2).to_sparse())
    assert (found["count"], found["zero_frac"], found["mean"]) == (4, 0.5, 0.5)


def test_integers_beyond_what_a_float_holds_are_exact() -> None:
    found = stats(torch.tensor([2**60 + 1, -(2**60) - 1]))
    assert (found["max"], found["min"]) == (2**60 + 1, -(2**60) - 1)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (torch.tensor([1j]), "output_not_real"),
        (torch.zeros(2 * 10**6).to_sparse(), "sparse_too_large"),
        (torch.zeros(2, device="meta"), "output_no_data"),
        ("text", "output_not_tensor"),
        ([1.0], "output_not_tensor"),
    ],
)
def test_what_has_no_figures(value: Any, code: str) -> None:
    with pytest.raises(Refused) as caught:
        stats(value)
    assert caught.value.reason.code == code


@pytest.mark.parametrize("transposed", [False, True])
def test_large_tensors_are_sampled_and_counted_exactly(monkeypatch: pytest.MonkeyPatch, transposed: bool) -> None:
    monkeypatch.setattr(figures, "PIECE", 64)
    sampling = Sampling(above=1000, size=500)
    value = torch.arange(1, 3001, dtype=torch.float64).reshape(50, 60)
    value[7, 7] = float("nan")
    value[8, 8] = 0
    value = value.t() if transposed else value
    found = stats(value, sampling)
    assert found == stats(value, sampling)
    assert found["sampled"]
    assert (found["count"], found["nan"], found["min"], found["max"]) == (3000, 1, 0.0, 3000.0)
    assert found["zero_frac"] == 1 / 3000
    assert 499 <= sum(found["histogram"]["counts"]) <= 500
    # the mean of 500 of 1..3000: 3.5 standard errors are 136
    assert abs(found["mean"] - 1500) < 136


def test_the_sample_starts_above_four_million() -> None:
    assert not stats(torch.ones(4_000_000, dtype=torch.int8))["sampled"]
    found = stats(torch.ones(4_000_001, dtype=torch.int8))
    assert (found["sampled"], found["class_balance"]) == (True, [{"value": 1, "count": 4_000_001}])


@pytest.mark.parametrize("offset", [-7, 0, 2**62])
@pytest.mark.parametrize("spread", [1, 2**40])
def test_classes_are_balanced_wherever_they_lie(monkeypatch: pytest.MonkeyPatch, offset: int, spread: int) -> None:
    monkeypatch.setattr(figures, "PIECE", 5)
    labels = [0, 3, 3, 1, 0, 3, 0, 0, 3, 9, 9, 3]
    found = stats(torch.tensor(labels) * spread + offset)
    expected = sorted((label * spread + offset, labels.count(label)) for label in set(labels))
    assert [(row["value"], row["count"]) for row in found["class_balance"]] == expected


@pytest.mark.parametrize("spread", [1, 2000])
def test_more_classes_than_are_told(spread: int) -> None:
    assert len(stats(torch.arange(1000) * spread)["class_balance"]) == 1000
    assert stats(torch.arange(1001) * spread)["class_balance"] is None


def test_extremes_and_odd_numbers_in_one_piece_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "PIECE", 2)
    inf, nan = float("inf"), float("nan")
    found = stats(torch.tensor([1.0, 0.0, nan, 5.0, -inf, -3.0, inf, inf, nan, nan]))
    assert (found["nan"], found["inf"], found["min"], found["max"], found["zero_frac"]) == (3, 3, -3.0, 5.0, 0.1)
    assert found["mean"] == 0.75


def test_a_question_that_nobody_waits_for_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "PIECE", 10)
    asked: list[int] = []

    def is_unwanted() -> bool:
        asked.append(1)
        return len(asked) > 3

    with pytest.raises(Unavailable) as dropped:
        stats(torch.arange(1000), None, is_unwanted)
    assert dropped.value.reason.code == "question_dropped"
    assert len(asked) == 4
