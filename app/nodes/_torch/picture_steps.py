"""Random steps on pictures alone: turning, changing colours, and chosen operations of one strength."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from PIL import Image, ImageEnhance, ImageOps

from app.nodes._torch.transforms import picture, uniform

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class RandomRotation:
    """A turn by up to `degrees` either way. expand: the picture grows to hold its corners. fill: 0 to 255."""

    degrees: float
    expand: bool = False
    fill: float = 0.0

    def __call__(self, item: Any) -> Image.Image:
        """Raises: NodeError transform_needs_picture."""
        shown = _plain(picture(item, self))
        level = round(min(max(self.fill, 0.0), 255.0))
        colour = level if shown.mode == "L" else (level,) * len(shown.getbands())
        angle = uniform(-self.degrees, self.degrees)
        return shown.rotate(angle, Image.Resampling.NEAREST, expand=self.expand, fillcolor=colour)


@dataclass(frozen=True)
class ColorJitter:
    """Brightness, contrast and saturation times a factor in 1 - v..1 + v, hue moved by up to `hue` of the circle.

    The four are applied in a random order. Source of the order of draws: torchvision's documentation and behaviour.
    """

    brightness: float
    contrast: float
    saturation: float
    hue: float

    def __call__(self, item: Any) -> Image.Image:
        """Raises: NodeError transform_needs_picture."""
        shown = _plain(picture(item, self))
        order = torch.randperm(4).tolist()
        factors = [
            uniform(max(0.0, 1 - v), 1 + v) if v else None for v in (self.brightness, self.contrast, self.saturation)
        ]
        shift = uniform(-self.hue, self.hue) if self.hue else None
        for place in order:
            if place == 3:
                shown = shown if shift is None else _hue_moved(shown, shift)
                continue
            factor = factors[place]
            if factor is not None:
                shown = _ENHANCERS[place](shown).enhance(factor)
        return shown


_ENHANCERS: tuple[Any, ...] = (ImageEnhance.Brightness, ImageEnhance.Contrast, ImageEnhance.Color)


@dataclass(frozen=True)
class RandAugment:
    """`count` operations drawn with repetition, each of strength `magnitude` on a scale of `bins` steps.

    Source: Cubuk et al., RandAugment (2019), with the fourteen operations and ranges of torchvision's documentation.
    """

    count: int
    magnitude: int
    bins: int

    def __call__(self, item: Any) -> Image.Image:
        """Raises: NodeError transform_needs_picture."""
        shown = _plain(picture(item, self))
        share = self.magnitude / (self.bins - 1)
        for _ in range(self.count):
            operation, is_signed = OPERATIONS[int(torch.randint(len(OPERATIONS), (1,)).item())]
            sign = -1 if is_signed and int(torch.randint(2, (1,)).item()) else 1
            shown = operation(shown, share, sign)
        return shown


def _plain(shown: Image.Image) -> Image.Image:
    """Grey or colour: what every operation here can work on."""
    return shown if shown.mode in ("L", "RGB") else shown.convert("RGB")


def _hue_moved(shown: Image.Image, shift: float) -> Image.Image:
    """shift: part of the whole circle, which has 256 steps. A grey picture has no hue."""
    if shown.mode != "RGB":
        return shown
    hue, saturation, value = shown.convert("HSV").split()
    start = int(shift * 255) % 256
    moved = hue.point([*range(start, 256), *range(start)])
    return Image.merge("HSV", (moved, saturation, value)).convert("RGB")


def _affine(shown: Image.Image, matrix: tuple[float, float, float, float, float, float]) -> Image.Image:
    """matrix: the place in the old picture for each place in the new one; what comes from outside is black."""
    return shown.transform(shown.size, Image.Transform.AFFINE, matrix, Image.Resampling.NEAREST)


def _enhanced(kind: Any) -> Callable[[Image.Image, float, int], Image.Image]:
    def enhance(shown: Image.Image, share: float, sign: int) -> Image.Image:
        made: Image.Image = kind(shown).enhance(1 + sign * 0.9 * share)
        return made

    return enhance


OPERATIONS: tuple[tuple[Callable[[Image.Image, float, int], Image.Image], bool], ...] = (
    (lambda shown, share, sign: shown, False),
    (lambda shown, share, sign: _affine(shown, (1, sign * 0.3 * share, 0, 0, 1, 0)), True),
    (lambda shown, share, sign: _affine(shown, (1, 0, 0, sign * 0.3 * share, 1, 0)), True),
    (lambda shown, share, sign: _affine(shown, (1, 0, -int(sign * 150 / 331 * shown.width * share), 0, 1, 0)), True),
    (lambda shown, share, sign: _affine(shown, (1, 0, 0, 0, 1, -int(sign * 150 / 331 * shown.height * share))), True),
    (lambda shown, share, sign: shown.rotate(sign * 30 * share, Image.Resampling.NEAREST), True),
    (_enhanced(ImageEnhance.Brightness), True),
    (_enhanced(ImageEnhance.Color), True),
    (_enhanced(ImageEnhance.Contrast), True),
    (_enhanced(ImageEnhance.Sharpness), True),
    (lambda shown, share, sign: ImageOps.posterize(shown, 8 - round(4 * share)), False),
    (lambda shown, share, sign: ImageOps.solarize(shown, math.ceil(255 * (1 - share))), False),
    (lambda shown, share, sign: ImageOps.autocontrast(shown), False),
    (lambda shown, share, sign: ImageOps.equalize(shown), False),
)
"""(operation on picture, share of the full strength, sign; whether the sign is drawn), in torchvision's order:
identity, shear x and y, move x and y, turn, brightness, colour, contrast, sharpness, posterize, solarize,
autocontrast, equalize."""
