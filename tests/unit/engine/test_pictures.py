"""A look at a picture: what of a value is one, how its numbers become pixels, and how small it is made."""

from __future__ import annotations

import base64
import io
import time
from typing import Any

import pytest
import torch
from PIL import Image

from app.core.vocab.errors import Refused
from app.engine.pictures import MAX_PIXELS, picture


def seen(value: Any, slice_text: str = "", side: int = 64) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(picture(value, slice_text, side)["png"])))


def text_of(image: Image.Image, kind: str = "PNG") -> str:
    out = io.BytesIO()
    image.save(out, kind)
    return base64.b64encode(out.getvalue()).decode()


def code(value: Any, slice_text: str = "") -> str:
    with pytest.raises(Refused) as error:
        picture(value, slice_text, 64)
    return error.value.reason.code


def test_channels_become_colours_and_fractions_bytes() -> None:
    value = torch.zeros(3, 2, 4)
    value[0, 0, 1] = 1.0
    value[2, 1, 3] = 0.5
    found = seen(value)
    assert (found.mode, found.size) == ("RGB", (4, 2))
    assert [found.getpixel((1, 0)), found.getpixel((3, 1)), found.getpixel((0, 0))] == [
        (255, 0, 0),
        (0, 0, 128),
        (0, 0, 0),
    ]


def test_8_bit_numbers_are_taken_as_they_are_channels_first_or_last() -> None:
    value = torch.arange(2 * 4 * 3, dtype=torch.uint8).reshape(2, 4, 3)
    assert seen(value).getpixel((1, 1)) == (15, 16, 17)
    assert seen(value.permute(2, 0, 1)).getpixel((1, 1)) == (15, 16, 17)


def test_other_numbers_are_stretched_and_what_is_none_is_black() -> None:
    found = seen(torch.tensor([[-1.0, 0.0], [1.0, float("nan")]]))
    assert [found.getpixel(place) for place in [(0, 0), (1, 0), (0, 1), (1, 1)]] == [0, 128, 255, 0]
    assert seen(torch.full((4, 4), 7.0)).getpixel((0, 0)) == 128
    assert seen(torch.full((4, 4), float("inf"))).getpixel((0, 0)) == 0
    assert seen(torch.tensor([[True, False]])).getpixel((0, 0)) == 255


def test_a_slice_chooses_the_picture() -> None:
    value = torch.stack([torch.zeros(1, 4, 4), torch.ones(1, 4, 4)])
    assert code(value) == "not_a_picture"
    assert [seen(value, index).getpixel((0, 0)) for index in ("0", "1")] == [0, 255]
    assert code(value, "9") == "slice_index_outside"


@pytest.mark.parametrize(
    "value",
    [
        torch.zeros(5, 8, 8),
        torch.zeros(8),
        torch.zeros(3, 0, 8),
        torch.zeros(8, 8, 3),
        torch.zeros(4, 4, dtype=torch.complex64),
        3,
        [1],
    ],
    ids=["five channels", "a line", "empty", "channels last of fractions", "complex", "a number", "a list"],
)
def test_what_is_no_picture_is_refused(value: Any) -> None:
    assert code(value) == "not_a_picture"


def test_a_large_one_is_made_small_by_steps() -> None:
    value = torch.zeros(1, 300, 1000)
    value[0, 16, 32] = 1.0
    found = picture(value, "", 64)
    image = seen(value)
    assert (found["width"], found["height"], image.size) == (1000, 300, (63, 19))
    assert image.getpixel((2, 1)) == 255


def test_a_hundred_megapixels_cost_about_what_one_does() -> None:
    value = torch.zeros(1, 1, 1).expand(3, 10_000, 10_000)
    begun = time.perf_counter()
    picture(value[:, :1000, :1000], "", 512)
    small = time.perf_counter() - begun
    begun = time.perf_counter()
    picture(value, "", 512)
    assert time.perf_counter() - begun < 20 * small + 0.5


def test_a_text_is_decoded_and_made_small() -> None:
    found = picture(text_of(Image.new("RGB", (200, 100), (1, 2, 3)), "JPEG"), "", 50)
    assert (found["width"], found["height"]) == (200, 100)
    assert Image.open(io.BytesIO(base64.b64decode(found["png"]))).size == (50, 25)
    assert seen(text_of(Image.new("P", (8, 8)))).mode == "RGBA"


@pytest.mark.parametrize(
    "text", ["", "no base64!", base64.b64encode(b"%!PS-Adobe").decode(), text_of(Image.new("L", (9, 9)))[:40]]
)
def test_a_text_without_a_picture_is_refused(text: str) -> None:
    assert code(text) == "picture_unreadable"


def test_one_of_absurd_size_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.engine.pictures.MAX_PIXELS", 63)
    assert MAX_PIXELS == 400_000_000
    assert code(text_of(Image.new("L", (8, 8)))) == "picture_unreadable"
