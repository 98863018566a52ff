"""Conv1d against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.cnn.conv1d import Conv1d
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
            (2, 3, 9),
            {"in_channels": 3, "out_channels": 4, "kernel_size": 4, "stride": 2, "padding": 2},
            lambda: nn.Conv1d(3, 4, 4, 2, 2),
        ),
        ((3, 7), {"in_channels": 3, "out_channels": 2}, lambda: nn.Conv1d(3, 2, 3, padding=1)),
    ],
    ids=named,
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=named)
def test_is_torch_s_layer_with_the_same_weights(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], module: Any, kind: torch.dtype
) -> None:
    agreement.check(Conv1d, tmp_path, {"tensor": strided(shape, kind)}, params, lambda x: module().to(kind)(x))


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((2, 3), {}, "layer_size_unfit"),
        ((3,), {}, "rank_unfit"),
        ((1, 1, 2, 2), {}, "rank_unfit"),
        ((1, 1, 2), {"kernel_size": 5}, "window_unfit"),
        ((1, 1, 2), {"stride": 0}, "size_out_of_range"),
        ((1, 1, 2), {"padding": 2**40}, "size_out_of_range"),
        ((1, 1, 2), {"padding": 2**31 - 1, "out_channels": 1000}, "tensor_too_large"),
        ((1, 1, 2), {"out_channels": 2**31 - 1, "kernel_size": 1000}, "out_of_memory_ahead"),
    ],
    ids=named,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(Conv1d, tmp_path, {"tensor": random(shape)}, params).code == code


def test_whole_numbers_become_floats(tmp_path: Path) -> None:
    value = random((2, 1, 5), torch.int64)
    torch.manual_seed(3)
    out = call(Conv1d, tmp_path, {"tensor": value}, {"out_channels": 2})["tensor"]
    torch.manual_seed(3)
    torch.testing.assert_close(out, nn.Conv1d(1, 2, 3, padding=1)(value.float()))
