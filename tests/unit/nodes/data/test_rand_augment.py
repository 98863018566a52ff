"""RandAugment: each of the fourteen operations against its formula, and the draws against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from PIL import Image, ImageFilter, ImageOps

from app.core.vocab.errors import NodeError
from app.nodes.data.rand_augment import RandAugment
from tests.support.picture_files import picture, pixels
from tests.support.transforms import chain, check_step, planes, refused, seeded

if TYPE_CHECKING:
    from pathlib import Path

GREY = torch.tensor([299.0, 587.0, 114.0])[:, None, None] / 1000
HEIGHT, WIDTH = 20, 24
SHARE = 19 / 30  # a strength whose shear puts no pixel between two others


def value() -> torch.Tensor:
    return pixels(HEIGHT, WIDTH).permute(2, 0, 1).float()


def moved(across: float, down: float, shear_x: float = 0.0, shear_y: float = 0.0) -> torch.Tensor:
    """Each new pixel from the old place of its middle, black from outside."""
    y, x = torch.meshgrid(torch.arange(HEIGHT) + 0.5, torch.arange(WIDTH) + 0.5, indexing="ij")
    from_x = (x + shear_x * y - across).floor().long()
    from_y = (y + shear_y * x - down).floor().long()
    inside = (from_x >= 0) & (from_x < WIDTH) & (from_y >= 0) & (from_y < HEIGHT)
    return value()[:, from_y.clamp(0, HEIGHT - 1), from_x.clamp(0, WIDTH - 1)] * inside


def blended(base: torch.Tensor, factor: float) -> torch.Tensor:
    return (base + factor * (value() - base)).clamp(0, 255)


def expected(operation: int, sign: int) -> torch.Tensor | None:
    """The picture after an operation of 19 out of 30; None where Pillow's own word is taken."""
    strong = sign * SHARE
    grey = (value() * GREY).sum(0, keepdim=True)
    lookup = torch.arange(256.0)
    made = {
        0: lambda: value(),
        1: lambda: moved(0, 0, shear_x=0.3 * strong),
        2: lambda: moved(0, 0, shear_y=0.3 * strong),
        3: lambda: moved(int(150 / 331 * WIDTH * strong), 0),
        4: lambda: moved(0, int(150 / 331 * HEIGHT * strong)),
        6: lambda: blended(torch.zeros(()), 1 + 0.9 * strong),
        7: lambda: blended(grey, 1 + 0.9 * strong),
        8: lambda: blended(grey.round().mean().round(), 1 + 0.9 * strong),
        10: lambda: (value().long() & (0xFF << 3) & 0xFF).float(),  # 8 - round(4 * 19 / 30) = 5 bits stay
        11: lambda: torch.where(lookup < 255 * (1 - SHARE), lookup, 255 - lookup)[value().long()],
    }.get(operation)
    return made() if made else None


def test_every_operation(tmp_path: Path) -> None:
    step = chain(RandAugment, tmp_path, num_ops=1, magnitude=19)
    seen = set()
    for seed in range(150):
        torch.manual_seed(seed)
        operation = int(torch.randint(14, (1,)))
        sign = -1 if 0 < operation < 10 and int(torch.randint(2, (1,))) else 1
        made = planes(seeded(step, picture(HEIGHT, WIDTH), seed)).float()
        wanted = expected(operation, sign)
        if wanted is None:
            wanted = planes(by_pillow(operation, sign)).float()
        assert (made - wanted).abs().max() <= 2, operation
        assert operation in (0, 12, 13) or (made - value()).abs().max() > 5, operation
        seen.add((operation, sign))
    assert seen == {(op, sign) for op in range(14) for sign in ((-1, 1) if 0 < op < 10 else (1,))}


def by_pillow(operation: int, sign: int) -> Image.Image:
    """Turn, sharpness (away from or towards the smoothed picture), autocontrast, equalize."""
    shown = picture(HEIGHT, WIDTH)
    if operation == 5:
        return shown.rotate(sign * 30 * SHARE, Image.Resampling.NEAREST)
    if operation == 9:
        return Image.blend(shown.filter(ImageFilter.SMOOTH), shown, 1 + 0.9 * sign * SHARE)
    return ImageOps.autocontrast(shown) if operation == 12 else ImageOps.equalize(shown)


@pytest.mark.parametrize(("count", "magnitude"), [(0, 30), (8, 0)])
def test_nothing_and_no_strength(tmp_path: Path, count: int, magnitude: int) -> None:
    check_step(RandAugment, tmp_path, picture(6, 7))
    step = chain(RandAugment, tmp_path, num_ops=count, magnitude=magnitude)
    for seed in range(10):
        made = seeded(step, picture(6, 7), seed)
        if count == 0:
            assert torch.equal(planes(made), planes(picture(6, 7)))
        assert made.size == (7, 6)


def test_grey_and_other_pictures(tmp_path: Path) -> None:
    step = chain(RandAugment, tmp_path, num_ops=8, magnitude=30)
    for seed in range(20):
        assert seeded(step, picture(6, 7, 1), seed).mode == "L"
        assert seeded(step, picture(6, 7, 4), seed).mode == "RGB"


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    found = {"step": "RandAugment", "found": "Tensor"}
    assert refused(chain(RandAugment, tmp_path), torch.ones(3, 4, 4)) == ("transform_needs_picture", found)
    with pytest.raises(NodeError) as caught:
        chain(RandAugment, tmp_path, magnitude=31)
    assert caught.value.reason.code == "magnitude_beyond_bins"
    assert caught.value.reason.params == {"magnitude": 31, "most": 30}
    assert chain(RandAugment, tmp_path, num_magnitude_bins=12, magnitude=11).steps[0].magnitude == 11
