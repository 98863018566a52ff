"""NormalizeTransform against the formula."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.data.normalize_transform import NormalizeTransform
from tests.support import mutants
from tests.support.picture_files import picture
from tests.support.tensors import random
from tests.support.transforms import chain, check_step, refused

if TYPE_CHECKING:
    from pathlib import Path

PRESETS = {
    "ImageNet": ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]),
    "CIFAR-10": ([0.4914, 0.4822, 0.4465], [0.2470, 0.2435, 0.2616]),
    "CIFAR-100": ([0.5071, 0.4867, 0.4408], [0.2675, 0.2565, 0.2761]),
    "Half": ([0.5] * 3, [0.5] * 3),
}


def column(numbers: list[float]) -> torch.Tensor:
    return torch.tensor(numbers)[:, None, None]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(tmp_path: Path, preset: str) -> None:
    check_step(NormalizeTransform, tmp_path, random((3, 2, 2)))
    mean, std = PRESETS[preset]
    value = random((3, 4, 5))
    made = chain(NormalizeTransform, tmp_path, preset=preset, mean="9", std="9")(value)
    mutants.check(mutants.equals((value - column(mean)) / column(std)), made)


@pytest.mark.parametrize(
    ("mean", "std", "own_mean", "own_std"),
    [("1, 2", "[3,4]", [1.0, 2.0], [3.0, 4.0]), ("-1", "2 5", [-1.0, -1.0], [2.0, 5.0])],
)
def test_own_numbers(tmp_path: Path, mean: str, std: str, own_mean: list[float], own_std: list[float]) -> None:
    value = random((2, 3, 3), torch.float64)
    made = chain(NormalizeTransform, tmp_path, preset="Custom", mean=mean, std=std)(value)
    mutants.check(mutants.equals((value - column(own_mean)) / column(own_std)), made)
    whole = chain(NormalizeTransform, tmp_path, preset="Custom", mean="1", std="2")(torch.full((1, 1, 1), 5))
    assert whole.tolist() == [[[2.0]]]


@pytest.mark.parametrize(
    ("params", "code", "named"),
    [
        ({"mean": ""}, "list_not_numbers", {"param": "mean", "value": ""}),
        ({"std": "a"}, "list_not_numbers", {"param": "std", "value": "a"}),
        ({"std": "1,0"}, "param_not_positive", {"param": "std", "value": 0.0}),
        ({"mean": "1,2", "std": "1,2,3"}, "lengths_differ", {"a": "mean", "a_count": 2, "b": "std", "b_count": 3}),
    ],
)
def test_numbers_that_are_none_are_named(
    tmp_path: Path, params: dict[str, str], code: str, named: dict[str, Any]
) -> None:
    with pytest.raises(NodeError) as caught:
        chain(NormalizeTransform, tmp_path, preset="Custom", **params)
    assert (caught.value.reason.code, dict(caught.value.reason.params)) == (code, named)


def test_items_that_do_not_fit_are_named(tmp_path: Path) -> None:
    step = chain(NormalizeTransform, tmp_path, preset="ImageNet")
    assert refused(step, torch.ones(1, 2, 2)) == ("channels_differ", {"given": 3, "channels": 1})
    assert refused(step, picture(2, 2)) == ("transform_needs_planes", {"step": "Normalize", "found": "Image"})
    assert refused(step, torch.ones(5))[1] == {"step": "Normalize", "found": "a tensor of 5"}
