"""Transform: the same items, changed when they are loaded; the data set that came in stays as it was."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest
import torch
from PIL import Image

from app.core.vocab.errors import NodeError
from app.nodes._torch.held_dataset import HeldDataset
from app.nodes._torch.items import Pairs
from app.nodes._torch.transforms import Chain, Normalize, Resize, ToTensor
from app.nodes.data.transform import Transform
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path

PIXELS = torch.randint(0, 256, (5, 3, 4, 6), generator=torch.Generator().manual_seed(0)).to(torch.uint8)
LABELS = torch.tensor([3, 1, 4, 1, 5])


def held(transform: Any = None) -> HeldDataset:
    return HeldDataset("own", PIXELS, LABELS, transform)


def transform(root: Path, dataset: Any, chain: Any = None, **params: Any) -> Any:
    inputs = {"dataset": dataset, **({} if chain is None else {"transform": chain})}
    return pickle.loads(pickle.dumps(call(Transform, root, inputs, params)["dataset"]))


@pytest.mark.parametrize(
    ("params", "wanted"),
    [
        ({}, PIXELS[2] / 255 * 2 - 1),
        ({"normalize": False}, PIXELS[2] / 255),
    ],
)
def test_the_settings(tmp_path: Path, params: dict[str, bool], wanted: torch.Tensor) -> None:
    made = transform(tmp_path, held(), **params)
    value, label = made[2]
    torch.testing.assert_close(value, wanted)
    assert (label, len(made)) == (4, 5)


def test_pictures_stay_pictures_when_nothing_is_asked(tmp_path: Path) -> None:
    value = transform(tmp_path, held(), normalize=False, to_tensor=False)[0][0]
    assert isinstance(value, Image.Image)
    small = transform(tmp_path, held(), resize=2, normalize=False, to_tensor=False)[0][0]
    assert (small.size, value.size) == ((2, 2), (6, 4))


def test_a_connected_transform_takes_the_place_of_the_settings_and_of_an_older_one(tmp_path: Path) -> None:
    chain = Chain((Resize(3), ToTensor()))
    old = held(lambda picture: 1 / 0)
    made = call(Transform, tmp_path, {"dataset": old, "transform": chain}, {"resize": 9})["dataset"]
    assert made[1][0].shape == (3, 3, 3)
    assert made[1][0].min() >= 0
    with pytest.raises(ZeroDivisionError):
        old[1]
    assert held()[1][0].shape == (3, 4, 6)


def test_the_data_set_that_came_in_stays_as_it_was(tmp_path: Path) -> None:
    dataset = held()
    before = dataset[0][0].clone()
    made = transform(tmp_path, dataset, Chain((ToTensor(), Normalize((0.0,), (2.0,)))))
    assert torch.equal(dataset[0][0], before)
    assert not torch.equal(made[0][0], before)


def test_other_data_sets(tmp_path: Path) -> None:
    pairs = [(PIXELS[0], 7), [PIXELS[1], 8]]
    made = transform(tmp_path, pairs, Chain((ToTensor(),)))
    torch.testing.assert_close(made[1][0], PIXELS[1] / 255)
    assert (made[0][1], made[1][1], len(made)) == (7, 8, 2)
    alone = transform(tmp_path, [PIXELS[0]], Chain((ToTensor(),)))
    torch.testing.assert_close(alone[0], PIXELS[0] / 255)
    twice = transform(tmp_path, made, Chain((Normalize((0.0,), (0.5,)),)))
    assert len(twice) == 2
    floats = Pairs(PIXELS.float() / 255, LABELS)
    torch.testing.assert_close(transform(tmp_path, floats)[4][0], PIXELS[4] / 255 * 2 - 1)


@pytest.mark.parametrize(
    ("dataset", "chain", "params", "code"),
    [
        (None, None, {}, "dataset_unusable"),
        (5, None, {}, "dataset_unusable"),
        ("x", None, {}, "dataset_unusable"),
        (torch.ones(3), None, {}, "dataset_unusable"),
        (held(), "x", {}, "transform_not_callable"),
        (held(), None, {"resize": 10**9}, "tensor_too_large"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, dataset: Any, chain: Any, params: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        transform(tmp_path, dataset, chain, **params)
    assert caught.value.reason.code == code
