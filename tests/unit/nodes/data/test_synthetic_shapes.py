"""SyntheticShapes: each picture is the blob that its own brightest place and spread describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.data.synthetic_shapes import SyntheticShapes
from tests.support.synthetic import check_items_are_copies, check_seed, check_stop_and_size, items

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("size", "count"), [(24, 384), (8, 8), (61, 700)])
def test_pictures_of_one_blob(tmp_path: Path, size: int, count: int) -> None:
    pictures, labels = items(SyntheticShapes, tmp_path, image_size=size, n_samples=count)
    assert (pictures.shape, pictures.dtype) == ((count, 1, size, size), torch.float32)
    assert labels.tolist() == [0] * count
    assert -1 <= float(pictures.min()) < float(pictures.max()) <= 1
    heat = (pictures.double() + 1) / 2
    middle = torch.arange(size, dtype=torch.float64) + 0.5
    # the logarithm of a round blob falls with the square of the distance: three pixels tell its centre and spread
    place = heat.reshape(count, -1).argmax(1)
    row, column = (place // size).clamp(1, size - 2), (place % size).clamp(1, size - 2)
    each = torch.arange(count)
    logs = {(dy, dx): heat[each, 0, row + dy, column + dx].log() for dy in (-1, 0, 1) for dx in (-1, 0, 1)}
    bend = 2 * logs[0, 0] - logs[-1, 0] - logs[1, 0]
    spread = bend.rsqrt()
    down = middle[row] + (logs[1, 0] - logs[-1, 0]) / (2 * bend)
    across = middle[column] + (logs[0, 1] - logs[0, -1]) / (2 * bend)
    squares = (middle[:, None] - down[:, None, None]) ** 2 + (middle - across[:, None, None]) ** 2
    expected = torch.exp(-squares / (2 * spread[:, None, None] ** 2)).unsqueeze(1)
    torch.testing.assert_close(heat, expected, atol=2e-3, rtol=0)
    assert bool(((spread > 0.07 * size) & (spread < 0.21 * size)).all())
    assert bool(((down > 0.24 * size) & (down < 0.76 * size)).all())


def test_the_seed_decides(tmp_path: Path) -> None:
    check_seed(SyntheticShapes, tmp_path)
    check_items_are_copies(SyntheticShapes, tmp_path)
    check_stop_and_size(SyntheticShapes, tmp_path)
