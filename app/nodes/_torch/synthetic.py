"""Made-up data sets whose answer is known: blobs, shapes with their masks, sequences to remember.

Everything follows from the seed alone, on every machine: the numbers come from a generator of torch on the CPU.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from app.nodes._torch.items import Pairs
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK_ITEMS = 1 << 20
"""Pixels that are worked on at once: a few arrays of this size are held beside the result."""

_SEEDS = 2**64


def blobs(side: int, count: int, seed: int, is_stopped: Callable[[], bool]) -> Pairs | None:
    """One bright round blob in each picture, float32 [1, side, side] from -1 to 1; every label is 0.

    None when the run was asked to stop. Raises: NodeError tensor_too_large.
    """
    refuse_absurd((count, side, side), 4, "cpu")
    generator = _generator(seed)
    centre = (0.25 + 0.5 * torch.rand(count, 2, generator=generator)) * side
    spread = (0.08 + 0.12 * torch.rand(count, generator=generator)) * side
    pictures = torch.empty(count, 1, side, side)
    for rows in _chunks(count, side):
        if is_stopped():
            return None
        y, x = _offsets(centre[rows], side)
        far = (y**2 + x**2) / (2 * spread[rows, None, None] ** 2)
        pictures[rows, 0] = 2 * torch.exp(-far) - 1
    return Pairs(pictures, torch.zeros(count, dtype=torch.int64))


def shapes(side: int, count: int, noise: float, seed: int, is_stopped: Callable[[], bool]) -> Pairs | None:
    """One or two circles and rectangles in each picture, float32 [1, side, side], with masks int64 [side, side].

    Classes: 0 nothing, 1 circle, 2 rectangle. The background is 0, a shape 0.5 to 1, noise is added on top; a second
    shape hides the first where they meet. None when the run was asked to stop. Raises: NodeError tensor_too_large.
    """
    refuse_absurd((count, side, side), 4 + 8, "cpu")
    generator = _generator(seed)
    drawn = torch.rand(count, 2, 6, generator=generator)
    has_second = torch.rand(count, generator=generator) < 0.5
    pictures = torch.empty(count, 1, side, side)
    masks = torch.empty(count, side, side, dtype=torch.int64)
    for rows in _chunks(count, side):
        if is_stopped():
            return None
        picture = torch.zeros(len(drawn[rows]), side, side)
        mask = torch.zeros_like(picture, dtype=torch.int64)
        for place in (0, 1):
            kind, down, across, tall, wide, level = drawn[rows, place].T[:, :, None, None]
            y, x = _offsets(torch.stack([down, across], 1)[:, :, 0, 0].mul(0.6).add(0.2) * side, side)
            height, width = (0.12 + 0.13 * tall) * side, (0.12 + 0.13 * wide) * side
            is_circle = kind < 0.5
            inside = torch.where(is_circle, y**2 + x**2 <= height**2, (y.abs() <= height) & (x.abs() <= width))
            if place:
                inside = inside & has_second[rows, None, None]
            picture = torch.where(inside, 0.5 + 0.5 * level, picture)
            mask = torch.where(inside, torch.where(is_circle, 1, 2), mask)
        if noise:
            picture = picture + noise * torch.randn(picture.shape, generator=generator)
        pictures[rows, 0], masks[rows] = picture, mask
    return Pairs(pictures, masks)


def recall(
    kind: str, length: int, count: int, classes: int, distractors: int, seed: int, is_stopped: Callable[[], bool]
) -> Pairs | None:
    """Sequences int64 [length] of distractors with the token of their class in one place; the label is the class.

    kind: recall_first or recall_last, the place. Tokens: classes from 0, then distractors. None when the run was asked
    to stop. Raises: NodeError tensor_too_large.
    """
    refuse_absurd((count, length), 8, "cpu")
    generator = _generator(seed)
    labels = torch.randint(0, classes, (count,), generator=generator)
    tokens = torch.empty(count, length, dtype=torch.int64)
    if length > 1:
        for piece in torch.split(tokens.view(-1), _CHUNK_ITEMS):
            if is_stopped():
                return None
            torch.randint(classes, classes + distractors, piece.shape, generator=generator, out=piece)
    tokens[:, 0 if kind == "recall_first" else -1] = labels
    return Pairs(tokens, labels)


def _generator(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed % _SEEDS)


def _chunks(count: int, side: int) -> list[slice]:
    step = max(1, _CHUNK_ITEMS // (side * side))
    return [slice(start, min(start + step, count)) for start in range(0, count, step)]


def _offsets(centre: torch.Tensor, side: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Distances [n, side, 1] and [n, 1, side] of each pixel's middle from centres [n, 2] (down, across)."""
    middle = torch.arange(side) + 0.5
    return middle[None, :, None] - centre[:, 0, None, None], middle[None, None, :] - centre[:, 1, None, None]
