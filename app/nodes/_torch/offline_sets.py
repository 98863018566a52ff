"""The data sets that come with scikit-learn: real, small, there without a network."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import torch

from app.nodes._torch.held_dataset import HeldDataset
from app.nodes.extras import require

if TYPE_CHECKING:
    from collections.abc import Callable

OFFLINE = {
    "Digits": "load_digits",
    "Iris": "load_iris",
    "Wine": "load_wine",
    "BreastCancer": "load_breast_cancer",
    "Diabetes": "load_diabetes",
}
"""Option of the Dataset node -> the function of sklearn.datasets."""

_WHITE_OF_DIGITS = 16.0


def offline_set(name: str, split: str, transform: Callable[[Any], Any] | None) -> HeldDataset:
    """Make a split of a data set: 20 % of every class is the test split, the same rows on every machine for ever.

    Digits are images [1, 8, 8]; the others rows float32 [F] with their raw values; Diabetes has labels float32 [1].
    Raises: NodeError extra_missing.
    """
    load = getattr(require("sklearn.datasets", "ml"), OFFLINE[name])
    if name == "Diabetes":
        inputs, targets = load(return_X_y=True, scaled=False)
        classes = [0] * len(targets)
        labels = torch.from_numpy(targets).to(torch.float32).unsqueeze(1)
    else:
        inputs, targets = load(return_X_y=True)
        classes = targets.tolist()
        labels = torch.from_numpy(targets).to(torch.int64)
    rows = torch.tensor(_rows_of(name, split, classes))
    values = torch.from_numpy(inputs).to(torch.float32)[rows]
    if name == "Digits":
        return HeldDataset(name, values.reshape(-1, 1, 8, 8), labels[rows], transform, _WHITE_OF_DIGITS)
    return HeldDataset(name, values, labels[rows], transform)


def _rows_of(name: str, split: str, classes: list[int]) -> list[int]:
    """Rows of a split in their own order. A digest orders the rows of a class, so that no random number is asked."""
    test: set[int] = set()
    for kind in set(classes):
        rows = [row for row, own in enumerate(classes) if own == kind]
        rows.sort(key=lambda row: blake2b(f"{name}/{row}".encode()).digest())
        test.update(rows[: (len(rows) + 2) // 5])
    return [row for row in range(len(classes)) if (row in test) == (split == "test")]
