"""What is done to an item of a data set when it is loaded: steps that can be pickled and joined into chains.

Parameters mean what torchvision's documentation says of the transform of that name (v0.2x, pytorch.org/vision); the
code is our own, on Pillow and torch. Random steps draw from torch's generator alone, so that the run's seed decides
them, in loader workers too. Steps before ToTensor get a picture; those that work on both say so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from PIL import Image, ImageOps
from torch.nn import functional

from app.core.vocab.errors import NodeError
from app.nodes._torch.pictures import tensor_of
from app.nodes.operands import type_text
from app.nodes.shapes import shape_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

Step = Callable[[Any], Any]

RESAMPLING = {
    "nearest": Image.Resampling.NEAREST,
    "bilinear": Image.Resampling.BILINEAR,
    "bicubic": Image.Resampling.BICUBIC,
}


@dataclass(frozen=True)
class Chain:
    """Steps one after the other; none leaves an item as it is."""

    steps: tuple[Step, ...] = ()

    def __call__(self, item: Any) -> Any:
        """The item after every step."""
        for step in self.steps:
            item = step(item)
        return item


def appended(before: Any, step: Step, port: str = "transform") -> Chain:
    """A chain of what was connected (None for nothing) and one more step. Raises: NodeError transform_not_callable."""
    return joined([before, Chain((step,))], port)


def joined(parts: list[Any], port: str = "transform") -> Chain:
    """One chain of several; None is passed over. Raises: NodeError transform_not_callable."""
    steps: list[Step] = []
    for part in parts:
        if isinstance(part, Chain):
            steps.extend(part.steps)
        elif callable(part):
            steps.append(part)
        elif part is not None:
            raise NodeError.of("transform_not_callable", port=port, found=type_text(part))
    return Chain(tuple(steps))


def picture(item: Any, step: object) -> Image.Image:
    """The item, which must be a picture. Raises: NodeError transform_needs_picture."""
    if isinstance(item, Image.Image):
        return item
    raise NodeError.of("transform_needs_picture", step=type(step).__name__, found=type_text(item))


def planes(item: Any, step: object) -> torch.Tensor:
    """The item, which must be a tensor [C, H, W]. Raises: NodeError transform_needs_planes."""
    if isinstance(item, torch.Tensor) and item.dim() == 3:
        return item
    found = f"a tensor of {shape_text(item.shape)}" if isinstance(item, torch.Tensor) else type_text(item)
    raise NodeError.of("transform_needs_planes", step=type(step).__name__, found=found)


def uniform(low: float, high: float) -> float:
    """One number from torch's generator."""
    return float(torch.empty(1).uniform_(low, high).item())


@dataclass(frozen=True)
class ToTensor:
    """A picture as float32 [C, H, W] from 0 to 1; bytes in a tensor are scaled, other tensors pass."""

    def __call__(self, item: Any) -> torch.Tensor:
        """Raises: NodeError transform_needs_picture."""
        if isinstance(item, torch.Tensor):
            return item.to(torch.float32) / 255 if item.dtype is torch.uint8 else item
        return tensor_of(picture(item, self))


@dataclass(frozen=True)
class Normalize:
    """(value - mean) / std for each channel; one number serves all channels."""

    mean: tuple[float, ...]
    std: tuple[float, ...]

    @cached_property
    def _columns(self) -> tuple[torch.Tensor, torch.Tensor]:
        mean, std = (torch.tensor(n, dtype=torch.float64)[:, None, None] for n in (self.mean, self.std))
        return mean, std

    def __call__(self, item: Any) -> torch.Tensor:
        """Raises: NodeError transform_needs_planes, channels_differ."""
        value = planes(item, self)
        value = value if value.is_floating_point() else value.to(torch.float32)
        if len(self.mean) == len(self.std) == 1:
            return (value - self.mean[0]) / self.std[0]
        for numbers in (self.mean, self.std):
            if len(numbers) not in (1, value.shape[0]):
                raise NodeError.of("channels_differ", given=len(numbers), channels=value.shape[0])
        mean, std = (column.to(value.device, value.dtype) for column in self._columns)
        return (value - mean) / std


