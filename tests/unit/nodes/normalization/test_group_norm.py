"""GroupNorm against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.normalization.group_norm import GroupNorm
from tests.support import agreement
from tests.support.case_names import named
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("shape", "params", "module"),
    [
        ((2, 6, 5), {"num_groups": 3, "num_channels": 6}, lambda: nn.GroupNorm(3, 6)),
        ((4, 6), {"num_groups": 2, "num_channels": 6}, lambda: nn.GroupNorm(2, 6)),
    ],
    ids=named,
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=named)
def test_is_torch_s_layer_with_the_same_weights(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], module: Any, kind: torch.dtype
) -> None:
    agreement.check(GroupNorm, tmp_path, {"tensor": strided(shape, kind)}, params, lambda x: module().to(kind)(x))


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((2, 6, 5), {}, "layer_size_unfit"),
        ((6,), {"num_groups": 3, "num_channels": 6}, "rank_unfit"),
        ((2, 6, 5), {"num_groups": 4, "num_channels": 6}, "layer_params_bad"),
        ((2, 6, 5), {"num_groups": 0, "num_channels": 6}, "size_out_of_range"),
    ],
    ids=named,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(GroupNorm, tmp_path, {"tensor": random(shape)}, params).code == code


def test_one_number_is_refused(tmp_path: Path) -> None:
    assert agreement.refusal(GroupNorm, tmp_path, {"tensor": 1.0}).code == "rank_unfit"
