"""Tensors as pictures: values to bytes, batches to one sheet of tiles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

MOST_TILES = 64
"""Pictures of a batch that are shown; the first ones."""

_SIDE = 640
_CHANNELS = (1, 3, 4)


def sheet(values: NDArray[Any]) -> Image.Image:
    """Arrange values as one picture: [H, W], [C, H, W], [H, W, C], [N, C, H, W] or [N, H, W, C].

    With other channels than 1, 3 or 4 each channel becomes a grey picture of its own. A batch is tiled row by row.
    Small pictures are enlarged by a whole number, large ones shrunk to 640 pixels.
    """
    import numpy
    from PIL import Image

    tiles = _bytes(_tiles(values))[:MOST_TILES]
    count, height, width, channels = tiles.shape
    across = math.ceil(math.sqrt(count))
    down = math.ceil(count / across)
    gap = 0 if count == 1 else 1
    page = numpy.full((down * (height + gap) - gap, across * (width + gap) - gap, channels), 255, numpy.uint8)
    for number, tile in enumerate(tiles):
        top, left = number // across * (height + gap), number % across * (width + gap)
        page[top : top + height, left : left + width] = tile
    image = Image.fromarray(page[:, :, 0] if channels == 1 else page)
    longest = max(image.size)
    if longest > _SIDE:
        size = (max(image.width * _SIDE // longest, 1), max(image.height * _SIDE // longest, 1))
        return image.resize(size, Image.Resampling.BOX)
    times = max(_SIDE // 2 // longest, 1)
    return image.resize((image.width * times, image.height * times), Image.Resampling.NEAREST)


def _tiles(values: NDArray[Any]) -> NDArray[Any]:
    """[N, H, W, C] with 1, 3 or 4 channels, of any array that has items."""
    while values.ndim < 2:
        values = values[None]
    if values.ndim == 2:
        return values[None, :, :, None]
    batch = values.reshape(-1, *values.shape[-3:])
    if batch.shape[1] in _CHANNELS:
        return batch.transpose(0, 2, 3, 1)
    if batch.shape[3] in _CHANNELS:
        return batch
    return batch.reshape(-1, *batch.shape[2:], 1)


def _bytes(values: NDArray[Any]) -> NDArray[Any]:
    """0 to 1 becomes 0 to 255; bytes stay; anything else is stretched from its smallest to its largest value."""
    import numpy

    if values.dtype == numpy.uint8:
        return values
    finite = numpy.isfinite(values)
    low, high = float(values[finite].min()), float(values[finite].max())
    if low < 0 or high > 1:
        values = (values - low) / (high - low) if high > low else numpy.zeros_like(values)
    return (numpy.where(finite, values, 0) * 255).round().astype(numpy.uint8)
