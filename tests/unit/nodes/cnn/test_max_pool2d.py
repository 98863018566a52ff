"""MaxPool2d against torch and windows cut by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.cnn.max_pool2d import MaxPool2d
from tests.support import agreement, layer_nodes
from tests.support.case_names import named
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("shape", "params", "module"),
    [
        ((2, 3, 9, 8), {"kernel_size": 3, "stride": 2}, lambda: nn.MaxPool2d(3, 2)),
        ((3, 7, 6), {}, lambda: nn.MaxPool2d(2, 2)),
    ],
    ids=named,
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=named)
def test_is_torch_s_pool(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], module: Any, kind: torch.dtype
) -> None:
    agreement.check(MaxPool2d, tmp_path, {"tensor": strided(shape, kind)}, params, lambda x: module().to(kind)(x))


@pytest.mark.parametrize(("shape", "params", "code"), layer_nodes.POOL_REFUSALS, ids=named)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(MaxPool2d, tmp_path, {"tensor": random(shape)}, params).code == code


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_each_item_is_the_largest_of_its_window(tmp_path: Path, kind: torch.dtype) -> None:
    value = random((1, 2, 6, 6), kind)
    out = call(MaxPool2d, tmp_path, {"tensor": value}, {"kernel_size": 3, "stride": 3})["tensor"]
    floats = value if kind.is_floating_point else value.float()
    windows = floats.unfold(2, 3, 3).unfold(3, 3, 3).flatten(4)
    torch.testing.assert_close(out, windows.amax(-1))
