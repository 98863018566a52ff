"""BatchNorm1d against torch, and against mean and spread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.normalization.batch_norm1d import BatchNorm1d
from tests.support import agreement
from tests.support.case_names import named
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("shape", "params", "module"),
    [
        ((6, 3), {"num_features": 3}, lambda: nn.BatchNorm1d(3)),
        ((4, 3, 5), {"num_features": 3}, lambda: nn.BatchNorm1d(3)),
    ],
    ids=named,
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=named)
def test_is_torch_s_layer_with_the_same_weights(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], module: Any, kind: torch.dtype
) -> None:
    agreement.check(BatchNorm1d, tmp_path, {"tensor": strided(shape, kind)}, params, lambda x: module().to(kind)(x))


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((6, 3), {}, "layer_size_unfit"),
        ((3,), {"num_features": 3}, "rank_unfit"),
        ((6, 3), {"num_features": 0}, "size_out_of_range"),
        ((1, 3), {"num_features": 3}, "layer_input_failed"),
    ],
    ids=named,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(BatchNorm1d, tmp_path, {"tensor": random(shape)}, params).code == code


def test_each_channel_has_mean_0_and_spread_1(tmp_path: Path) -> None:
    out = call(BatchNorm1d, tmp_path, {"tensor": random((6, 3)) * 5 + 3}, {"num_features": 3})["tensor"]
    channels = out.transpose(0, 1).flatten(1)
    torch.testing.assert_close(channels.mean(1), torch.zeros(3), atol=1e-5, rtol=0)
    torch.testing.assert_close(channels.std(1, correction=0), torch.ones(3), atol=1e-4, rtol=0)
