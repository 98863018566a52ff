"""SyntheticSegmentation: the mask says what the picture shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.data.synthetic_segmentation import SyntheticSegmentation
from tests.support.synthetic import check_items_are_copies, check_seed, check_stop_and_size, items

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("size", "count"), [(64, 200), (16, 4), (33, 1500)])
def test_shapes_are_where_the_mask_says(tmp_path: Path, size: int, count: int) -> None:
    pictures, masks = items(SyntheticSegmentation, tmp_path, image_size=size, n_samples=count, noise=0.0)
    assert (pictures.shape, masks.shape) == ((count, 1, size, size), (count, size, size))
    assert (pictures.dtype, masks.dtype) == (torch.float32, torch.int64)
    shown = pictures[:, 0]
    assert bool((shown[masks == 0] == 0).all())
    assert bool((shown[masks > 0] >= 0.5).all())
    assert float(shown.max()) <= 1
    levels = [len(set(picture[picture > 0].tolist())) for picture in shown]
    assert set(levels) == {1, 2} or count == 4
    assert set(masks.flatten().tolist()) == {0, 1, 2} or count == 4


def test_circles_are_round_and_rectangles_full(tmp_path: Path) -> None:
    pictures, masks = items(SyntheticSegmentation, tmp_path, n_samples=300, noise=0.0)
    seen = set()
    for picture, mask in zip(pictures[:, 0], masks, strict=True):
        kinds = sorted(set(mask[mask > 0].tolist()))
        if len(set(picture[picture > 0].tolist())) > 1:
            continue  # one shape may hide a part of the other
        rows, columns = (mask > 0).any(1).nonzero().flatten(), (mask > 0).any(0).nonzero().flatten()
        tall, wide = len(rows), len(columns)
        share = float((mask > 0).sum()) / (tall * wide)
        if kinds == [2]:
            assert share == 1.0
        elif rows[0] > 0 and rows[-1] < 63 and columns[0] > 0 and columns[-1] < 63:
            assert abs(tall - wide) <= 1
            assert share == pytest.approx(torch.pi / 4, abs=0.06)
        seen.add(kinds[0])
    assert seen == {1, 2}


def test_noise_lies_on_top(tmp_path: Path) -> None:
    plain, masks = items(SyntheticSegmentation, tmp_path, noise=0.0)
    noisy, same = items(SyntheticSegmentation, tmp_path, noise=0.2)
    assert torch.equal(masks, same)
    rest = noisy - plain
    assert float(rest.std()) == pytest.approx(0.2, rel=0.01)
    assert float(rest.mean()) == pytest.approx(0.0, abs=0.002)


def test_the_seed_decides(tmp_path: Path) -> None:
    check_seed(SyntheticSegmentation, tmp_path, noise=0.0)
    check_seed(SyntheticSegmentation, tmp_path)
    check_items_are_copies(SyntheticSegmentation, tmp_path)
    check_stop_and_size(SyntheticSegmentation, tmp_path)
