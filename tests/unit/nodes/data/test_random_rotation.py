"""RandomRotation: the angle is drawn by torch, the turn is a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from PIL import Image

from app.nodes.data.random_rotation import RandomRotation
from tests.support import mutants
from tests.support.picture_files import picture
from tests.support.transforms import chain, check_step, planes, refused, seeded

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize(("expand", "fill"), [(False, 0.0), (True, 99.6)])
def test_turns_by_the_drawn_angle(tmp_path: Path, channels: int, expand: bool, fill: float) -> None:
    check_step(RandomRotation, tmp_path, picture(8, 9))
    step = chain(RandomRotation, tmp_path, degrees=170.0, expand=expand, fill=fill)
    for seed in range(5):
        torch.manual_seed(seed)
        angle = float(torch.empty(1).uniform_(-170.0, 170.0))
        colour = round(fill) if channels == 1 else (round(fill),) * 3
        own = picture(8, 9, channels).rotate(angle, Image.Resampling.NEAREST, expand=expand, fillcolor=colour)
        mutants.check(mutants.equals(planes(own)), planes(seeded(step, picture(8, 9, channels), seed)))


def test_a_quarter_turn_moves_every_pixel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.nodes._torch.picture_steps.uniform", lambda low, high: high)
    made = chain(RandomRotation, tmp_path, degrees=90.0, expand=True)(picture(4, 6))
    assert torch.equal(planes(made), torch.rot90(planes(picture(4, 6)), 1, (1, 2)))


def test_fill_is_held_to_what_a_pixel_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.nodes._torch.picture_steps.uniform", lambda low, high: high)
    black = Image.new("L", (9, 9))
    for fill, corner in ((-5.0, 0), (1e300, 255), (7.4, 7)):
        assert chain(RandomRotation, tmp_path, degrees=45.0, fill=fill)(black).getpixel((0, 0)) == corner


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    found = {"step": "RandomRotation", "found": "Tensor"}
    assert refused(chain(RandomRotation, tmp_path), torch.ones(3, 4, 4)) == ("transform_needs_picture", found)
