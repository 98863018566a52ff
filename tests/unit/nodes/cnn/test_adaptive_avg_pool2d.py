"""AdaptiveAvgPool2d against torch and plain means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.cnn.adaptive_avg_pool2d import AdaptiveAvgPool2d
from tests.support import agreement
from tests.support.case_names import named
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("shape", "params", "module"),
    [
        ((2, 3, 9, 8), {"output_height": 4, "output_width": 3}, lambda: nn.AdaptiveAvgPool2d((4, 3))),
        ((3, 7, 6), {"output_width": 2}, lambda: nn.AdaptiveAvgPool2d((1, 2))),
    ],
    ids=named,
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=named)
def test_is_torch_s_pool(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], module: Any, kind: torch.dtype
) -> None:
    agreement.check(
        AdaptiveAvgPool2d, tmp_path, {"tensor": strided(shape, kind)}, params, lambda x: module().to(kind)(x)
    )


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((3, 3), {}, "rank_unfit"),
        ((1, 1, 4, 4), {"output_height": 0}, "size_out_of_range"),
        ((1, 1, 4, 4), {"output_height": 2**31 - 1, "output_width": 2**20}, "tensor_too_large"),
        ((1, 1, 0, 4), {}, "tensor_empty"),
    ],
    ids=named,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(AdaptiveAvgPool2d, tmp_path, {"tensor": random(shape)}, params).code == code


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_a_grid_of_one_is_the_mean(tmp_path: Path, kind: torch.dtype) -> None:
    value = random((2, 3, 4, 5), kind)
    floats = value if kind.is_floating_point else value.float()
    out = call(AdaptiveAvgPool2d, tmp_path, {"tensor": value})["tensor"]
    torch.testing.assert_close(out, floats.mean((2, 3), keepdim=True))
