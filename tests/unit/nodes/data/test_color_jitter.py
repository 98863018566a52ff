"""ColorJitter: each change against its formula, and the draws against torch."""

from __future__ import annotations

import colorsys
from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.data.color_jitter import ColorJitter
from tests.support.picture_files import picture, pixels
from tests.support.transforms import chain, check_step, planes, refused, seeded

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OFF = {"brightness": 0.0, "contrast": 0.0, "saturation": 0.0, "hue": 0.0}
GREY = torch.tensor([299.0, 587.0, 114.0])[:, None, None] / 1000


def value() -> torch.Tensor:
    return pixels(6, 7).permute(2, 0, 1).float()


def _contrast(shown: torch.Tensor) -> torch.Tensor:
    return torch.full_like(shown, float((shown * GREY).sum(0).round().mean().round()))


BLENDED: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "brightness": torch.zeros_like,
    "contrast": _contrast,
    "saturation": lambda shown: (shown * GREY).sum(0, keepdim=True).expand_as(shown),
}


@pytest.mark.parametrize("name", BLENDED)
@pytest.mark.parametrize("strength", [0.3, 1.0])
def test_each_factor_lies_in_its_range(tmp_path: Path, name: str, strength: float) -> None:
    step = chain(ColorJitter, tmp_path, **{**OFF, name: strength})
    base = BLENDED[name](value())
    for seed in range(6):
        torch.manual_seed(seed)
        torch.randperm(4)
        factor = float(torch.empty(1).uniform_(1 - strength, 1 + strength))
        expected = (base + factor * (value() - base)).clamp(0, 255)
        made = planes(seeded(step, picture(6, 7), seed)).float()
        assert (made - expected).abs().max() <= 2
        assert (made - value()).abs().max() > 4 or abs(factor - 1) < 0.05


def test_hue_moves_round_the_circle(tmp_path: Path) -> None:
    step = chain(ColorJitter, tmp_path, **{**OFF, "hue": 0.5})
    for seed in range(4):
        torch.manual_seed(seed)
        torch.randperm(4)
        shift = float(torch.empty(1).uniform_(-0.5, 0.5))
        made = planes(seeded(step, picture(6, 7), seed)).flatten(1).T.tolist()
        for got, old in zip(made, value().flatten(1).T.tolist(), strict=True):
            hue, saturation, bright = colorsys.rgb_to_hsv(*(level / 255 for level in old))
            wanted = colorsys.hsv_to_rgb((hue + shift) % 1, saturation, bright)
            assert max(abs(a - b * 255) for a, b in zip(got, wanted, strict=True)) < 16  # 256 steps of hue


def test_the_order_is_drawn(tmp_path: Path) -> None:
    check_step(ColorJitter, tmp_path, picture(6, 7))
    step = chain(ColorJitter, tmp_path, **{**OFF, "brightness": 0.9, "contrast": 0.9})
    seen = set()
    for seed in range(12):
        torch.manual_seed(seed)
        order = [place for place in torch.randperm(4).tolist() if place < 2]
        factors = [float(torch.empty(1).uniform_(0.1, 1.9)) for _ in range(2)]
        expected = value()
        for place in order:
            base = list(BLENDED.values())[place](expected)
            expected = (base + factors[place] * (expected - base)).clamp(0, 255)
        assert (planes(seeded(step, picture(6, 7), seed)).float() - expected).abs().max() <= 4
        seen.add(tuple(order))
    assert seen == {(0, 1), (1, 0)}


def test_nothing_to_change_and_grey_pictures(tmp_path: Path) -> None:
    step = chain(ColorJitter, tmp_path, **OFF)
    assert torch.equal(planes(step(picture(6, 7))), planes(picture(6, 7)))
    grey = chain(ColorJitter, tmp_path, **{**OFF, "hue": 0.5})
    assert torch.equal(planes(grey(picture(6, 7, 1))), planes(picture(6, 7, 1)))
    found = {"step": "ColorJitter", "found": "Tensor"}
    assert refused(step, torch.ones(3, 4, 4)) == ("transform_needs_picture", found)
