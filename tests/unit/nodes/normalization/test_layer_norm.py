"""LayerNorm against torch, and its eps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.normalization.layer_norm import LayerNorm
from tests.support import agreement
from tests.support.case_names import named
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("shape", "params", "module"),
    [
        ((2, 3, 4), {"normalized_shape": "3,4", "eps": 0.5}, lambda: nn.LayerNorm([3, 4], 0.5)),
        ((5, 4), {"normalized_shape": "[4]"}, lambda: nn.LayerNorm(4)),
    ],
    ids=named,
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=named)
def test_is_torch_s_layer_with_the_same_weights(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], module: Any, kind: torch.dtype
) -> None:
    agreement.check(LayerNorm, tmp_path, {"tensor": strided(shape, kind)}, params, lambda x: module().to(kind)(x))


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((2, 3, 4), {}, "trailing_unfit"),
        ((4,), {"normalized_shape": "4,4"}, "trailing_unfit"),
        ((), {"normalized_shape": "1"}, "trailing_unfit"),
        ((2, 3), {"normalized_shape": "x"}, "shape_malformed"),
        ((2, 3), {"normalized_shape": "0"}, "layer_params_bad"),
        ((2, 3), {"normalized_shape": "3", "eps": -1.0}, "size_out_of_range"),
        ((2, 3), {"normalized_shape": "()"}, "shape_malformed"),
    ],
    ids=named,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(LayerNorm, tmp_path, {"tensor": random(shape)}, params).code == code


def test_whole_numbers_become_floats(tmp_path: Path) -> None:
    value = random((2, 5), torch.int64)
    torch.manual_seed(3)
    out = call(LayerNorm, tmp_path, {"tensor": value}, {"normalized_shape": "5"})["tensor"]
    torch.manual_seed(3)
    torch.testing.assert_close(out, nn.LayerNorm(5)(value.float()))
