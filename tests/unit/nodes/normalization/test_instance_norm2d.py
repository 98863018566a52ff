"""InstanceNorm2d against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.normalization.instance_norm2d import InstanceNorm2d
from tests.support import agreement
from tests.support.case_names import named
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("shape", "params", "module"),
    [
        ((2, 3, 4, 5), {"num_features": 3, "affine": True}, lambda: nn.InstanceNorm2d(3, affine=True)),
        ((3, 4, 5), {"num_features": 3}, lambda: nn.InstanceNorm2d(3)),
    ],
    ids=named,
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=named)
def test_is_torch_s_layer_with_the_same_weights(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], module: Any, kind: torch.dtype
) -> None:
    agreement.check(InstanceNorm2d, tmp_path, {"tensor": strided(shape, kind)}, params, lambda x: module().to(kind)(x))


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((2, 3, 4, 5), {}, "layer_size_unfit"),
        ((3, 4), {"num_features": 3}, "rank_unfit"),
        ((2, 3, 1, 1), {"num_features": 3}, "layer_input_failed"),
        ((2, 3, 4, 5), {"num_features": -3}, "size_out_of_range"),
    ],
    ids=named,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(InstanceNorm2d, tmp_path, {"tensor": random(shape)}, params).code == code


def test_each_image_is_normalised_by_itself(tmp_path: Path) -> None:
    images = random((2, 3, 4, 5))
    both = call(InstanceNorm2d, tmp_path, {"tensor": images}, {"num_features": 3})["tensor"]
    one = call(InstanceNorm2d, tmp_path, {"tensor": images[1:]}, {"num_features": 3})["tensor"]
    torch.testing.assert_close(both[1:], one)
