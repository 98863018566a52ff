"""Small picture files with known pixels."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import torch
from PIL import Image

if TYPE_CHECKING:
    from pathlib import Path


def pixels(height: int, width: int, channels: int = 3, seed: int = 0) -> torch.Tensor:
    """Random bytes [height, width, channels]."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(0, 256, (height, width, channels), generator=generator).to(torch.uint8)


def picture(height: int, width: int, channels: int = 3, seed: int = 0) -> Image.Image:
    """The picture of pixels(...)."""
    values = pixels(height, width, channels, seed).numpy()
    return Image.fromarray(values[:, :, 0] if channels == 1 else values)


def save(path: Path, height: int = 4, width: int = 5, channels: int = 3, seed: int = 0) -> torch.Tensor:
    """Write a picture file and give its pixels as [channels, height, width] from 0 to 1."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture(height, width, channels, seed).save(path)
    return pixels(height, width, channels, seed).permute(2, 0, 1).float() / 255


def bomb(width: int, height: int) -> bytes:
    """A PNG file that promises this size and holds no pixel of it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
