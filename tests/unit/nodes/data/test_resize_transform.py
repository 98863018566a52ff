"""ResizeTransform against Pillow and torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from PIL import Image
from torch.nn import functional

from app.core.vocab.errors import NodeError
from app.nodes.data.resize_transform import ResizeTransform
from tests.support import mutants
from tests.support.picture_files import picture, pixels
from tests.support.transforms import chain, check_step, planes, refused

if TYPE_CHECKING:
    from pathlib import Path

HOW = {"nearest": 0, "bilinear": 2, "bicubic": 3}


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("size", [3, 9])
def test_pictures(tmp_path: Path, how: str, channels: int, size: int) -> None:
    check_step(ResizeTransform, tmp_path, picture(3, 4))
    made = planes(chain(ResizeTransform, tmp_path, size=size, interpolation=how)(picture(5, 8, channels)))
    own = picture(5, 8, channels).resize((size, size), Image.Resampling(HOW[how]))
    mutants.check(mutants.equals(planes(own)), made)
    assert made.shape == (channels, size, size)


@pytest.mark.parametrize("how", HOW)
def test_tensors_come_near_to_the_picture(tmp_path: Path, how: str) -> None:
    step = chain(ResizeTransform, tmp_path, size=4, interpolation=how)
    value = pixels(8, 6).permute(2, 0, 1)
    made = step(value.float() / 255)
    if how == "nearest":
        expected = functional.interpolate(value[None].float() / 255, (4, 4), mode="nearest")[0]
        mutants.check(mutants.equals(expected), made)
    else:
        shown = planes(step(picture(8, 6)))
        assert (made * 255 - shown.float()).abs().max() < (2 if how == "bilinear" else 60)  # Pillow clips overshoot
    of_bytes = step(value)
    assert of_bytes.dtype is torch.uint8
    assert (of_bytes.float() - (made * 255).clamp(0, 255)).abs().max() <= 0.51


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    step = chain(ResizeTransform, tmp_path)
    assert refused(step, torch.ones(3)) == (
        "transform_needs_planes",
        {"step": "Resize", "found": "a tensor of 3"},
    )
    with pytest.raises(NodeError) as caught:
        chain(ResizeTransform, tmp_path, size=10**9)
    assert caught.value.reason.code == "tensor_too_large"
