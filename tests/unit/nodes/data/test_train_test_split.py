"""TrainTestSplit against scikit-learn called by hand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.model_selection import train_test_split

from app.core.vocab.errors import NodeError
from app.nodes.data.train_test_split import TrainTestSplit
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tables import blobs

if TYPE_CHECKING:
    from pathlib import Path


def split(root: Path, features: Any, labels: Any, **params: Any) -> dict[str, Any]:
    return call(TrainTestSplit, root, {"features": features, "labels": labels}, params)


@pytest.mark.parametrize("test_size", [0.2, 0.33, 0.5])
@pytest.mark.parametrize("seed", [0, 42, -3, 2**33])
@pytest.mark.parametrize("stratify", [False, True])
def test_agrees_with_scikit_learn(tmp_path: Path, test_size: float, seed: int, stratify: bool) -> None:
    x, y = blobs(50, 4)
    out = split(tmp_path, x, y, test_size=test_size, seed=seed, stratify=stratify)
    x_train, x_test, y_train, y_test = train_test_split(
        x.numpy(), y, test_size=test_size, random_state=seed % 2**32, stratify=y if stratify else None
    )
    mutants.check(mutants.equals(torch.from_numpy(x_train)), out["x_train"])
    mutants.check(mutants.equals(torch.from_numpy(x_test)), out["x_test"])
    assert (out["y_train"], out["y_test"]) == (y_train, y_test)


@given(rows=st.integers(2, 60), test_size=st.floats(0.05, 0.95), seed=st.integers())
def test_every_row_stands_in_one_part_with_its_label(
    tmp_path_factory: pytest.TempPathFactory, rows: int, test_size: float, seed: int
) -> None:
    assume(math.ceil(rows * test_size) < rows)
    x = torch.arange(rows).reshape(rows, 1)
    out = split(tmp_path_factory.getbasetemp(), x, list(range(rows)), test_size=test_size, seed=seed)
    assert len(out["y_test"]) == math.ceil(rows * test_size)
    assert sorted(out["y_train"] + out["y_test"]) == list(range(rows))
    assert out["x_train"].flatten().tolist() == out["y_train"]
    assert out["x_test"].flatten().tolist() == out["y_test"]


def test_stratify_keeps_the_shares(tmp_path: Path) -> None:
    out = split(tmp_path, torch.zeros(40, 1), ["a"] * 30 + ["b"] * 10, test_size=0.4, stratify=True)
    assert (out["y_test"].count("a"), out["y_test"].count("b")) == (12, 4)


def test_gradients_reach_the_rows(tmp_path: Path) -> None:
    x = torch.zeros(5, 2, requires_grad=True)
    out = split(tmp_path, x, list("abcde"), test_size=0.4)
    torch.autograd.backward(out["x_test"].sum())
    assert x.grad is not None
    assert x.grad.sum(1).tolist().count(2.0) == 2
    assert x.grad.sum().item() == 4.0


@pytest.mark.parametrize(
    ("rows", "labels", "params", "code"),
    [
        (4, 3, {}, "lengths_differ"),
        (0, 0, {}, "split_empty"),
        (1, 1, {}, "split_empty"),
        (5, 5, {"test_size": 0.0}, "split_empty"),
        (5, 5, {"test_size": 1.0}, "split_empty"),
        (5, 5, {"test_size": 0.95}, "split_empty"),
        (5, 5, {"stratify": True}, "split_class_small"),
    ],
)
def test_splits_that_cannot_be(tmp_path: Path, rows: int, labels: int, params: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        split(tmp_path, torch.zeros(rows, 2), [str(i) for i in range(labels)], **params)
    assert caught.value.reason.code == code


def test_too_few_rows_for_the_classes(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        split(tmp_path, torch.zeros(6, 1), list("aabbcc"), test_size=0.3, stratify=True)
    assert caught.value.reason.params == {"rows": 2, "classes": 3}


def test_one_number_has_no_rows(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        split(tmp_path, torch.tensor(1.0), ["a"])
    assert caught.value.reason.code == "table_needed"
