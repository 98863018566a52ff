"""A recorded value as a PNG no larger than a side that is asked for: a look at a picture, whatever its size.

What lies between the pixels shown is stepped over before anything is converted, so that a look at 100 megapixels costs
about what a look at one does.
"""

from __future__ import annotations

import base64
import io
import math
from typing import TYPE_CHECKING, Any

from app.core.events.summary import type_of
from app.core.vocab.errors import Refused
from app.engine import slicing
from app.engine.inspector import as_tensor, written_out

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_SIDE = 2048
"""Pixels of the longer side of an answer."""

MAX_CHARACTERS = 256 * 1024 * 1024
"""Of a picture that is a text in base64; a longer one is not decoded."""

MAX_PIXELS = 400_000_000
"""Of a picture that has to be decoded whole before it can be made smaller."""

_MODES = {1: "L", 3: "RGB", 4: "RGBA"}


def picture(value: Any, slice_text: str, side: int) -> dict[str, Any]:
    """{png: base64, width, height}: the value as a picture; width and height are those before it was made smaller.

    A tensor [H, W], [C, H, W] with 1, 3 or 4 channels, or [H, W, C] of 8-bit numbers, after the slice. Numbers from 0
    to 1 (or of 8 bits) are taken as they are; others are stretched from their least to their greatest; what is no
    number is black. A text that holds a picture in base64, in a format of `FORMATS`.
    Raises: Refused not_a_picture, slice_*; what `as_tensor` and `written_out` raise.
    """
    if isinstance(value, str):
        return _decoded(value, side)
    if type_of(value) != "tensor":
        raise Refused.of("not_a_picture", found=type_of(value))
    tensor = written_out(as_tensor(value))
    shape = [int(size) for size in tensor.shape]
    chosen = tensor[slicing.parse(slice_text, shape)]
    planes = _planes(chosen)
    height, width = int(planes.shape[-2]), int(planes.shape[-1])
    step = max(1, math.ceil(max(height, width) / side))
    return {"png": _png(_bytes(planes[:, ::step, ::step].cpu())), "width": width, "height": height}


FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP")
"""What a text is decoded as. Pillow knows more, but some of those start other programs or reach into other files."""


def _planes(chosen: Any) -> Any:
    """[channels, height, width] as a view."""
    shape = [int(size) for size in chosen.shape]
    if chosen.is_complex() or 0 in shape:
        raise _no_picture(shape)
    if len(shape) == 2:
        return chosen.unsqueeze(0)
    if len(shape) != 3:
        raise _no_picture(shape)
    if shape[0] in _MODES:
        return chosen
    if shape[2] in _MODES and str(chosen.dtype) == "torch.uint8":
        return chosen.permute(2, 0, 1)
    raise _no_picture(shape)


def _bytes(planes: Any) -> Any:
    """The planes as 8-bit numbers."""
    if str(planes.dtype) == "torch.uint8":
        return planes
    numbers = planes.double().nan_to_num(nan=math.nan, posinf=math.nan, neginf=math.nan)
    known = numbers[~numbers.isnan()]
    low, high = (float(known.min()), float(known.max())) if known.numel() else (0.0, 1.0)
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    scaled = (numbers - low) / (high - low) if high > low else numbers * 0 + 0.5
    return scaled.nan_to_num(nan=0.0).mul(255).round().clamp(0, 255).byte()


def _png(planes: Any) -> str:
    from PIL import Image

    shown = planes[0] if planes.shape[0] == 1 else planes.permute(1, 2, 0)
    return _saved(Image.fromarray(shown.contiguous().numpy()))


def _decoded(text: str, side: int) -> dict[str, Any]:
    from PIL import Image

    if len(text) > MAX_CHARACTERS:
        raise Refused.of("picture_unreadable", why=f"{len(text)} > {MAX_CHARACTERS}")
    try:
        with Image.open(io.BytesIO(base64.b64decode(text, validate=True)), formats=FORMATS) as found:
            width, height = found.size
            if width * height > MAX_PIXELS:
                raise Refused.of("picture_unreadable", why=f"{width} x {height} > {MAX_PIXELS}")
            found.thumbnail((side, side))
            small = found if found.mode in _MODES.values() else found.convert("RGBA")
            return {"png": _saved(small), "width": width, "height": height}
    except (Refused, MemoryError):
        raise
    except Exception as error:  # a damaged file makes the parsers raise anything
        raise Refused.of("picture_unreadable", why=_first_line(error)) from error


def _saved(image: Any) -> str:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return base64.b64encode(out.getvalue()).decode("ascii")


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


def _no_picture(shape: Sequence[int]) -> Exception:
    return Refused.of("not_a_picture", found=str(list(shape)))
