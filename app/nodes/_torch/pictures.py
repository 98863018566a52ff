"""Picture files to tensors and back: sizes are checked before anything is decoded."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from PIL import Image

from app.core.vocab.errors import NodeError
from app.nodes.plain_file import open_plain
from app.nodes.shapes import refuse_absurd, shape_text

if TYPE_CHECKING:
    from pathlib import Path

FORMATS = ("PNG", "JPEG", "BMP", "TIFF", "GIF", "WEBP", "PPM")
"""What is read. Pillow knows more, but some of those start other programs (EPS) or reach into other files."""

SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".gif", ".webp", ".ppm", ".pgm", ".pbm")
"""Endings of such files, in lower case."""

CHANNELS = {"L": 1, "RGB": 3, "RGBA": 4}
_MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
_DEEP = ("I", "I;16", "I;16L", "I;16B", "I;16N")
_QUALITY = 95


def read_picture(path: Path, name: str, limit: int, mode: str = "RGB") -> Image.Image:
    """Decode a picture file, which messages call `name`. limit: most pixels. mode: L, RGB or RGBA.

    The picture lies as it is stored; what a camera notes about turning it is not followed. 16 bits a channel become 8.
    Raises: NodeError image_too_large before decoding, image_broken, and those of open_plain.
    """
    with open_plain(path, name) as file:
        try:
            with Image.open(file, formats=FORMATS) as picture:
                width, height = picture.size
                if width * height > limit:
                    raise NodeError.of("image_too_large", path=name, width=width, height=height, limit=limit)
                picture.load()
                return _converted(picture, mode)
        except (NodeError, MemoryError):
            raise
        except Image.DecompressionBombError:
            raise NodeError.of("image_too_large", path=name, width="?", height="?", limit=limit) from None
        except Exception as error:  # a damaged file makes the parsers raise anything
            why = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise NodeError.of("image_broken", path=name, why=why[:200].replace(str(path), name)) from error


def _converted(picture: Image.Image, mode: str) -> Image.Image:
    if picture.mode in _DEEP:
        deep = np.asarray(picture).astype(np.int64)
        picture = Image.fromarray((deep.clip(0, 65535) >> 8).astype(np.uint8))
    return picture.convert(mode)


def squared(picture: Image.Image, side: int) -> Image.Image:
    """The picture in a square of `side` pixels, smoothed. Raises: NodeError tensor_too_large."""
    refuse_absurd((side, side, 4), 4, "cpu")
    return picture.resize((side, side), Image.Resampling.BILINEAR)


def tensor_of(picture: Image.Image) -> torch.Tensor:
    """A picture as float32 [channels, height, width] from 0 to 1."""
    if picture.mode in _DEEP or picture.mode not in CHANNELS:
        picture = _converted(picture, "L" if picture.mode in (*_DEEP, "1", "F", "LA") else "RGB")
    planes = torch.from_numpy(np.array(picture, dtype=np.uint8))
    planes = planes.unsqueeze(2) if planes.dim() == 2 else planes
    return planes.permute(2, 0, 1).to(torch.float32, memory_format=torch.contiguous_format).div_(255)


def picture_of(value: torch.Tensor) -> Image.Image:
    """A tensor [C, H, W], the first of [N, C, H, W], or [H, W] as a picture; C is 1 to 4.

    Fractions count from 0 to 1, whole numbers from 0 to 255; what lies outside is clipped, what is no number is black.
    Raises: NodeError image_shape.
    """
    planes = value.detach()
    if planes.dim() == 4 and len(planes):
        planes = planes[0]
    if planes.dim() == 2:
        planes = planes.unsqueeze(0)
    if planes.dim() != 3 or planes.shape[0] not in _MODES or not planes.numel() or planes.is_complex():
        raise NodeError.of("image_shape", shape=shape_text(value.shape))
    if planes.is_floating_point():
        planes = (planes.float().nan_to_num(0, 1, 0).clamp(0, 1) * 255).round()
    elif planes.dtype is torch.bool:
        planes = planes.to(torch.uint8) * 255
    pixels: Any = planes.clamp(0, 255).to(torch.uint8).cpu().permute(1, 2, 0).contiguous().numpy()
    return Image.fromarray(pixels[:, :, 0] if pixels.shape[2] == 1 else pixels, _MODES[pixels.shape[2]])


def encoded(picture: Image.Image, file_format: str) -> bytes:
    """The bytes of a file. file_format: PNG, JPEG, BMP or TIFF; JPEG and BMP lose transparency.

    Raises: NodeError image_not_written.
    """
    if file_format in ("JPEG", "BMP") and picture.mode in ("LA", "RGBA"):
        picture = picture.convert("L" if picture.mode == "LA" else "RGB")
    out = io.BytesIO()
    try:
        picture.save(out, file_format, **({"quality": _QUALITY} if file_format == "JPEG" else {}))
    except (OSError, ValueError, OverflowError) as error:  # a side beyond what the format can say
        width, height = picture.size
        raise NodeError.of("image_not_written", format=file_format, width=width, height=height) from error
    return out.getvalue()
