"""RandomCrop against numpy's padding and the same draws from torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.data.random_crop import RandomCrop
from tests.support import mutants
from tests.support.picture_files import picture, pixels
from tests.support.transforms import chain, check_step, planes, refused, seeded

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("mode", ["constant", "edge", "reflect", "symmetric"])
@pytest.mark.parametrize(("side", "padding"), [(3, 0), (4, 2), (9, 3), (10, 4)])
@pytest.mark.parametrize("channels", [1, 3])
def test_cuts_where_the_draws_say(tmp_path: Path, mode: Any, side: int, padding: int, channels: int) -> None:
    step = chain(RandomCrop, tmp_path, size=side, padding=padding, padding_mode=mode)
    value = pixels(5, 6, channels)
    padded = np.pad(value.numpy(), ((padding, padding), (padding, padding), (0, 0)), mode=mode)
    for seed in range(8):
        torch.manual_seed(seed)
        top = int(torch.randint(0, padded.shape[0] - side + 1, (1,)))
        left = int(torch.randint(0, padded.shape[1] - side + 1, (1,)))
        expected = torch.from_numpy(padded[top : top + side, left : left + side].copy()).permute(2, 0, 1)
        mutants.check(mutants.equals(expected), seeded(step, value.permute(2, 0, 1), seed))
        assert torch.equal(planes(seeded(step, picture(5, 6, channels), seed)), expected.long())


def test_a_picture_of_that_very_size_draws_nothing(tmp_path: Path) -> None:
    check_step(RandomCrop, tmp_path, picture(40, 50))
    step = chain(RandomCrop, tmp_path, size=4, padding=0)
    before = torch.get_rng_state()
    assert torch.equal(step(pixels(4, 4)[:, :, 0][None]), pixels(4, 4)[:, :, 0][None])
    assert torch.equal(torch.get_rng_state(), before)


def test_other_kinds_of_pictures_keep_their_kind(tmp_path: Path) -> None:
    step = chain(RandomCrop, tmp_path, size=8, padding=3)
    shown = picture(6, 6).convert("P")
    colours = shown.getpalette() or []
    made = seeded(step, shown)
    assert (made.mode, made.size) == ("P", (8, 8))
    assert set(made.convert("RGB").tobytes()) <= {*shown.convert("RGB").tobytes(), 0, *colours[:3]}
    assert seeded(step, picture(6, 6, 4)).mode == "RGBA"


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    step = chain(RandomCrop, tmp_path, size=9, padding=1)
    assert refused(step, picture(4, 20)) == ("crop_too_large", {"side": 9, "width": 22, "height": 6})
    assert refused(step, torch.ones(4, 20)) == (
        "transform_needs_planes",
        {"step": "RandomCrop", "found": "a tensor of 4 x 20"},
    )
    mirrored = chain(RandomCrop, tmp_path, size=2, padding=4, padding_mode="reflect")
    assert refused(mirrored, picture(4, 20)) == ("padding_too_large", {"padding": 4, "size": 4})
    for params, code in (({"size": 10**9}, "tensor_too_large"), ({"padding": 2**62}, "padding_too_large")):
        with pytest.raises(NodeError) as caught:
            chain(RandomCrop, tmp_path, **params)
        assert caught.value.reason.code == code
