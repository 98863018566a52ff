"""ConvTranspose2d against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.cnn.conv_transpose2d import ConvTranspose2d
from tests.support import agreement
from tests.support.case_names import named
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("shape", "params", "module"),
    [
        (
            (2, 3, 4, 5),
            {"in_channels": 3, "out_channels": 4, "kernel_size": 3, "stride": 3, "padding": 1, "output_padding": 2},
            lambda: nn.ConvTranspose2d(3, 4, 3, 3, 1, 2),
        ),
        ((3, 4, 5), {"in_channels": 3, "out_channels": 2}, lambda: nn.ConvTranspose2d(3, 2, 2, 2)),
    ],
    ids=named,
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=named)
def test_is_torch_s_layer_with_the_same_weights(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], module: Any, kind: torch.dtype
) -> None:
    agreement.check(ConvTranspose2d, tmp_path, {"tensor": strided(shape, kind)}, params, lambda x: module().to(kind)(x))


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((1, 3, 2, 2), {}, "layer_size_unfit"),
        ((64, 2), {}, "rank_unfit"),
        ((64, 1, 1), {"padding": 1}, "window_unfit"),
        ((64, 2, 2), {"output_padding": 2}, "output_padding_unfit"),
        ((64, 2, 2), {"output_padding": -1}, "size_out_of_range"),
        ((64, 2, 2), {"stride": 2**31 - 1}, "tensor_too_large"),
    ],
    ids=named,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(ConvTranspose2d, tmp_path, {"tensor": random(shape)}, params).code == code


def test_whole_numbers_become_floats(tmp_path: Path) -> None:
    value = random((1, 2, 3, 4), torch.int64)
    torch.manual_seed(3)
    out = call(ConvTranspose2d, tmp_path, {"tensor": value}, {"in_channels": 2, "out_channels": 2})["tensor"]
    torch.manual_seed(3)
    torch.testing.assert_close(out, nn.ConvTranspose2d(2, 2, 2, 2)(value.float()))
