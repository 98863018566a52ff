"""RandomHorizontalFlip: the same draws as torch by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.data.random_horizontal_flip import RandomHorizontalFlip
from tests.support.picture_files import picture, pixels
from tests.support.transforms import chain, check_step, planes, refused, seeded

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("p", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("channels", [1, 3])
def test_swaps_when_the_draw_says_so(tmp_path: Path, p: float, channels: int) -> None:
    check_step(RandomHorizontalFlip, tmp_path, picture(3, 4))
    step = chain(RandomHorizontalFlip, tmp_path, p=p)
    value = pixels(3, 4, channels).permute(2, 0, 1)
    swaps = []
    for seed in range(40):
        torch.manual_seed(seed)
        is_swapped = bool(torch.rand(1) < p)
        expected = value.flip(2) if is_swapped else value
        assert torch.equal(seeded(step, value, seed), expected)
        assert torch.equal(planes(seeded(step, picture(3, 4, channels), seed)), expected.long())
        swaps.append(is_swapped)
    assert sum(swaps) == {0.0: 0, 1.0: 40}.get(p, sum(swaps))
    assert 0 < sum(swaps) < 40 or p in (0.0, 1.0)


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    step = chain(RandomHorizontalFlip, tmp_path, p=1.0)
    found = {"step": "RandomHorizontalFlip", "found": "a tensor of 3 x 3"}
    assert refused(step, torch.ones(3, 3)) == ("transform_needs_planes", found)