@dataclass(frozen=True)
class Resize:
    """A square of `side` pixels, smoothed unless by nearest; for pictures and tensors."""

    side: int
    how: str = "bilinear"

    def __call__(self, item: Any) -> Any:
        """Raises: NodeError transform_needs_planes."""
        if isinstance(item, Image.Image):
            return item.resize((self.side, self.side), RESAMPLING[self.how])
        value = planes(item, self)
        smooth: dict[str, Any] = {} if self.how == "nearest" else {"align_corners": False, "antialias": True}
        made = functional.interpolate(value[None].to(torch.float32), (self.side, self.side), mode=self.how, **smooth)[0]
        return made.round().clamp(0, 255).to(value.dtype) if value.dtype is torch.uint8 else made


@dataclass(frozen=True)
class RandomHorizontalFlip:
    """Left and right swapped with probability p; for pictures and tensors."""

    p: float = 0.5

    def __call__(self, item: Any) -> Any:
        """Raises: NodeError transform_needs_planes."""
        if torch.rand(1).item() >= self.p:
            return item
        return ImageOps.mirror(item) if isinstance(item, Image.Image) else planes(item, self).flip(-1)


@dataclass(frozen=True)
class RandomCrop:
    """A square of `side` pixels from a random place, after padding all round; for pictures and tensors.

    mode: constant (black), edge, reflect (without the edge twice) or symmetric (with it).
    """

    side: int
    padding: int = 0
    mode: str = "constant"

    def __call__(self, item: Any) -> Any:
        """Raises: NodeError transform_needs_planes, crop_too_large, padding_too_large."""
        if isinstance(item, Image.Image):
            width, height = item.size
        else:
            height, width = planes(item, self).shape[1:]
        if self.mode == "reflect" and self.padding >= min(height, width):
            raise NodeError.of("padding_too_large", padding=self.padding, size=min(height, width))
        rows, columns = height + 2 * self.padding, width + 2 * self.padding
        if self.side > min(rows, columns):
            raise NodeError.of("crop_too_large", side=self.side, width=columns, height=rows)
        top = left = 0
        if (rows, columns) != (self.side, self.side):  # what is drawn, and when, is torchvision's
            top = int(torch.randint(0, rows - self.side + 1, (1,)).item())
            left = int(torch.randint(0, columns - self.side + 1, (1,)).item())
        box = (left - self.padding, top - self.padding)
        return _cut(item, *box, self.side, self.mode)


def _cut(item: Any, left: int, top: int, side: int, mode: str) -> Any:
    """A square whose corner may lie outside of the item; what comes from there follows the padding mode."""
    if isinstance(item, Image.Image):
        if mode == "constant":  # Pillow itself gives black from outside
            return item.crop((left, top, left + side, top + side))
        values = np.asarray(item.convert("L") if item.mode == "1" else item)
        down, across = _source(top, side, values.shape[0], mode), _source(left, side, values.shape[1], mode)
        made = Image.fromarray(values[down[:, None], across])
        if item.mode == "P" and item.palette:
            made.putpalette(item.palette)
        return made
    height, width = item.shape[1:]
    if mode == "constant":
        return functional.pad(item, (-left, left + side - width, -top, top + side - height))
    down, across = _source(top, side, height, mode), _source(left, side, width, mode)
    return item[:, torch.from_numpy(down)[:, None], torch.from_numpy(across)]


def _source(start: int, count: int, size: int, mode: str) -> NDArray[np.int64]:
    """Places in a row of `size` items that `count` items from `start` on come from: edge, reflect or symmetric."""
    at = np.arange(start, start + count)
    if mode == "edge":
        return at.clip(0, size - 1)
    period = 2 * size if mode == "symmetric" else max(2 * size - 2, 1)
    folded = at % period
    return np.where(folded < size, folded, period - folded - int(mode == "symmetric"))
