"""Conv2d against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.cnn.conv2d import Conv2d
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
            (2, 3, 9, 8),
            {"in_channels": 3, "out_channels": 4, "kernel_size": 4, "stride": 2, "padding": 2},
            lambda: nn.Conv2d(3, 4, 4, 2, 2),
        ),
        ((3, 7, 6), {"in_channels": 3, "out_channels": 2}, lambda: nn.Conv2d(3, 2, 3, padding=1)),
    ],
    ids=named,
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=named)
def test_is_torch_s_layer_with_the_same_weights(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], module: Any, kind: torch.dtype
) -> None:
    agreement.check(Conv2d, tmp_path, {"tensor": strided(shape, kind)}, params, lambda x: module().to(kind)(x))


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((2, 3, 4), {}, "layer_size_unfit"),
        ((3, 3), {}, "rank_unfit"),
        ((1, 1, 2, 9), {"kernel_size": 5}, "window_unfit"),
        ((1, 1, 2, 2), {"out_channels": 0}, "size_out_of_range"),
        ((1, 1, 2, 2), {"padding": -1}, "size_out_of_range"),
        ((1, 1, 2, 2), {"padding": 2**30}, "tensor_too_large"),
        ((1, 1, 2, 2), {"kernel_size": 2**31 - 1, "out_channels": 9}, "layer_params_bad"),
    ],
    ids=named,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(Conv2d, tmp_path, {"tensor": random(shape)}, params).code == code


def test_whole_numbers_become_floats(tmp_path: Path) -> None:
    value = random((2, 1, 5, 4), torch.int64)
    torch.manual_seed(3)
    out = call(Conv2d, tmp_path, {"tensor": value}, {"out_channels": 2})["tensor"]
    torch.manual_seed(3)
    torch.testing.assert_close(out, nn.Conv2d(1, 2, 3, padding=1)(value.float()))


def test_complex_numbers_are_refused_and_an_empty_batch_is_not(tmp_path: Path) -> None:
    value = random((1, 1, 3, 3), torch.complex64)
    assert agreement.refusal(Conv2d, tmp_path, {"tensor": value}).code == "complex_unfit"
    assert call(Conv2d, tmp_path, {"tensor": torch.zeros(0, 1, 4, 4)})["tensor"].shape == (0, 32, 4, 4)


def test_what_torch_alone_can_tell_is_told_with_the_shape(tmp_path: Path) -> None:
    why = agreement.refusal(Conv2d, tmp_path, {"tensor": torch.zeros(1, 1, 0, 0)}, {"padding": 3})
    assert (why.code, why.params["type"], why.params["shape"]) == ("layer_input_failed", "Conv2d", "1 x 1 x 0 x 0")
