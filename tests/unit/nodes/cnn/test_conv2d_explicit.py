"""Conv2dExplicit against windows multiplied by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch.nn import functional

from app.nodes.cnn.conv2d_explicit import Conv2dExplicit
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


def slid(value: torch.Tensor, kernel: torch.Tensor, stride: int, padding: int) -> torch.Tensor:
    """Each window times the kernel of its channel, summed."""
    size = kernel.shape[-1]
    weights = kernel.reshape(-1, size, size).expand(value.shape[1], size, size)
    windows = functional.pad(value, (padding,) * 4).unfold(2, size, stride).unfold(3, size, stride)
    return torch.einsum("nchwij,cij->nchw", windows, weights)


@pytest.mark.parametrize("shape", [(3, 3), (1, 1, 3, 3), (4, 1, 3, 3), (4, 1, 1, 1), (2, 2)])
@pytest.mark.parametrize(("stride", "padding"), [(1, 1), (2, 0), (3, 2)])
def test_each_channel_is_filtered_by_itself(tmp_path: Path, shape: tuple[int, ...], stride: int, padding: int) -> None:
    agreement.check(
        Conv2dExplicit,
        tmp_path,
        {"tensor": strided((2, 4, 7, 6), torch.float64, 1), "kernel": random(shape, torch.float64, 2)},
        {"stride": stride, "padding": padding},
        lambda value, kernel: slid(value, kernel, stride, padding),
    )


def test_whole_numbers_and_types_that_differ(tmp_path: Path) -> None:
    inputs = {"tensor": random((1, 2, 3, 3), torch.int64), "kernel": torch.eye(3, dtype=torch.float64)}
    out = call(Conv2dExplicit, tmp_path, inputs)["tensor"]
    torch.testing.assert_close(out, slid(inputs["tensor"].double(), inputs["kernel"], 1, 1))


@pytest.mark.parametrize(
    ("value", "kernel", "params", "code"),
    [
        ((2, 3, 3), (3, 3), {}, "rank_unfit"),
        ((1, 2, 3, 3), (3, 2), {}, "kernel_unfit"),
        ((1, 2, 3, 3), (3, 1, 3, 3), {}, "kernel_unfit"),
        ((1, 2, 3, 3), (), {}, "kernel_unfit"),
        ((1, 2, 3, 3), (0, 0), {}, "kernel_unfit"),
        ((1, 2, 3, 3), (9, 9), {}, "window_unfit"),
        ((1, 2, 3, 3), (3, 3), {"stride": 2**40}, "size_out_of_range"),
        ((1, 2, 3, 3), (3, 3), {"padding": 2**30}, "tensor_too_large"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, value: tuple[int, ...], kernel: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    inputs = {"tensor": random(value), "kernel": random(kernel)}
    assert agreement.refusal(Conv2dExplicit, tmp_path, inputs, params).code == code
