"""Conv2dKernel: what its presets find, and numbers of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.nodes.cnn.conv2d_kernel import Conv2dKernel
from tests.support import agreement
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path


def kernel(root: Path, **params: Any) -> torch.Tensor:
    result: torch.Tensor = call(Conv2dKernel, root, params=params)["tensor"]
    assert result.dtype is torch.float32
    return result


@pytest.mark.parametrize(
    ("preset", "rows"),
    [
        ("EdgeDetection3x3", [[-1, -1, -1], [-1, 8, -1], [-1, -1, -1]]),
        ("Sharpen3x3", [[0, -1, 0], [-1, 5, -1], [0, -1, 0]]),
        ("VerticalEdge3x3", [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]),
    ],
)
def test_presets(tmp_path: Path, preset: str, rows: list[list[int]]) -> None:
    assert kernel(tmp_path, preset=preset).tolist() == rows
    assert kernel(tmp_path, preset=preset, kernel_size=5, weights=[[1.0]]).tolist() == rows


def test_numbers_of_one_s_own(tmp_path: Path) -> None:
    assert kernel(tmp_path, preset="Custom").tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    own = [[0.5, -1], [2, 3.25]]
    assert kernel(tmp_path, preset="Custom", kernel_size=2, weights=own).tolist() == own


@pytest.mark.parametrize(
    ("weights", "size", "code"),
    [
        (None, 3, "values_missing"),
        ([[1.0, 2.0]], 3, "values_count"),
        ([[1.0, 2.0], [3.0]], 2, "values_ragged"),
        ([["a"]], 1, "values_ragged"),
        ([[10**400]], 1, "value_out_of_type"),
    ],
    ids=str,
)
def test_grids_that_are_no_kernel_are_refused(tmp_path: Path, weights: Any, size: int, code: str) -> None:
    params = {"preset": "Custom", "kernel_size": size, "weights": weights}
    assert agreement.refusal(Conv2dKernel, tmp_path, params=params).code == code
