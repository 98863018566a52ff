"""Reads back the pictures that nodes draw."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

import numpy
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


def pixels(outputs: Mapping[str, Any]) -> NDArray[Any]:
    """[height, width, 3] of uint8 from the base64 PNG at port `image`."""
    raw = base64.b64decode(outputs["image"], validate=True)
    with Image.open(io.BytesIO(raw)) as image:
        assert image.format == "PNG"
        return numpy.asarray(image.convert("RGB"))


def places(picture: NDArray[Any], color: tuple[int, int, int]) -> NDArray[Any]:
    """(row, column) of every pixel of exactly this colour."""
    return numpy.argwhere((picture == color).all(-1))
