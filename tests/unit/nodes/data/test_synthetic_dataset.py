"""SyntheticDataset against scikit-learn called by hand."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
import torch
from sklearn import datasets

from app.core.vocab.errors import NodeError
from app.nodes.data.synthetic_dataset import SyntheticDataset
from tests.support import mutants
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path

OWN: dict[str, Any] = {
    "circles": lambda seed: datasets.make_circles(50, noise=0.2, factor=0.3, random_state=seed),
    "moons": lambda seed: datasets.make_moons(50, noise=0.2, random_state=seed),
    "blobs": lambda seed: datasets.make_blobs(50, centers=4, cluster_std=0.2, random_state=seed),
    "classification": lambda seed: datasets.make_classification(
        50, 2, n_informative=2, n_redundant=0, n_clusters_per_class=1, flip_y=0.2, random_state=seed
    ),
}


@pytest.mark.parametrize("kind", OWN)
@pytest.mark.parametrize("seed", [3, -1])
def test_agrees_with_scikit_learn(tmp_path: Path, kind: str, seed: int) -> None:
    params = {"kind": kind, "n_samples": 50, "noise": 0.2, "factor": 0.3, "centers": 4, "seed": seed}
    out = call(SyntheticDataset, tmp_path, {}, params)
    points, classes = OWN[kind](seed % 2**32)
    mutants.check(mutants.equals(torch.from_numpy(points).float()), out["tensor"])
    assert out["labels"] == [str(label) for label in classes]
    assert out["columns"] == ["x0", "x1"]


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"factor": 1.0}, "factor_too_large"),
        ({"kind": "blobs", "n_samples": 10, "centers": 11}, "centers_too_many"),
        ({"n_samples": 2**50}, "tensor_too_large"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, params: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        call(SyntheticDataset, tmp_path, {}, params)
    assert caught.value.reason.code == code


def test_no_noise_and_every_label_wrong(tmp_path: Path) -> None:
    out = call(SyntheticDataset, tmp_path, {}, {"noise": 0.0, "n_samples": 10})
    radii = out["tensor"].norm(dim=1)
    assert sorted({round(radius, 5) for radius in radii.tolist()}) == [0.5, 1.0]
    assert len(call(SyntheticDataset, tmp_path, {}, {"kind": "classification", "noise": 9.0})["labels"]) == 200


def test_without_scikit_learn_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(NodeError, match="scikit-learn"):
        call(SyntheticDataset, tmp_path)
